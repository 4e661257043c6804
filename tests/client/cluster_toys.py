"""Workers of a Ray cluster in this process, which can be lost like those of Ray."""

import asyncio
from typing import Any

from ray.exceptions import RayActorError, RayTaskError

from tau_emo_client.run.ray_worker import Worker


class ToyActor:
    """A worker whose methods are called as those of an actor.

    Args:
        lost_in_play: it is lost as soon as it is asked to play for so many times; 0: never.
        answers: what its methods return or raise instead, by name.
    """

    def __init__(self, lost_in_play: int = 0, **answers: Any) -> None:
        self._worker = Worker()
        self._lost = asyncio.Event()
        self._plays_left = lost_in_play
        self._answers = answers
        self.asked: list[tuple[str, int]] = []
        """The episodes that it was asked for."""
        self.closed = self.killed = False

    def __getattr__(self, name: str) -> Any:
        return _Method(self, name)

    async def called(self, name: str, *arguments: Any) -> Any:
        if name == "play":
            self.asked.append(arguments[:2])
            self._plays_left -= 1
            if self._plays_left == 0:
                self._lost.set()
        self.closed = self.closed or name == "close"
        call = asyncio.ensure_future(self._answer(name, *arguments))
        lost = asyncio.ensure_future(self._lost.wait())
        try:
            await asyncio.wait({call, lost}, return_when=asyncio.FIRST_COMPLETED)
            if lost.done():
                raise RayActorError
            return await call
        finally:
            call.cancel()
            lost.cancel()

    async def _answer(self, name: str, *arguments: Any) -> Any:
        answer = self._answers.get(name)
        if isinstance(answer, RayActorError):
            raise answer
        if answer is not None:
            return answer
        try:
            return await getattr(self._worker, name)(*arguments)
        except Exception as error:
            raise RayTaskError(name, "traceback", error) from error

    def kill(self) -> None:
        self.killed = True
        self._lost.set()


class _Method:
    def __init__(self, actor: ToyActor, name: str) -> None:
        self._actor = actor
        self._name = name

    async def remote(self, *arguments: Any) -> Any:
        return await self._actor.called(self._name, *arguments)
