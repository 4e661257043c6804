"""A Strands agent that serves one customer: `python strands_agent.py URL PROMPT_FILE`."""

import os
import sys
from pathlib import Path

from mcp.client.streamable_http import streamable_http_client
from strands import Agent
from strands.models.openai import OpenAIModel
from strands.tools.mcp import MCPClient

url, prompt = sys.argv[1], Path(sys.argv[2]).read_text("utf-8")
with MCPClient(lambda: streamable_http_client(url)) as company:
    agent = Agent(
        model=OpenAIModel(model_id=os.environ["MODEL"]),
        system_prompt=prompt,
        tools=company.list_tools_sync(),
        callback_handler=None,
    )
    agent("A customer is waiting.")
