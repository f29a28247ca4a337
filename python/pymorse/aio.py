"""pymorse for asyncio.

    import asyncio
    from pymorse.aio import Morse

    async def main():
        async with Morse() as morse:
            print(await morse.robot.pose.get())
            await morse.robot.waypoint.goto(2, 1, 0, 0.5, 1.0)
            async for pose in morse.robot.pose:
                print(pose)

    asyncio.run(main())

Names are those of `pymorse.Morse`. Services are awaited; cancelling what awaits one interrupts it in the simulator.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, AsyncIterator, Callable, Deque, Dict, List, Optional

from . import pymorse as blocking
from .component import Component as BlockingComponent
from .component import Robot as BlockingRobot
from .errors import MorseConnectionError
from .future import MorseFuture

__all__ = ["Component", "Morse", "Robot"]

#: How many messages an iteration keeps for who is slow. The oldest are dropped.
KEPT_MAX = 100


class Component:
    """A sensor or an actuator. Its services are coroutines; those of its stream are below."""

    def __init__(self, component: BlockingComponent) -> None:
        self._component = component

    async def get(self, timeout: Optional[float] = None) -> Any:
        """The next message that arrives; None when `timeout` [s of wall time] passes without one.

        Raises MorseConnectionError when the simulator ends.
        """
        messages = self.messages(1)
        try:
            return await asyncio.wait_for(messages.__anext__(), timeout)
        except asyncio.TimeoutError:
            return None
        finally:
            await messages.aclose()

    def last(self, n: int = 1) -> Any:
        """The newest message that has arrived, or the newest n, as `pymorse` says. Connects the stream when it is first used."""
        return self._component.last(n)

    async def publish(self, message: Any) -> None:
        """Sends a message to an actuator."""
        await asyncio.to_thread(self._component.publish, message)

    async def messages(self, kept_max: int = KEPT_MAX) -> Any:
        """All messages from now on, in order. Who is slow loses the oldest.

        Raises MorseConnectionError when the simulator ends.
        """
        loop = asyncio.get_running_loop()
        queue: Deque[Any] = deque(maxlen=kept_max)
        arrived = asyncio.Event()
        ends: List[str] = []

        def tell(put: Callable[[Any], None], what: Any) -> None:
            put(what)
            try:
                loop.call_soon_threadsafe(arrived.set)
            except RuntimeError:
                # The loop has ended, and nobody waits any more.
                pass

        def on_message(message: Any) -> None:
            tell(queue.append, message)

        def on_end(why: str) -> None:
            tell(ends.append, why)

        # Connecting waits for the simulator.
        await asyncio.to_thread(self._component.lazy_init)
        self._component.subscribe(on_message)
        stream = self._component.stream
        assert stream is not None
        stream.on_end(on_end)
        try:
            while True:
                while queue:
                    yield queue.popleft()
                if ends:
                    raise MorseConnectionError(ends[0])
                await arrived.wait()
                arrived.clear()
        finally:
            stream.unsubscribe(on_message)
            stream.ignore_end(on_end)

    def __aiter__(self) -> AsyncIterator[Any]:
        messages: AsyncIterator[Any] = self.messages()
        return messages

    def __getattr__(self, name: str) -> Any:
        return _adapted(getattr(self._component, name))

    def __dir__(self) -> List[str]:
        return sorted({*object.__dir__(self), *dir(self._component)})

    def __repr__(self) -> str:
        return f"<pymorse.aio component {self._component.fqn}>"


class Robot:
    """A robot: its components are attributes, and items. Its services are coroutines."""

    def __init__(self, robot: BlockingRobot) -> None:
        self._robot = robot

    def __getitem__(self, name: str) -> Component:
        # Not connected before its stream is used.
        return Component(dict.__getitem__(self._robot, name))

    def __getattr__(self, name: str) -> Any:
        if dict.__contains__(self._robot, name):
            return self[name]
        return _adapted(getattr(self._robot, name))

    def __iter__(self) -> Any:
        return iter(self._robot)

    def __dir__(self) -> List[str]:
        return sorted({*object.__dir__(self), *dir(self._robot)})

    def __repr__(self) -> str:
        return repr(self._robot).replace("pymorse", "pymorse.aio", 1)


class Morse:
    """A connection to a simulator, made by `await Morse().connect()` or by an `async with` statement."""

    def __init__(self, host: str = "localhost", port: Optional[int] = None, wait: float = 0.0) -> None:
        self._arguments: Dict[str, Any] = {"host": host, "port": port, "wait": wait}
        self._client: Optional[blocking.Morse] = None

    async def connect(self) -> Morse:
        """Connects and asks what is in the scene. Raises what `pymorse.Morse` raises."""
        if self._client is None:
            self._client = await asyncio.to_thread(lambda: blocking.Morse(**self._arguments))
        return self

    @property
    def client(self) -> blocking.Morse:
        """The client that blocks. Raises MorseConnectionError before `connect`."""
        if self._client is None:
            raise MorseConnectionError("this client is not connected: use it in `async with`, or await connect() first")
        return self._client

    async def rpc(self, component: str, service: str, *args: Any) -> Any:
        """Requests a service and waits for its result."""
        return await _result(self.client.request(component, service, args))

    async def sleep(self, seconds: float) -> None:
        """Waits for so many seconds of simulated time."""
        await self.rpc("time", "sleep", seconds)

    async def time(self) -> float:
        """The simulated time [s]."""
        return float(await self.rpc("time", "now") or 0.0)

    async def activate(self, component: str) -> Any:
        """Has a component, by its full name, act again."""
        return await self.rpc("simulation", "activate", component)

    async def deactivate(self, component: str) -> Any:
        """Stops a component, by its full name."""
        return await self.rpc("simulation", "deactivate", component)

    async def reset(self) -> Any:
        """Puts all objects back to where they were at the start."""
        return await self.rpc("simulation", "reset_objects")

    async def reconnect(self, wait: Optional[float] = None) -> None:
        """As `pymorse.Morse.reconnect`."""
        await asyncio.to_thread(self.client.reconnect, wait)

    async def quit(self) -> None:
        """Ends the simulator, and closes this client."""
        await asyncio.to_thread(self.client.quit)

    async def close(self, cancel_async_services: bool = False) -> None:
        """Ends the connection; the simulator goes on."""
        if self._client is not None:
            await asyncio.to_thread(self._client.close, cancel_async_services)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self.client, name)
        return [Robot(robot) for robot in found] if name != "robots" and isinstance(found, list) else _adapted(found)

    async def __aenter__(self) -> Morse:
        return await self.connect()

    async def __aexit__(self, kind: Any, *_: Any) -> None:
        await self.close(cancel_async_services=kind is not None)


def _adapted(found: Any) -> Any:
    """What an attribute of the blocking client is for asyncio."""
    if isinstance(found, BlockingRobot):
        return Robot(found)
    if isinstance(found, BlockingComponent):
        return Component(found)
    if not callable(found) or getattr(found, "__self__", None) is not None:
        return found

    async def call(*args: Any) -> Any:
        answer = found(*args)
        return await _result(answer) if isinstance(answer, MorseFuture) else answer

    call.__name__, call.__doc__ = getattr(found, "__name__", "call"), found.__doc__
    return call


async def _result(future: MorseFuture) -> Any:
    return await asyncio.wrap_future(future)
