"""A recording that a simulation of this process writes."""

from types import TracebackType
from typing import Optional, Type

from morse._engine import Engine, SimulationError


class Recording:
    """A recording in progress: see Simulation.record."""

    def __init__(self, engine: Engine, path: str) -> None:
        #: The file.
        self.path = path
        self._engine = engine
        self._is_stopped = False

    def stop(self) -> None:
        """End it, and wait until all is written. Raises OSError when the file could not be written to its end."""
        if not self._is_stopped and not self._engine.is_closed:
            self._is_stopped = True
            self._engine.stop_recording()

    def __enter__(self) -> "Recording":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        problem: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()


def stop_last(engine: Engine) -> None:
    """Write a recording to its end that nobody has stopped."""
    try:
        engine.stop_recording()
    except SimulationError:
        # It is closed, or of the process before a fork.
        pass
