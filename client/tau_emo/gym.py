"""`gymnasium.make("tau_emo.gym:tau_emo/retail")`: an environment of each domain, extra `gym`."""

import gymnasium

from tau_emo_servers.domain import served_domain_names

for _domain in served_domain_names():
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
        id=f"tau_emo/{_domain}",
        entry_point="tau_emo_client.environments.gym_environment:ServiceEnvironment",
        kwargs={"domain": _domain},
        # Its checker tries actions at random, and no text at random is one.
        disable_env_checker=True,
    )
