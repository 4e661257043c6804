"""The episodes that are open now, each behind a token that nobody can guess."""

import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tau_emo_db import EpisodeState
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import MOST_CALLS, Episode
from tau_emo_servers.line import Line


class Full(Exception):  # noqa: N818 - a state of the gateway, not a defect
    """No further episode can be opened now.

    Args:
        retry_after: whole seconds until the next lease runs out.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"all places are taken; try again in {retry_after} s")
        self.retry_after = retry_after


@dataclass(frozen=True)
class Opened:
    """An open episode, and the line to its customer where the agent has one of its own."""

    episode: Episode
    line: Line | None

    def end(self, text: str = "") -> None:
        """Refuse all that the agent still sends; what happened can still be read.

        Args:
            text: the customer's last words.
        """
        self.episode.end()
        if self.line:
            self.line.say(text, leaves=True)

    def close(self) -> None:
        """Give the state back."""
        self.end()
        self.episode.close()


@dataclass
class _Lease:
    opened: Opened
    ends: float


class OpenEpisodes:
    """Opens, finds, renews and closes episodes.

    An episode whose lease is not renewed ends after `ttl` seconds; what has run out is swept
    whenever anything is asked. Its state is copied at its first tool call, so an episode that
    is opened and dropped costs next to nothing.

    Args:
        ttl: seconds that a lease lasts.
        most: how many episodes may be open at once.
        clock: seconds that never go back.
    """

    def __init__(self, ttl: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        if ttl <= 0 or most <= 0:
            raise ValueError("the episode ttl and the most episodes must be above 0")
        self.ttl = ttl
        self.most = most
        self._clock = clock
        self._leases: OrderedDict[str, _Lease] = OrderedDict()
        # All leases are equally long, so the one renewed longest ago runs out first.

    def __len__(self) -> int:
        self._sweep()
        return len(self._leases)

    def open(
        self, domain: ServedDomain, *, most_calls: int = MOST_CALLS, with_line: bool = False
    ) -> str:
        """Open an episode and return its token.

        Args:
            domain: the domain it plays in.
            most_calls: calls that it takes and records.
            with_line: let the agent speak to the customer by a tool.

        Raises:
            Full: as many episodes as allowed are open.
        """
        self._sweep()
        if len(self._leases) >= self.most:
            first = next(iter(self._leases.values()))
            raise Full(max(1, math.ceil(first.ends - self._clock())))
        token = secrets.token_urlsafe(32)
        episode = Episode(domain, EpisodeState.open(domain.data), most_calls)
        opened = Opened(episode, Line(episode) if with_line else None)
        self._leases[token] = _Lease(opened, self._clock() + self.ttl)
        return token

    def find(self, token: str) -> Opened | None:
        """The open episode behind the token; None if there never was or no longer is one."""
        self._sweep()
        lease = self._leases.get(token)
        return lease.opened if lease else None

    def renew(self, token: str) -> bool:
        """Start the lease anew; False if no such episode is open."""
        self._sweep()
        lease = self._leases.get(token)
        if lease is None:
            return False
        lease.ends = self._clock() + self.ttl
        self._leases.move_to_end(token)
        return True

    def close(self, token: str) -> bool:
        """End the episode and free its state; False if no such episode is open."""
        self._sweep()
        lease = self._leases.pop(token, None)
        if lease is None:
            return False
        lease.opened.close()
        return True

    def close_all(self) -> None:
        """End every episode."""
        while self._leases:
            self._leases.popitem(last=False)[1].opened.close()

    def _sweep(self) -> None:
        now = self._clock()
        while self._leases:
            token, lease = next(iter(self._leases.items()))
            if lease.ends > now:
                return
            del self._leases[token]
            lease.opened.close()
