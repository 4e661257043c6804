"""The environment that processes of ours are started with."""

import os


def scrubbed_environment() -> dict[str, str]:
    """Our environment without keys and secrets of ours."""
    hidden = ("API_KEY", "SECRET", "TOKEN", "PASSWORD")
    return {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in hidden)
    }
