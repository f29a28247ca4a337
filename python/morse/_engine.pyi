"""The simulator in this process, written in Rust (``crates/python``).

Use it through ``morse.Simulation`` and ``morse.gym``.

All arrays are contiguous in C order. Quaternions are x, y, z, w. Positions are in meters in the frame of the world,
with z up. Everything but ``Goal`` raises SimulationError when it is closed, used by another thread, or used after a
fork.
"""

import os
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import numpy
from numpy.typing import NDArray

__version__: str

class Diagnostic(TypedDict):
    """One error or warning about a scene."""

    severity: Literal["error", "warning"]
    code: str
    """Kind of finding, such as ``scene::unknown-level``: see docs/errors.md."""
    object: str | None
    """Full name of the object that the finding is about."""
    message: str
    help: str | None
    source: tuple[str, int] | None
    """File and line of the script."""

class SceneError(ValueError):
    """A scene that cannot be loaded, or cannot run."""

    diagnostics: list[Diagnostic]

class SimulationError(RuntimeError):
    """A simulation that cannot be used: it is closed, another thread uses it, or it is of another process."""

class CommandError(ValueError):
    """A command that an actuator does not take."""

class ServiceError(RuntimeError):
    """A service that failed, or that there is none."""

class Scene:
    """A scene that was loaded and checked."""

    @property
    def path(self) -> os.PathLike[str]:
        """File of the scene, or the name given to ``of_document``."""

    @staticmethod
    def load(
        path: str, arguments: Sequence[str], parameters: str, python: str | None, component_timeout_s: float
    ) -> Scene:
        """Load a script or a document from a file. ``parameters`` are values for the script, as a JSON object.

        Raises SceneError, and KeyboardInterrupt when Ctrl-C ends the script.
        """

    @staticmethod
    def of_document(
        name: str, document: str, python_path: Sequence[str], python: str | None, component_timeout_s: float
    ) -> Scene:
        """Check a scene document (JSON). ``python_path`` are folders of its components in Python. Raises SceneError."""

    def document(self) -> str:
        """The scene document as JSON."""

    def diagnostics(self) -> list[Diagnostic]:
        """Errors and warnings about the scene."""

class Goal:
    """A service call that ends in a later tick."""

    @property
    def status(self) -> Literal["running", "succeeded", "failed", "preempted"]: ...
    @property
    def done(self) -> bool:
        """Whether the service has ended."""

    # Any: each service has its own type of result.
    def result(self) -> Any:
        """Result of the service. Raises ServiceError when it has not ended, was cancelled or failed."""

_Numbers = Sequence[float] | NDArray[numpy.float64]
_Position = tuple[float, float, float]
_Quaternion = tuple[float, float, float, float]

_Pose = tuple[_Position, _Quaternion]

class Kinematics:
    """Kinematics of the joints of a robot. Positions are in the order of ``Engine.joints``. [rad or m]

    An unknown link raises KeyError.
    """

    @property
    def links(self) -> list[str]: ...
    def pose(self, base: _Pose, link: str, positions: NDArray[numpy.float64]) -> _Pose:
        """Pose of a link in the world, with the base at a pose. Raises ValueError for bad positions."""

    def jacobian(
        self, base: _Pose, link: str, point: _Position, positions: NDArray[numpy.float64]
    ) -> NDArray[numpy.float64]:
        """Jacobian of a point of a link: (6, joints), linear above angular, along the axes of the world."""

    def solve(
        self,
        base: _Pose,
        link: str,
        point: _Position,
        position: _Position,
        quaternion: tuple[float, ...] | None,
        tolerances: tuple[float, float],
        start: NDArray[numpy.float64],
    ) -> tuple[NDArray[numpy.float64], bool, float, float]:
        """Positions that put a point of a link to a place in the world, whether they do, and errors. [m, rad]"""

