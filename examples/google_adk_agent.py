"""A Google ADK agent that serves one customer: `python google_adk_agent.py URL PROMPT_FILE`."""

import asyncio
import os
import sys
from pathlib import Path

from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams


async def serve(url: str, prompt: str) -> None:
    company = McpToolset(
        connection_params=StreamableHTTPConnectionParams(url=url, timeout=120.0),
    )
    agent = LlmAgent(
        name="service",
        model=LiteLlm(model=f"openai/{os.environ['MODEL']}"),
        instruction=lambda _: prompt,
        tools=[company],
    )
    runner = InMemoryRunner(agent=agent, app_name="service")
    await runner.run_debug("A customer is waiting.", quiet=True)
    await company.close()


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
