"""An OpenAI Agents SDK that serves one customer: `python openai_agents.py URL PROMPT_FILE`."""

import asyncio
import os
import sys
from pathlib import Path

from agents import Agent, Runner, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp


async def serve(url: str, prompt: str) -> None:
    set_tracing_disabled(True)
    # A customer may take a while to answer.
    async with MCPServerStreamableHttp(
        {"url": url}, cache_tools_list=True, client_session_timeout_seconds=120
    ) as company:
        agent = Agent(
            name="service",
            instructions=prompt,
            model=os.environ["MODEL"],
            mcp_servers=[company],
        )
        await Runner.run(agent, "A customer is waiting.", max_turns=200)


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
