"""The client of pymorse for asyncio.

    import asyncio
    from pymorse.aio import Morse

    async def main():
        async with Morse() as morse:
            print(await morse.robot.pose.get())
            await morse.robot.waypoint.goto(2, 1, 0, 0.5, 1.0)
            async for pose in morse.robot.pose:
                print(pose)

    asyncio.run(main())

Names are those of `pymorse.Morse`. Services are coroutines; cancelling a task that awaits a service also cancels the
service in the simulator.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import Callable, TypeVar

from . import pymorse as blocking
from .codec import Value
from .component import Component as BlockingComponent
from .component import Robot as BlockingRobot
from .errors import MorseConnectionError
from .future import MorseFuture

__all__ = ["Component", "Morse", "Robot"]

#: Most messages that an iteration keeps for a slow reader. The oldest are dropped.
KEPT_MAX = 100

_T = TypeVar("_T")


class Component:
    """A sensor or an actuator. Its services are coroutines; the methods below are those of its stream."""

    def __init__(self, component: BlockingComponent) -> None:
        self._component = component

    async def get(self, timeout: float | None = None) -> Value:
        """Waits for the next message; None after `timeout` [s of wall time].

        Raises MorseConnectionError when the simulator ends.
        """
        messages = self.messages(1)
        try:
            return await asyncio.wait_for(messages.__anext__(), timeout)
        except asyncio.TimeoutError:
            return None
        finally:
            await messages.aclose()

    def last(self, n: int = 1) -> Value:
        """The newest message, or the newest n, as in `pymorse`. Connects the stream on first use."""
        return self._component.last(n)

    async def publish(self, message: Value) -> None:
        """Sends a message to an actuator."""
        await asyncio.to_thread(self._component.publish, message)

    async def messages(self, kept_max: int = KEPT_MAX) -> AsyncGenerator[Value, None]:
        """All messages from now on, in order. A slow reader loses the oldest.

        Raises MorseConnectionError when the simulator ends.
        """
        loop = asyncio.get_running_loop()
        queue: deque[Value] = deque(maxlen=kept_max)
        arrived = asyncio.Event()
        ends: list[str] = []

        def put(append: Callable[[_T], None], item: _T) -> None:
            append(item)
            try:
                loop.call_soon_threadsafe(arrived.set)
            except RuntimeError:
                # The loop is closed, so no task waits.
                pass

        def on_message(message: Value) -> None:
            put(queue.append, message)

        def on_end(reason: str) -> None:
            put(ends.append, reason)

        # Connecting blocks.
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

    def __aiter__(self) -> AsyncIterator[Value]:
        return self.messages()

    def __getattr__(self, name: str) -> Value:
        return _adapted(getattr(self._component, name))

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self._component)})

    def __repr__(self) -> str:
        return f"<pymorse.aio component {self._component.fqn}>"


class Robot:
    """A robot: its components are attributes and items, its services are coroutines."""

    def __init__(self, robot: BlockingRobot) -> None:
        self._robot = robot

    def __getitem__(self, name: str) -> Component:
        # Does not connect the stream, which would block.
        return Component(dict.__getitem__(self._robot, name))

    def __getattr__(self, name: str) -> Value:
        if dict.__contains__(self._robot, name):
            return self[name]
        return _adapted(getattr(self._robot, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._robot)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self._robot)})

    def __repr__(self) -> str:
        return repr(self._robot).replace("pymorse", "pymorse.aio", 1)


class Morse:
    """A connection to a simulator, made by `await Morse().connect()` or by an `async with` statement."""

    def __init__(self, host: str = "localhost", port: int | None = None, wait: float = 0.0) -> None:
        self._host, self._port, self._wait = host, port, wait
        self._client: blocking.Morse | None = None

    async def connect(self) -> Morse:
        """Connects and reads the description of the scene. Raises the exceptions of `pymorse.Morse`."""
        if self._client is None:
            self._client = await asyncio.to_thread(blocking.Morse, self._host, self._port, self._wait)
        return self

    @property
    def client(self) -> blocking.Morse:
        """The blocking client. Raises MorseConnectionError before `connect`."""
        if self._client is None:
            raise MorseConnectionError("this client is not connected: use it in `async with`, or await connect() first")
        return self._client

    async def rpc(self, component: str, service: str, *args: object) -> Value:
        """Requests a service and waits for its result."""
        return await _result(self.client.request(component, service, args))

    async def sleep(self, seconds: float) -> None:
        """Waits for a duration in simulated time. [s]"""
        await self.rpc("time", "sleep", seconds)

    async def time(self) -> float:
        """The simulated time. [s]"""
        return float(await self.rpc("time", "now") or 0.0)

    async def activate(self, component: str) -> Value:
        """Activates a component, given by its full name, again."""
        return await self.rpc("simulation", "activate", component)

    async def deactivate(self, component: str) -> Value:
        """Deactivates a component, given by its full name."""
        return await self.rpc("simulation", "deactivate", component)

    async def reset(self) -> Value:
        """Moves all objects back to their initial poses."""
        return await self.rpc("simulation", "reset_objects")

    async def reconnect(self, wait: float | None = None) -> None:
        """See `pymorse.Morse.reconnect`."""
        await asyncio.to_thread(self.client.reconnect, wait)

    async def quit(self) -> None:
        """Ends the simulator, and closes this client."""
        await asyncio.to_thread(self.client.quit)

    async def close(self, cancel_async_services: bool = False) -> None:
        """Closes the connection; the simulator keeps running."""
        if self._client is not None:
            await asyncio.to_thread(self._client.close, cancel_async_services)

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self.client, name)
        return [Robot(robot) for robot in found] if name != "robots" and isinstance(found, list) else _adapted(found)

    async def __aenter__(self) -> Morse:
        return await self.connect()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.close(cancel_async_services=kind is not None)


def _adapted(found: Value) -> Value:
    """The asyncio counterpart of an attribute of the blocking client."""
    if isinstance(found, BlockingRobot):
        return Robot(found)
    if isinstance(found, BlockingComponent):
        return Component(found)
    if not callable(found) or getattr(found, "__self__", None) is not None:
        return found

    async def call(*args: object) -> Value:
        answer = found(*args)
        return await _result(answer) if isinstance(answer, MorseFuture) else answer

    call.__name__, call.__doc__ = getattr(found, "__name__", "call"), found.__doc__
    return call


async def _result(future: MorseFuture) -> Value:
    return await asyncio.wrap_future(future)