class Engine:
    """A simulation that runs in this process.

    Names of components and objects are full names; an unknown one raises KeyError.
    """

    def __init__(self, scene: Scene, seed: int, threads: int, render: str | None = None) -> None:
        """``seed`` is an unsigned 64-bit number, ``threads`` is 1 to 1024.

        ``render`` is the processor that draws pictures: ``auto``, ``cpu`` or ``gpu``; None for that of the variable
        ``MORSE_RENDER``, else the CPU. Raises SceneError, SimulationError for a GPU that cannot be used, ValueError.
        """

    @property
    def is_closed(self) -> bool: ...
    @property
    def tick(self) -> int:
        """Number of ticks since the beginning."""

    @property
    def time(self) -> float:
        """Simulated time since the beginning. [s]"""

    @property
    def rate_hz(self) -> float:
        """Ticks per simulated second. [Hz]"""

    def step(self, ticks: int) -> None:
        """Make ticks without the interpreter lock. Ctrl-C raises KeyboardInterrupt after a finished tick."""

    def reset(self, seed: int) -> bool:
        """Go back to the beginning. False when this simulation cannot: then make a new one."""

    def record(self, path: str) -> None:
        """Start a recording (MCAP). Raises OSError, and SimulationError while another recording runs."""

    def stop_recording(self) -> None:
        """Stop the recording, if one runs, and wait until the file is complete. Raises OSError."""

    def close(self) -> None: ...
    def digest(self) -> str:
        """Hash of the whole state: 16 hexadecimal digits."""

    def save(self) -> bytes:
        """Snapshot of the whole state."""

    def restore(self, snapshot: bytes) -> None:
        """Go to a state from ``save``. Raises ValueError, with the state unchanged, for any other bytes."""

    def components(self) -> list[tuple[str, Literal["robot", "sensor", "actuator"], str | None]]:
        """Full name, kind, and name of the robot that carries it, in scene order."""

    def objects(self) -> list[str]:
        """Names of the passive objects."""

    def state(self, name: str) -> tuple[tuple[_Position, _Quaternion], _Position, _Position]:
        """Pose (position [m], quaternion), linear velocity [m/s] and angular velocity [rad/s] in the world."""

    def set_state(
        self,
        name: str,
        position: _Numbers,
        quaternion: _Numbers,
        linear_velocity: _Numbers,
        angular_velocity: _Numbers,
    ) -> None:
        """Set pose and velocities of an object; units as in ``state``.

        Raises ValueError for numbers that are not finite.
        """

    def joints(self, robot: str) -> list[tuple[str, str, float, float, float, float]]:
        """Name, kind, lowest and highest position, maximum speed and maximum effort of each joint."""

    def joint_values(
        self, robot: str, quantity: Literal["position", "velocity", "effort"]
    ) -> NDArray[numpy.float64]:
        """A quantity of all joints of a robot."""

    def joint_controllers(self, robot: str) -> list[tuple[str, list[str]]]:
        """Actuators of a robot that command joints, with the names of these joints."""

    def links(self, robot: str) -> list[str]:
        """Links of a robot that have mass, in the order of its file."""

    def kinematics(self, robot: str) -> Kinematics:
        """Kinematics of the joints of a robot. Raises ValueError for a robot without joints."""

    # Any: the type of a value depends on the field. Vectors, ranges (float64, shape (n,)), points and matrices
    # (float64, (n, 3)), color images (uint8, (height, width, 4)) and depth images (float32, (height, width)) are
    # arrays.
    def read(self, component: str) -> dict[str, Any]:
        """Fields of the newest reading of a sensor, or of the newest command of an actuator."""

    # Any: as for `read`.
    def read_field(self, component: str, field: str) -> Any:
        """One field of ``read``. Raises KeyError for an unknown field."""

    def reading_time(self, sensor: str) -> tuple[float, bool]:
        """Simulated time of the newest reading [s], 0 before the first, and whether it is from the last tick."""

    def listen(self, sensor: str) -> None:
        """Make a sensor that reads on demand read in every tick in which it is due."""

    def fields(self, component: str) -> list[tuple[str, str, str | None, str]]:
        """Name, type, unit and description of each field."""

    def command(self, actuator: str, values: dict[str, object]) -> None:
        """Command an actuator from the next tick on. Raises CommandError."""

    # Any: each service has its own type of result.
    def call(self, component: str, service: str, *arguments: object) -> Any:
        """Call a service. Result of the service, or a Goal when it ends in a later tick. Raises ServiceError."""

    def cancel(self, goal: Goal) -> None: ...
    def render_camera(self, camera: str) -> NDArray[numpy.uint8]:
        """Picture from a camera of the scene: (height, width, 3), red, green, blue.

        Raises ValueError for other sensors.
        """

    def render(
        self,
        size: tuple[int, int],
        eye: _Numbers | None,
        target: _Numbers | None,
        fov_deg: float,
    ) -> NDArray[numpy.uint8]:
        """Picture from ``eye`` towards ``target`` [m]: (height, width, 3), red, green, blue.

        ``size`` is width and height in pixels. ``fov_deg`` is the horizontal field of view, 1 to 175 degrees.
        """

