"""The controller of parallel episodes."""

import anyio
import anyio.lowlevel
import pytest

from tau_emo_client.concurrency import Concurrency, report_rate_limit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def end_well(controller: Concurrency, count: int) -> None:
    for _ in range(count):
        async with controller.slot():
            pass


async def test_grows_by_one_for_each_full_round_that_went_well() -> None:
    controller = Concurrency(2, 4)
    await end_well(controller, 1)
    assert controller.limit == 2
    await end_well(controller, 1)
    assert controller.limit == 3
    await end_well(controller, 3)
    assert controller.limit == 4
    await end_well(controller, 50)
    assert controller.limit == 4


async def test_halves_once_for_a_wave_of_rate_limits() -> None:
    clock = Clock()
    controller = Concurrency(16, 64, clock=clock, cooldown=5)
    for _ in range(10):
        controller.rate_limited()
    assert controller.limit == 8
    clock.now += 5
    controller.rate_limited()
    assert controller.limit == 4
    for _ in range(5):
        clock.now += 5
        controller.rate_limited()
    assert controller.limit == 1


async def test_an_episode_that_met_a_rate_limit_does_not_count_as_good() -> None:
    controller = Concurrency(1, 8, adapts=True)
    async with controller.slot():
        report_rate_limit()
    assert controller.limit == 1
    await end_well(controller, 1)
    assert controller.limit == 2


async def test_reports_reach_the_controller_of_their_episode_only() -> None:
    mine, other = Concurrency(4, 8), Concurrency(4, 8)
    async with mine.slot():
        report_rate_limit()
    report_rate_limit()
    assert (mine.rate_limits, other.rate_limits) == (1, 0)


async def test_retry_after_holds_new_episodes_back() -> None:
    controller = Concurrency(4, 8)
    began = anyio.current_time()
    controller.rate_limited(retry_after=0.2)
    async with controller.slot():
        assert anyio.current_time() - began >= 0.2


async def test_never_more_at_once_than_the_limit_and_all_get_their_turn() -> None:
    controller = Concurrency(3, 3)
    most = running = done = 0

    async def one() -> None:
        nonlocal most, running, done
        async with controller.slot():
            running += 1
            most = max(most, running)
            await anyio.lowlevel.checkpoint()
            running -= 1
            done += 1

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(one)
    assert (most, done) == (3, 50)


async def test_a_fixed_limit_stays() -> None:
    controller = Concurrency(4, 8, adapts=False)
    controller.rate_limited()
    await end_well(controller, 20)
    assert controller.limit == 4


def test_a_start_beyond_the_most_is_refused() -> None:
    with pytest.raises(ValueError, match="between 1 and 2"):
        Concurrency(3, 2)
