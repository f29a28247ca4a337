"""Simulations in this process: load a scene, make steps, read sensors, command actuators.

    import morse

    with morse.Simulation("scene.py", seed=7) as sim:
        sim.command("robot.motion", v=1.0, w=0.2)
        sim.step(60)
        print(sim.robots["robot"].pose.position, sim.sensors["robot.pose"]["x"])
"""

import json
import os
import sys
import weakref
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Type

from morse.scene_source import document_text
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
        "the engine of MORSE is not in this installation: pip install morse-simulator "
        f"(the packages that the command carries are for scenes and clients only; {problem})"
    ) from problem

# Needs the engine too: after the message above.
from morse.recording import Recording, stop_last  # isort: skip

__all__ = ["CommandError", "Goal", "Recording", "Scene", "SceneError", "ServiceError", "Simulation", "SimulationError"]

#: How long components written in Python may take to act or to serve. [s]
COMPONENT_TIMEOUT_S = 10.0

Observer = Callable[["Simulation"], Any]


class Scene:
    """A scene that was loaded and checked: any number of simulations are made of it, which share its models.

    ``source`` is the path of a script or of a scene document, a document (a dictionary, or JSON text), or the
    Environment of a scene that was described in this program. ``arguments`` and the values of ``parameters`` are for the
    script, which runs in a process of its own with the Python ``python``, by default this one.

    Raises SceneError for a scene that cannot be loaded. One with mistakes is loaded: see ``diagnostics``.
    """

    def __init__(
        self,
        source: Any,
        *,
        arguments: Sequence[str] = (),
        parameters: Optional[Mapping[str, Any]] = None,
        python: Optional[str] = None,
        component_timeout_s: float = COMPONENT_TIMEOUT_S,
    ) -> None:
        timeout = float(component_timeout_s)
        if not 0.0 < timeout <= 86400.0:
            raise ValueError(f"component_timeout_s must be more than 0 and at most a day, got {component_timeout_s!r}")
        interpreter = python or os.environ.get("MORSE_PYTHON") or sys.executable or None
        text = document_text(source)
        if text is None:
            path = os.fspath(source)
            self._scene = _Scene.load(path, [str(word) for word in arguments], json.dumps(dict(parameters or {})), interpreter, timeout)
        elif parameters:
            raise TypeError("only scripts have parameters: this scene is a document or an Environment")
        else:
            folders = [os.path.abspath(folder) for folder in sys.path]
            self._scene = _Scene.of_document("scene of this program", text, folders, interpreter, timeout)

    @property
    def path(self) -> str:
        """The file of the scene."""
        return os.fspath(self._scene.path)

    @property
    def document(self) -> Dict[str, Any]:
        """The scene document."""
        document: Dict[str, Any] = json.loads(self._scene.document())
        return document

    @property
    def diagnostics(self) -> List[Dict[str, Any]]:
        """Everything that is wrong or doubtful: severity, code, object, message, help and source."""
        return self._scene.diagnostics()

    def simulation(self, seed: int = 0, threads: int = 1) -> "Simulation":
        """A new simulation of the scene."""
        return Simulation(self, seed=seed, threads=threads)