def towards(poses: NDArray[numpy.float32], points: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    """Distances and directions of points in the plane, as robots see them: (worlds, 3).

    ``poses`` has the shape (worlds, 7), as ``robot.@pose`` of a State. ``points`` has the shape (worlds, 2) or more
    columns, of which x and y count [m]. Columns of the result: distance [m], and sine and cosine of the angle from the
    robot's x axis to the point, positive to the left.
    """

class Worlds:
    """Simulations of one scene that are stepped together. Widths below are sums of the numbers of each field."""

    def __init__(
        self,
        scene: Scene,
        count: int,
        threads: int | None,
        actions: tuple[Sequence[tuple[str, str, int | None]], NDArray[numpy.float32], NDArray[numpy.float32]],
        observations: tuple[Sequence[tuple[str, str, int]], NDArray[numpy.float32], NDArray[numpy.float32]],
        pictures: Sequence[tuple[str, str, int]],
        variables: Sequence[tuple[str, str, str]],
        render: str | None = None,
    ) -> None:
        """Make ``count`` (1 to 65536) worlds, stepped by ``threads`` (1 to 1024) threads.

        ``None`` is a thread for each processor that this process may use. Where other programs use the processors too,
        the calling thread works alone as long as that is faster.

        ``actions`` are actuator, field and length (None for a number) of each action, then lowest and highest values of
        all columns. ``observations`` are component or object, field and length, then the limits of the columns that
        agents observe: fields without limits come last. ``pictures`` are component, field and bytes of color images.
        ``variables`` are set by ``reset``: ``place``, ``mass`` or ``friction`` of an object, or a ``property`` of a
        component or of its modifiers.
        """

    def accept(self, given: NDArray[numpy.float32], actions: NDArray[numpy.float32]) -> None:
        """Copy actions, clipped to their limits, from ``given`` to ``actions``: both (count, width of actions).

        Raises ValueError for a number that is not finite.
        """

    def step(
        self,
        actions: NDArray[numpy.float32],
        ticks: int,
        before: NDArray[numpy.float32],
        observations: NDArray[numpy.float32],
        pixels: NDArray[numpy.uint8],
        steps: NDArray[numpy.int64],
        is_idle: NDArray[numpy.bool_],
    ) -> None:
        """Command worlds, make ticks, and write the new observations in place. Idle worlds stay as they are.

        ``actions`` is (count, width of actions). ``observations`` and ``before``, which receives the old observations,
        are (count, width of observations). ``pixels`` is (count, bytes of all pictures). Each number of ``steps``,
        (count,), of a world that is not idle grows by one.
        """

    def truncated(
        self, rewards: NDArray[numpy.float64], steps: NDArray[numpy.int64], steps_max: int
    ) -> NDArray[numpy.bool_]:
        """Whether each episode has made ``steps_max`` steps.

        All arrays are (count,). Raises ValueError for infinite rewards.
        """

    def observed(
        self, observations: NDArray[numpy.float32], extra: NDArray[numpy.float64] | None
    ) -> NDArray[numpy.float32]:
        """Observations for agents, clipped to their limits: first columns of ``observations``, then ``extra``."""

    def reset(
        self,
        worlds: Sequence[int],
        seeds: Sequence[int],
        values: NDArray[numpy.float64],
        observations: NDArray[numpy.float32],
        pixels: NDArray[numpy.uint8],
    ) -> None:
        """Restart worlds, given in rising order: set seeds and variables, make one tick, and write observations.

        ``values`` is (len(worlds), numbers of the variables): four for a place, x, y, z [m] and yaw [rad], one for each
        other variable.
        """

    def show(self, scene: Scene) -> str:
        """Show the first world in a page, at the pace of real time from now on. Returns the address of the page."""

    @property
    def threads(self) -> int:
        """Number of threads that step the worlds."""

    def digest(self, world: int) -> str:
        """Hash of the state of a world: 16 hexadecimal digits."""

    def render(
        self,
        world: int,
        size: tuple[int, int],
        eye: _Numbers | None,
        target: _Numbers | None,
        fov_deg: float,
    ) -> NDArray[numpy.uint8]:
        """Picture of a world, as ``Engine.render``."""

    def time(self, world: int) -> float:
        """Simulated time of a world since its last reset. [s]"""

    def close(self) -> None: ...
