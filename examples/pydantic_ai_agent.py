"""A PydanticAI agent that serves one customer: `python pydantic_ai_agent.py URL PROMPT_FILE`."""

import asyncio
import os
import sys
from pathlib import Path

from pydantic_ai import Agent, UsageLimits
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel


async def serve(url: str, prompt: str) -> None:
    agent = Agent(
        OpenAIChatModel(os.environ["MODEL"]),
        instructions=prompt,
        toolsets=[MCPToolset(url)],
    )
    async with agent:
        await agent.run("A customer is waiting.", usage_limits=UsageLimits(request_limit=200))


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
