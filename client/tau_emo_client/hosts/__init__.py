"""How an episode's tools are reached: in memory, over HTTP, or over stdio."""
