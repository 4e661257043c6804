"""An A2A agent with PydanticAI inside, at http://127.0.0.1:PORT: `python a2a_agent.py PORT`."""

import os
import sys

import uvicorn
from a2a.helpers import get_data_parts, get_text_parts, new_text_message
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel
from starlette.applications import Starlette

MODEL = OpenAIChatModel(os.environ["MODEL"])


class Service(AgentExecutor):
    def __init__(self):
        self.known = {}

    async def execute(self, context, event_queue):
        said = get_text_parts(context.message.parts)
        if context.context_id not in self.known:
            tools = MCPToolset(get_data_parts(context.message.parts)[0]["mcp_url"])
            agent = Agent(MODEL, instructions=said[0], toolsets=[tools])
            self.known[context.context_id] = agent, []
        agent, history = self.known[context.context_id]
        result = await agent.run(said[-1], message_history=history)
        self.known[context.context_id] = agent, result.all_messages()
        answer = new_text_message(result.output, context_id=context.context_id)
        await event_queue.enqueue_event(answer)

    async def cancel(self, context, event_queue):
        pass


port = int(sys.argv[1])
here = AgentInterface(
    url=f"http://127.0.0.1:{port}/", protocol_binding="JSONRPC", protocol_version="1.0"
)
skill = AgentSkill(id="serve", name="Serve", description="Serves one customer.", tags=["service"])
card = AgentCard(
    name="service",
    description="Serves the customers of a company.",
    version="1.0",
    capabilities=AgentCapabilities(),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[skill],
    supported_interfaces=[here],
)
handler = DefaultRequestHandler(Service(), InMemoryTaskStore(), card)
routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/")]
uvicorn.run(Starlette(routes=routes), port=port, log_level="warning")
