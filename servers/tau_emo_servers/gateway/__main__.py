"""`python -m tau_emo_servers.gateway`: run the gateway until SIGTERM."""

import argparse
import os
import sys

from tau_emo_servers.gateway.serve import GatewayOptions, run_gateway


def main() -> int:
    """Read the options, serve, and return the exit status."""
    default = GatewayOptions()
    parser = argparse.ArgumentParser(prog="python -m tau_emo_servers.gateway", description=__doc__)
    parser.add_argument("--host", default=default.host, help="address agents reach")
    parser.add_argument("--port", type=int, default=default.port, help="0: any free port")
    parser.add_argument("--control-port", type=int, default=default.control_port)
    parser.add_argument("--domain", action="append", default=[], help="default: all domains")
    parser.add_argument("--allowed-host", action="append", default=[])
    parser.add_argument("--allowed-origin", action="append", default=[])
    parser.add_argument("--episode-ttl", type=float, default=default.episode_ttl, help="seconds")
    parser.add_argument("--max-episodes", type=int, default=default.max_episodes)
    parser.add_argument(
        "--exit-with-stdin", action="store_true", help="stop when standard input closes"
    )
    given = parser.parse_args()
    try:
        run_gateway(
            GatewayOptions(
                host=given.host,
                port=given.port,
                control_port=given.control_port,
                domains=tuple(given.domain),
                allowed_hosts=tuple(given.allowed_host),
                allowed_origins=tuple(given.allowed_origin),
                episode_ttl=given.episode_ttl,
                max_episodes=given.max_episodes,
                secret=os.environ.get("TAU_EMO_CONTROL_SECRET", ""),
                exit_with_stdin=given.exit_with_stdin,
            )
        )
    except (ValueError, OSError, KeyError) as error:
        reason = error.args[0] if isinstance(error, KeyError) else error
        sys.stderr.write(f"the gateway cannot start: {reason}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
