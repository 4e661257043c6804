"""A smolagents agent that serves one customer: `python smolagents_agent.py URL PROMPT_FILE`."""

import os
import sys
from pathlib import Path

from smolagents import MCPClient, OpenAIModel, ToolCallingAgent

url, prompt = sys.argv[1], Path(sys.argv[2]).read_text("utf-8")
model = OpenAIModel(
    model_id=os.environ["MODEL"],
    api_base=os.environ["OPENAI_BASE_URL"],
    api_key=os.environ["OPENAI_API_KEY"],
)
with MCPClient({"url": url, "transport": "streamable-http"}, structured_output=False) as company:
    for tool in company:
        for parameter in tool.inputs.values():
            parameter["nullable"] = True  # the server says what is missing
    agent = ToolCallingAgent(tools=company, model=model, instructions=prompt, max_steps=200)
    agent.run("A customer is waiting.")