class Simulation:
    """A running scene.

    It makes no step by itself. The same scene, seed and calls give the same bits, those of ``morse run`` too. It serves
    no clients. One thread at a time may use it; simulations of several threads run side by side.
    """

    def __init__(self, scene: Any, seed: int = 0, *, threads: int = 1, **options: Any) -> None:
        if isinstance(scene, Scene):
            if options:
                raise TypeError(f"options of a scene that is loaded already: {', '.join(options)}")
            self.scene = scene
        else:
            self.scene = Scene(scene, **options)
        self._threads = threads
        self._seed = seed
        self._engine = Engine(self.scene._scene, seed, threads)
        self._observers: List[Observer] = []
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
        """Make ticks, as fast as possible. Observers see each of them. Ctrl-C ends it after a finished tick.

        An exception of an observer passes through; the tick is then finished, and the simulation can go on.
        """
        if self._is_stepping:
            raise SimulationError("an observer cannot make steps: it is called in the middle of some")
        if not self._observers:
            return self._engine.step(ticks)
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
        """Make the ticks of a simulated time, to the nearest one. [s]"""
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
        """The seed of all random numbers."""
        return self._seed

    def reset(self, seed: Optional[int] = None) -> None:
        """Go back to the beginning, with another seed if one is given: as a new simulation, bit for bit."""
        if self._is_stepping:
            raise SimulationError("an observer cannot reset: it is called in the middle of steps")
        chosen = self._seed if seed is None else seed
        if not self._engine.reset(chosen):
            # What its own process computes, or despawned objects, come back with a new simulation only.
            self._engine.close()
            self._engine = Engine(self.scene._scene, chosen, self._threads)
            self._make_views()
        self._seed = chosen

    def digest(self) -> str:
        """Hash of the whole state, as ``morse run --digest`` prints it."""
        return self._engine.digest()

    def save(self) -> bytes:
        """The whole state. Services that run are not part of it."""
        return self._engine.save()

    def restore(self, state: bytes) -> None:
        """Go to a state from ``save``, of a simulation of the same scene. Raises ValueError for anything else."""
        self._engine.restore(state)

    def record(self, path: Any) -> "Recording":
        """Record what happens from now on to a file, until the recording is stopped or the simulation closed.

            with sim.record("run.mcap"):
                sim.step(600)

        An existing file is overwritten. ``morse replay --check`` can make the run again if it is recorded from its
        beginning: from before the first tick, command and call.
        """
        self._engine.record(os.fspath(path))
        # A program that ends without stopping it loses nothing.
        weakref.finalize(self, stop_last, self._engine)
        return Recording(self._engine, os.fspath(path))

    # The scene -------------------------------------------------------------------------------------------------------

    @property
    def robots(self) -> "Components[Robot]":
        """Robots by name."""
        return self._robots

    @property
    def sensors(self) -> "Components[Sensor]":
        """Sensors by full name, such as ``robot.pose``."""
        return self._sensors

    @property
    def actuators(self) -> "Components[Actuator]":
        """Actuators by full name, such as ``robot.motion``."""
        return self._actuators

    @property
    def objects(self) -> "Components[PlacedObject]":
        """Passive objects by name."""
        return self._objects

    def command(self, actuator: str, **values: Any) -> None:
        """Command an actuator; the command counts from the next tick on. Raises CommandError for a wrong one."""
        self._engine.command(actuator, values)

    def call(self, component: str, service: str, *arguments: Any) -> Any:
        """Call a service. The result, or a Goal if the service ends in a later tick. Raises ServiceError."""
        return self._engine.call(component, service, *arguments)

    def cancel(self, goal: Goal) -> None:
        """Cancel a service that runs."""
        self._engine.cancel(goal)

    def wait(self, goal: Goal, seconds: float = 60.0) -> Any:
        """Make steps until a service has ended, and return its result. Raises TimeoutError, ServiceError."""
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
        camera: Optional[str] = None,
        *,
        size: Tuple[int, int] = (640, 480),
        eye: Optional[Sequence[float]] = None,
        target: Optional[Sequence[float]] = None,
        fov: float = 60.0,
    ) -> Any:
        """A picture as an array of rows, pixels and colours (red, green, blue; 0 to 255).

        ``camera`` is a camera of the scene, with its own size. Without it, the picture is seen from ``eye`` [m] in the
        direction of ``target`` [m], by default of the first robot, with a horizontal angle of ``fov`` [deg].
        """
        if camera is not None:
            return self._engine.render_camera(camera)
        return self._engine.render(size, eye, target, fov)

    def observe(self, observer: Observer) -> Observer:
        """Call ``observer(simulation)`` after each tick; usable as a decorator."""
        if not callable(observer):
            raise TypeError(f"an observer is a function of the simulation, not {observer!r}")
        self._observers.append(observer)
        return observer

    def forget(self, observer: Observer) -> None:
        """Call an observer no more."""
        self._observers.remove(observer)

    # End -------------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the simulation and free what it holds. Nothing can be done with it afterwards."""
        self._engine.close()

    @property
    def is_closed(self) -> bool:
        """Whether it is closed."""
        return self._engine.is_closed

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        problem: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self.is_closed else f"{self.tick} ticks"
        return f"<simulation of {self.scene.path!r}, {state}>"
