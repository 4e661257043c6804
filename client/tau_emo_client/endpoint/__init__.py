"""Access to OpenAI-compatible chat-completions endpoints, shared by all episodes of a run."""
