"""An agent on the official MCP SDK alone: `python mcp_sdk.py URL PROMPT_FILE`."""

import asyncio
import json
import os
import sys
from pathlib import Path

from mcp import Client
from openai import AsyncOpenAI


async def serve(url: str, prompt: str) -> None:
    model = AsyncOpenAI()
    messages = [{"role": "system", "content": prompt}]
    async with Client(url, mode=os.environ.get("MCP_MODE", "auto")) as server:
        tools = [
            {"name": one.name, "description": one.description, "parameters": one.input_schema}
            for one in (await server.list_tools()).tools
        ]
        while True:
            answer = await model.chat.completions.create(
                model=os.environ["MODEL"],
                messages=messages,
                tools=[{"type": "function", "function": tool} for tool in tools],
            )
            message = answer.choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                return
            for call in message.tool_calls:
                arguments = json.loads(call.function.arguments)
                result = await server.call_tool(call.function.name, arguments)
                text = "".join(part.text for part in result.content)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": text})


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
