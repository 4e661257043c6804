"""A LangGraph agent with langchain-mcp-adapters: `python langgraph_agent.py URL PROMPT_FILE`."""

import asyncio
import os
import sys
from pathlib import Path

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def serve(url: str, prompt: str) -> None:
    client = MultiServerMCPClient({"company": {"transport": "streamable_http", "url": url}})
    agent = create_agent(
        ChatOpenAI(model=os.environ["MODEL"]),
        await client.get_tools(),
        system_prompt=prompt,
    )
    await agent.ainvoke(
        {"messages": [{"role": "user", "content": "A customer is waiting."}]},
        {"recursion_limit": 500},
    )


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
