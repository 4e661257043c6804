"""One folder per domain: tools, policy, rules and its MCP server."""
