"""The evaluator: agents, users, the episode loop, runs, metrics and the command line."""
