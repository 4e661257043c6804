"""An Inspect AI agent that serves one customer: `python inspect_agent.py URL PROMPT_FILE`."""

import os
import sys
import tempfile
from pathlib import Path

import inspect_ai
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.tool import mcp_server_http

url, prompt = sys.argv[1], Path(sys.argv[2]).read_text("utf-8")
company = mcp_server_http(name="company", url=url, timeout=120)
task = inspect_ai.Task(
    dataset=[Sample(input="A customer is waiting.")],
    solver=react(prompt=prompt, tools=[company], submit=False),
)
with tempfile.TemporaryDirectory() as logs:
    inspect_ai.eval(task, model=f"openai/{os.environ['MODEL']}", display="none", log_dir=logs)
