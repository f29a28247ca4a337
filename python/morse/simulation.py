"""Simulations in this process: load a scene, make steps, read sensors, command actuators.

    import morse

    with morse.Simulation("scene.py", seed=7) as sim:
        sim.command("robot.motion", v=1.0, w=0.2)
        sim.step(60)
        print(sim.robots["robot"].pose.position, sim.sensors["robot.pose"]["x"])
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from morse.scene_source import path_or_document
from morse.simulated import Actuator, Components, PlacedObject, Robot, Sensor

try:
    from morse._engine import (
        CommandError,
        Engine,
        Goal,
        SceneError,
        ServiceError,
        SimulationError,
    )
    from morse._engine import Scene as _Scene
except ImportError as problem:  # pragma: no cover - the tests of the Builder run without it
    raise ImportError(
        "the engine of MORSE is not in this installation: pip install . in a clone of MORSE "
        f"(the packages that the command carries are for scenes and clients only; {problem})"
    ) from problem

if importlib.util.find_spec("numpy") is None:  # pragma: no cover - pip installs it with the wheel
    raise ImportError("the engine of MORSE returns arrays of numpy: pip install numpy")

# Needs the engine: imported after the messages above.
from morse.png import png  # isort: skip
from morse.recording import Recording, stop_unfinished  # isort: skip

if TYPE_CHECKING:
    from typing import TypedDict

    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from morse._engine import Diagnostic
    from morse.scene_source import SceneSource

    class SceneOptions(TypedDict, total=False):
        """Options of ``Scene``."""

        arguments: Sequence[str]
        parameters: Mapping[str, ParameterValue] | None
        python: str | None
        component_timeout_s: float

__all__ = ["CommandError", "Goal", "Recording", "Scene", "SceneError", "ServiceError", "Simulation", "SimulationError"]

#: Time limit of components written in Python for an action or a service. [s]
COMPONENT_TIMEOUT_S = 10.0

#: Value of a parameter of a scene script.
ParameterValue = Union[bool, int, float, str]
#: Function called after each tick; its result is ignored.
Observer = Callable[["Simulation"], object]
_O = TypeVar("_O", bound=Observer)


class Scene:
    """A loaded and checked scene. Its simulations share its models.

    ``source`` is the path of a script or of a scene document, a document (a dictionary, or JSON text), or the
    Environment of a scene described in this program. A script runs in its own process, with the interpreter ``python``
    (by default this one), the command line ``arguments`` and values of its ``parameters``.

    Raises SceneError for a scene that cannot be loaded. A scene with mistakes is loaded: see ``diagnostics``.
    """

    def __init__(
        self,
        source: SceneSource,
        *,
        arguments: Sequence[str] = (),
        parameters: Mapping[str, ParameterValue] | None = None,
        python: str | None = None,
        component_timeout_s: float = COMPONENT_TIMEOUT_S,
    ) -> None:
        timeout = float(component_timeout_s)
        if not 0.0 < timeout <= 86400.0:
            raise ValueError(f"component_timeout_s must be more than 0 and at most a day, got {component_timeout_s!r}")
        interpreter = python or os.environ.get("MORSE_PYTHON") or sys.executable or None
        text, is_path = path_or_document(source)
        if is_path:
            given = json.dumps(dict(parameters or {}))
            self._scene = _Scene.load(text, [str(word) for word in arguments], given, interpreter, timeout)
        elif parameters:
            raise TypeError("only scripts have parameters: this scene is a document or an Environment")
        else:
            folders = [os.path.abspath(folder) for folder in sys.path]
            self._scene = _Scene.of_document("scene of this program", text, folders, interpreter, timeout)

    @property
    def path(self) -> str:
        """The file of the scene."""
        return os.fspath(self._scene.path)

    # Any: JSON, described by docs/scene.schema.json.
    @property
    def document(self) -> dict[str, Any]:
        """The scene document."""
        document: dict[str, Any] = json.loads(self._scene.document())
        return document

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Errors and warnings: severity, code, object, message, help and source."""
        return self._scene.diagnostics()

    def simulation(self, seed: int = 0, threads: int = 1, render: str | None = None) -> Simulation:
        """A new simulation of the scene."""
        return Simulation(self, seed=seed, threads=threads, render=render)


