"""Handle of a recording in progress."""

from __future__ import annotations

from types import TracebackType

from morse._engine import Engine, SimulationError


class Recording:
    """A recording in progress: see Simulation.record."""

    def __init__(self, engine: Engine, path: str) -> None:
        #: File of the recording.
        self.path = path
        self._engine = engine
        self._is_stopped = False

    def stop(self) -> None:
        """Stop recording and wait until the file is complete. Raises OSError when writing failed."""
        if not self._is_stopped and not self._engine.is_closed:
            self._is_stopped = True
            self._engine.stop_recording()

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def stop_unfinished(engine: Engine) -> None:
    """Complete the file of a recording that was not stopped."""
    try:
        engine.stop_recording()
    except SimulationError:
        # The engine is closed, or belongs to the parent of a forked process.
        pass
