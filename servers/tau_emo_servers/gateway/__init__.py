"""The gateway: all domains and any number of isolated episodes behind one address.

Agents get `/e/<token>/mcp`; whoever opens episodes talks to a control API of its own.
"""

from tau_emo_servers.gateway.agents import agent_app
from tau_emo_servers.gateway.control import control_app
from tau_emo_servers.gateway.episodes import Full, OpenEpisodes
from tau_emo_servers.gateway.serve import GatewayOptions, run_gateway, serve_gateway

__all__ = [
    "Full",
    "GatewayOptions",
    "OpenEpisodes",
    "agent_app",
    "control_app",
    "run_gateway",
    "serve_gateway",
]