class Simulation:
    """A running scene.

    Time advances only in ``step`` and ``run``. The same scene, seed and calls give the same bits, also in
    ``morse run``. Middlewares are not started. One thread at a time may use a simulation; simulations of several
    threads run in parallel.

    ``render`` is the processor that draws pictures: ``"cpu"``; ``"gpu"``, which raises SimulationError where there is
    no usable one; ``"auto"``, for a GPU where there is one. The default is that of the environment variable
    ``MORSE_RENDER``, else the CPU. A GPU that is lost is reported once; the CPU draws all further pictures.
    """

    def __init__(
        self,
        scene: Scene | SceneSource,
        seed: int = 0,
        *,
        threads: int = 1,
        render: str | None = None,
        **options: Unpack[SceneOptions],
    ) -> None:
        if isinstance(scene, Scene):
            if options:
                raise TypeError(f"options of a scene that is loaded already: {', '.join(options)}")
            self.scene = scene
        else:
            self.scene = Scene(scene, **options)
        self._threads = threads
        self._seed = seed
        self._render = render
        self._engine = Engine(self.scene._scene, seed, threads, render)
        self._observers: list[Observer] = []
        self._is_stepping = False
        self._make_views()

    def _make_views(self) -> None:
        components = self._engine.components()
        self._robots = Components(
            "robot", {name: Robot(self, name) for name, kind, _ in components if kind == "robot"}
        )
        self._sensors = Components(
            "sensor", {name: Sensor(self, name) for name, kind, _ in components if kind == "sensor"}
        )
        self._actuators = Components(
            "actuator", {name: Actuator(self, name) for name, kind, _ in components if kind == "actuator"}
        )
        self._objects = Components("object", {name: PlacedObject(self, name) for name in self._engine.objects()})

    # Time ------------------------------------------------------------------------------------------------------------

    def step(self, ticks: int = 1) -> None:
        """Make ticks as fast as possible, and call the observers after each. Ctrl-C stops after a finished tick.

        An exception of an observer propagates; the tick is finished then, and the simulation can continue.
        """
        if self._is_stepping:
            raise SimulationError("an observer cannot make steps: it is called in the middle of some")
        if not self._observers:
            self._engine.step(ticks)
            return
        if not isinstance(ticks, int) or ticks < 0:
            raise ValueError(f"ticks must be a number from 0 on, got {ticks!r}")
        self._is_stepping = True
        try:
            for _ in range(ticks):
                self._engine.step(1)
                for observer in tuple(self._observers):
                    observer(self)
        finally:
            self._is_stepping = False

    def run(self, seconds: float) -> None:
        """Make ticks for a simulated duration, rounded to whole ticks. [s]"""
        if not 0.0 <= seconds < float("inf"):
            raise ValueError(f"seconds must be a finite number from 0 on, got {seconds!r}")
        self.step(round(seconds * self.rate_hz))

    @property
    def time(self) -> float:
        """Simulated time since the beginning. [s]"""
        return self._engine.time

    @property
    def tick(self) -> int:
        """Number of ticks since the beginning."""
        return self._engine.tick

    @property
    def rate_hz(self) -> float:
        """Ticks per simulated second. [Hz]"""
        return self._engine.rate_hz

    # State -----------------------------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """Seed of all random numbers."""
        return self._seed

    def reset(self, seed: int | None = None) -> None:
        """Go back to the beginning, with a new seed if given. The result equals a new simulation, bit for bit."""
        if self._is_stepping:
            raise SimulationError("an observer cannot reset: it is called in the middle of steps")
        chosen = self._seed if seed is None else seed
        if not self._engine.reset(chosen):
            # Components in Python processes and despawned objects can only be restored by a new simulation.
            self._engine.close()
            self._engine = Engine(self.scene._scene, chosen, self._threads, self._render)
            self._make_views()
        self._seed = chosen

    def digest(self) -> str:
        """Hash of the whole state, equal to that of ``morse run --digest``."""
        return self._engine.digest()

    def save(self) -> bytes:
        """Snapshot of the whole state, without running services."""
        return self._engine.save()

    def restore(self, state: bytes) -> None:
        """Go to a snapshot of ``save`` from a simulation of the same scene. Raises ValueError for other bytes."""
        self._engine.restore(state)

    def record(self, path: str | os.PathLike[str]) -> Recording:
        """Record to a file until the recording is stopped or the simulation closed.

            with sim.record("run.mcap"):
                sim.step(600)

        An existing file is overwritten. ``morse replay --check`` can repeat the run if the recording starts before the
        first tick, command and call.
        """
        self._engine.record(os.fspath(path))
        # Completes the file when the program ends without stopping the recording.
        weakref.finalize(self, stop_unfinished, self._engine)
        return Recording(self._engine, os.fspath(path))

    # The scene -------------------------------------------------------------------------------------------------------

    @property
    def robots(self) -> Components[Robot]:
        """Robots by name."""
        return self._robots

    @property
    def sensors(self) -> Components[Sensor]:
        """Sensors by full name, such as ``robot.pose``."""
        return self._sensors

    @property
    def actuators(self) -> Components[Actuator]:
        """Actuators by full name, such as ``robot.motion``."""
        return self._actuators

    @property
    def objects(self) -> Components[PlacedObject]:
        """Passive objects by name."""
        return self._objects

    def command(self, actuator: str, **values: object) -> None:
        """Command an actuator from the next tick on. Raises CommandError for invalid values."""
        self._engine.command(actuator, values)

    # Any: each service has its own type of result.
    def call(self, component: str, service: str, *arguments: object) -> Any:
        """Call a service. Result of the service, or a Goal if it ends in a later tick. Raises ServiceError."""
        return self._engine.call(component, service, *arguments)

    def cancel(self, goal: Goal) -> None:
        """Cancel a running service."""
        self._engine.cancel(goal)

    # Any: each service has its own type of result.
    def wait(self, goal: Goal, seconds: float = 60.0) -> Any:
        """Make steps until a service has ended, and return its result. Raises TimeoutError, ServiceError.

        ``seconds`` is the limit in simulated time. [s]
        """
        if not isinstance(goal, Goal):
            raise TypeError(f"wait takes a goal from call(), not {goal!r}")
        for _ in range(round(seconds * self.rate_hz)):
            if goal.done:
                break
            self.step()
        if not goal.done:
            raise TimeoutError(f"the service has not ended in {seconds} simulated seconds")
        return goal.result()

    def render(
        self,
        camera: str | None = None,
        *,
        size: tuple[int, int] = (640, 480),
        eye: Sequence[float] | None = None,
        target: Sequence[float] | None = None,
        fov: float = 60.0,
    ) -> NDArray[numpy.uint8]:
        """A picture: rows, columns, and red, green and blue from 0 to 255.

        ``camera`` is a camera of the scene, which has its own size. Without it, the picture is seen from ``eye`` [m] in
        the direction of ``target`` [m], by default the first robot, with a horizontal field of view of ``fov`` [deg].
        """
        if camera is not None:
            return self._engine.render_camera(camera)
        return self._engine.render(size, eye, target, fov)

    def observe(self, observer: _O) -> _O:
        """Call ``observer(simulation)`` after each tick; usable as a decorator."""
        if not callable(observer):
            raise TypeError(f"an observer is a function of the simulation, not {observer!r}")
        self._observers.append(observer)
        return observer

    def forget(self, observer: Observer) -> None:
        """Stop calling an observer."""
        self._observers.remove(observer)

    # End -------------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the simulation and free its resources. Later calls raise SimulationError."""
        self._engine.close()

    @property
    def is_closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._engine.is_closed

    def __enter__(self) -> Simulation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _repr_png_(self) -> bytes | None:
        """The picture that Jupyter shows for a simulation: the view of ``render()`` without arguments."""
        return None if self.is_closed else png(self.render(size=(480, 360)))

    def __repr__(self) -> str:
        state = "closed" if self.is_closed else f"{self.tick} ticks"
        return f"<simulation of {self.scene.path!r}, {state}>"
