"""The simulator in this process, written in Rust. Use it through `morse.Simulation`, `morse.Scene` and `morse.gym`."""

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy

__version__: str

class SceneError(ValueError):
    """A scene that cannot be loaded, or cannot run."""

    diagnostics: List[Dict[str, Any]]

class SimulationError(RuntimeError):
    """A simulation that cannot be used: it is closed, another thread uses it, or it is of another process."""

class CommandError(ValueError):
    """A command that an actuator does not take."""

class ServiceError(RuntimeError):
    """A service that failed, or that there is none."""

class Scene:
    """A scene that was loaded and checked."""

    path: "os.PathLike[str]"

    @staticmethod
    def load(
        path: str, arguments: Sequence[str], parameters: str, python: Optional[str], component_timeout_s: float
    ) -> "Scene": ...
    @staticmethod
    def of_document(
        name: str, document: str, python_path: Sequence[str], python: Optional[str], component_timeout_s: float
    ) -> "Scene": ...
    def document(self) -> str: ...
    def diagnostics(self) -> List[Dict[str, Any]]: ...

class Goal:
    """A service that was started and ends in a later tick."""

    @property
    def status(self) -> str:
        """`running`, `succeeded`, `failed` or `preempted`."""
    @property
    def done(self) -> bool:
        """Whether it has ended."""
    def result(self) -> Any:
        """Its result. Raises ServiceError when it has not ended, was cancelled or failed."""

_Pose = Tuple[Sequence[float], Sequence[float]]

class Engine:
    """A simulation that runs in this process."""

    def __init__(self, scene: Scene, seed: int, threads: int) -> None: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def tick(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def rate_hz(self) -> float: ...
    def step(self, ticks: int) -> None: ...
    def reset(self, seed: int) -> bool: ...
    def close(self) -> None: ...
    def digest(self) -> str: ...
    def save(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def components(self) -> List[Tuple[str, str, Optional[str]]]: ...
    def objects(self) -> List[str]: ...
    def state(self, name: str) -> Tuple[_Pose, Sequence[float], Sequence[float]]: ...
    def set_state(
        self,
        name: str,
        position: Sequence[float],
        quaternion: Sequence[float],
        linear_velocity: Sequence[float],
        angular_velocity: Sequence[float],
    ) -> None: ...
    def read(self, component: str) -> Dict[str, Any]: ...
    def read_field(self, component: str, field: str) -> Any: ...
    def reading_time(self, sensor: str) -> Tuple[float, bool]: ...
    def listen(self, sensor: str) -> None: ...
    def fields(self, component: str) -> List[Tuple[str, str, Optional[str], str]]: ...
    def command(self, actuator: str, values: Dict[str, Any]) -> None: ...
    def call(self, component: str, service: str, *arguments: Any) -> Any: ...
    def cancel(self, goal: Goal) -> None: ...
    def render_camera(self, camera: str) -> "numpy.ndarray[Any, Any]": ...
    def render(
        self,
        size: Tuple[int, int],
        eye: Optional[Sequence[float]],
        target: Optional[Sequence[float]],
        fov_deg: float,
    ) -> "numpy.ndarray[Any, Any]": ...

class Worlds:
    """Simulations of one scene that are stepped together."""

    def __init__(
        self,
        scene: Scene,
        count: int,
        threads: int,
        actions: Sequence[Tuple[str, str, Optional[int]]],
        observations: Sequence[Tuple[str, str, int]],
        placed: Sequence[str],
    ) -> None: ...
    def step(self, actions: Any, ticks: int, observations: Any) -> None: ...
    def reset(self, worlds: Sequence[int], seeds: Sequence[int], places: Any, observations: Any) -> None: ...
    def digest(self, world: int) -> str: ...
    def render(
        self,
        world: int,
        size: Tuple[int, int],
        eye: Optional[Sequence[float]],
        target: Optional[Sequence[float]],
        fov_deg: float,
    ) -> "numpy.ndarray[Any, Any]": ...
    def time(self, world: int) -> float: ...
    def close(self) -> None: ...
