"""The MCP servers: tools, policies, policy rules, and the gateway that serves episodes."""
