"""The Environment, which a scene script creates last: it names the components and sets up the simulation."""

from __future__ import annotations

import os
import sys
import weakref
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.components import display
from morse.builder.morsebuilder import Robot
from morse.builder.scene import naming, scene
from morse.builder.scene.scene_object import SceneObject
from morse.builder.scene.settings import REQUEST_TIMINGS, VERSIONS, Settings
from morse.builder.script import arguments, report
from morse.builder.script.environment_files import environment_exists, folders, similar_environment
from morse.builder.script.errors import remove_hook
from morse.builder.script.source import calling_place
from morse.builder.wiring import choice as wiring
from morse.builder.wiring.choice import known_middleware
from morse.core.exceptions import MorseBuilderError
from morse.core.morse_time import TimeStrategies

if TYPE_CHECKING:
    from morse.builder.components.wired import Wired

__all__ = ["Environment"]

_FASTEST_SENSIBLE_HZ = 1000.0


class Environment(display.DisplaySettings, AbstractComponent):
    """``Environment('sandbox')``: create it after the robots. It is finalized by ``create``, or when it is destroyed.

    ``fastmode`` draws outlines only and turns the cameras off. ``component_renaming=False`` keeps the names of the
    components. Raises FileNotFoundError for an unknown environment.
    """

    is_listed = False

    def __init__(
        self,
        filename: str,
        main_scene: str | None = None,
        fastmode: bool = False,
        component_renaming: bool = True,
        auto_tune_time: bool = True,
    ) -> None:
        # Set first: the destructor runs even when this constructor fails.
        self._created = True
        arguments.text("Environment", "filename", filename)
        arguments.optional_text("Environment", "main_scene", main_scene)
        fastmode = arguments.flag("Environment", "fastmode", fastmode)
        component_renaming = arguments.flag("Environment", "component_renaming", component_renaming)
        auto_tune_time = arguments.flag("Environment", "auto_tune_time", auto_tune_time)
        current = scene()
        if current.settings is not None:
            raise MorseBuilderError(
                f"a scene has one Environment, and there is one already: made at {current.settings.place}"
            )
        AbstractComponent.__init__(self, SceneObject("Scene_Script_Holder"))
        if not environment_exists(filename):
            report.error(f"Error while trying to load '{filename}': model not found{_why_not_found(filename)}")
            raise FileNotFoundError(f"Environment '{filename}' not found{_similar(filename)}")
        self._settings = current.settings = Settings(filename, main_scene, fastmode, auto_tune_time)
        current.settings.take_early(current.early)
        current.settings.properties = self.scene_object.values
        current.settings.place = calling_place()
        current.environment = weakref.ref(self)
        robots = [component for component in AbstractComponent.components if component.kind == "robot"]
        for robot in robots:
            if isinstance(robot, Robot):
                robot.apply_default_interface()
        if component_renaming:
            naming.name_orphans(naming.frame_of_script(sys._getframe(0)))
            naming.rename_all(robots)
            naming.report_unnamed()
        self._created = False

    # End of the description ------------------------------------------------------------------------------------------

    def create(self, name: str | None = None) -> None:
        """Finalize the scene; called automatically when the Environment is destroyed. ``name``: name of this node."""
        current = scene()
        if self._created or current.settings is not self._settings:
            return
        self._created = True
        if name is not None:
            self._settings.node_name = arguments.text("create", "name", name)
        for component in list(AbstractComponent.components):
            after_renaming = getattr(component, "after_renaming", None)
            if after_renaming is not None:
                after_renaming()
        current.created = True
        remove_hook()
        if not current.is_run:
            script = os.path.basename(self._settings.place.file) if self._settings.place else "this script"
            print(f"{script} describes a simulation; start it with: morse run {script}", file=sys.stderr)

    def __del__(self) -> None:
        # At the end of the process, modules that `create` needs may be gone.
        if self._created:
            return
        try:
            self.create()
        except Exception as problem:  # a destructor cannot raise, so the runner reports the exception
            scene().failure = problem

    # Time ------------------------------------------------------------------------------------------------------------

    def set_time_strategy(self, strategy: int) -> None:
        """TimeStrategies.BestEffort or FixedSimulationStep; also effective after ``create``. Raises ValueError."""
        if strategy not in (TimeStrategies.BestEffort, TimeStrategies.FixedSimulationStep):
            raise arguments.WrongValue(
                f"set_time_strategy: unknown time strategy {strategy!r}; known: BestEffort (0), FixedSimulationStep (1)"
            )
        self._settings.time.set_strategy(strategy)

    def set_time_scale(self, slowdown_by: float | None = None, accelerate_by: float | None = None) -> None:
        """Let simulated time run slower or faster than the wall clock, by a factor; give exactly one of the two."""
        if (slowdown_by is None) == (accelerate_by is None):
            return report.error("set_time_scale takes exactly one of slowdown_by and accelerate_by: nothing changed")
        if slowdown_by is None:
            self._settings.time.scale = arguments.positive("set_time_scale", "accelerate_by", accelerate_by)
        else:
            self._settings.time.scale = 1.0 / arguments.positive("set_time_scale", "slowdown_by", slowdown_by)

    def simulator_frequency(
        self, base_frequency: float = 60, logic_step_max: int = 20, physics_step_max: int = 20
    ) -> None:
        """Steps per second, and the most logic and physics steps of a frame; turns automatic tuning off."""
        time = self._settings.time
        time.frequency_hz = arguments.positive("simulator_frequency", "base_frequency", base_frequency)
        time.logic_step_max = arguments.integer("simulator_frequency", "logic_step_max", logic_step_max)
        time.physics_step_max = arguments.integer("simulator_frequency", "physics_step_max", physics_step_max)
        time.auto_tune = False

    def set_physics_step_sub(self, step_sub: int) -> None:
        """Number of physics steps in a simulation step; 2 by default."""
        self._settings.time.physics_sub_steps = arguments.integer("set_physics_step_sub", "step_sub", step_sub)

    def use_internal_syncer(self) -> None:
        """Trigger the steps at the simulator's own rate; turns automatic tuning off."""
        self._settings.time.internal_syncer = True
        self._settings.time.auto_tune = False

    def use_relative_time(self, relative_time: bool) -> None:
        """Start the simulated time at 0 instead of the current time."""
        self._settings.time.relative = arguments.flag("use_relative_time", "relative_time", relative_time)

    def set_start_time(self, start: str | float | datetime) -> None:
        """Start the simulated time at a date instead of the current time.

        ``start``: ISO 8601 text such as ``2026-06-21T12:00:00Z``, a datetime, or Unix time [s]. Times without a time
        zone are UTC. Without this call, timestamps and the date of a GPS start at the current time, and the magnetic
        field is that of 2025-01-01. Raises TypeError and ValueError.
        """
        self._settings.time.start_s = arguments.moment("set_start_time", "start", start)

    def set_request_timing(self, timing: str) -> None:
        """Serve requests on arrival (``immediate``), or once in a step as MORSE 1.4 (``tick``). Raises ValueError."""
        timing = arguments.one_of("set_request_timing", "timing", timing, REQUEST_TIMINGS)
        self._settings.time.request_timing = timing

    def limit_spawned(self, count: int) -> None:
        """Limit the number of objects that clients may have added at a time. Raises TypeError and ValueError."""
        count = arguments.integer("limit_spawned", "count", count)
        if not 0 <= count < 2**32:
            raise arguments.WrongValue(f"limit_spawned: count must be from 0 to {2**32 - 1}, not {count}")
        self._settings.spawned_max = count

    def as_morse(self, version: str) -> None:
        """Move robots and serve requests as this version of MORSE did: ``1.4``. Raises ValueError.

        Friction slows robots between two commands, and requests are served once in a step. See docs/as_morse.md.
        """
        self._settings.as_morse = arguments.one_of("as_morse", "version", version, VERSIONS)

    # Python processes ------------------------------------------------------------------------------------------------

    def host(
        self, components: Wired | str | Sequence[Wired | str], process: str, lag: float = 0.0
    ) -> None:
        """Run Python components in a separate process, with their modifiers, streams and overlays.

        ``components``: one or more components, or their full names. ``process``: any name; several calls with one name
        add up. ``lag`` [s]: the simulated time from the start of an activation to the data of a sensor or the effect of
        an actuator; the simulation does not wait meanwhile. Raises TypeError and ValueError.
        """
        call = "host"
        several: Sequence[object] = components if isinstance(components, (list, tuple)) else [components]
        checked: list[Wired | str] = []
        for component in several:
            if not isinstance(component, (str, AbstractComponent)):
                raise arguments.WrongType(f"{call}: components takes components or their names, not {component!r}")
            checked.append(component)
        arguments.text(call, "process", process)
        lag = arguments.number(call, "lag", lag)
        known = self._settings.hosts.setdefault(process, {"components": [], "lag": lag, "place": calling_place()})
        if known["lag"] != lag:
            raise arguments.WrongValue(f"{call}: the process {process!r} has a lag of {known['lag']} s, not {lag}")
        known["components"].extend(checked)

    # Recordings ------------------------------------------------------------------------------------------------------

    def record(self, file: str = "run.mcap") -> None:
        """Record each run of ``morse run`` to this MCAP file; an existing file is overwritten.

        A relative path is relative to the working directory. The file of ``morse run --record`` takes precedence.
        Raises ValueError for a name that does not end in ``.mcap``.
        """
        if not arguments.text("record", "file", file).lower().endswith(".mcap"):
            raise arguments.WrongValue(f"record: {file!r} is not the name of a recording; it must end in .mcap")
        self._settings.recording = file

    # Physics, services, nodes ----------------------------------------------------------------------------------------

    def set_gravity(self, gravity: float = 9.81) -> None:
        """Downward gravity [m/s²]. Only a float has an effect: write ``set_gravity(0.0)``, not ``set_gravity(0)``."""
        if isinstance(gravity, float):
            self._settings.gravity = gravity
        else:
            arguments.number("set_gravity", "gravity", gravity)
            report.warn(f"set_gravity({gravity!r}) changes nothing: give a float, such as {gravity}.0")

    def configure_stream_manager(self, stream_manager: str, **kwargs: object) -> None:
        """Set options of a stream manager, given by short name or class path; several calls add up."""
        manager = wiring.manager_class(known_middleware("configure_stream_manager", stream_manager))
        scene().stream_managers.setdefault(manager, {}).update(kwargs)
        scene().stream_manager_places[manager] = calling_place()

    def add_service(self, interface: str, component: Wired | str | None = None, config: str | None = None) -> None:
        """Serve the requests of the simulation itself over a middleware. Raises KeyError."""
        if component is not None:
            report.warn(f"add_service of the Environment serves the simulation, not {component!r}")
        config = arguments.optional_text("add_service", "config", config)
        service = wiring.Service(config or wiring.request_manager_class("add_service", interface), calling_place())
        scene().named_services.setdefault("simulation", []).append(service)

    def configure_service(self, datastream: str) -> None:
        """Old name of add_service."""
        report.warn("configure_service is deprecated: use add_service")
        self.add_service(datastream)

    def configure_multinode(
        self,
        protocol: str = "socket",
        server_address: str = "localhost",
        server_port: int | str = "65000",
        distribution: dict[str, str | Sequence[str]] | None = None,
    ) -> None:
        """Share the scene among nodes. ``distribution``: for each node, the robot or robots that it simulates."""
        call = "configure_multinode"
        arguments.text(call, "protocol", protocol)
        arguments.text(call, "server_address", server_address)
        nodes: dict[str, list[str]] | None = None
        if distribution is not None:
            if not isinstance(distribution, dict):
                raise arguments.WrongType(f"{call}: distribution takes a dictionary, not {distribution!r}")
            nodes = {
                arguments.text(call, "a node", node): [robots]
                if isinstance(robots, str)
                else arguments.texts(call, f"distribution[{node!r}]", robots)
                for node, robots in distribution.items()
            }
        self._settings.multinode = {
            "protocol": protocol,
            "server_address": server_address,
            "server_port": _port(server_port),
            "distribution": nodes,
        }

    def set_log_level(self, component: str, level: str) -> None:
        """Set the level of the logger ``morse.<component>``: DEBUG, INFO, WARNING…"""
        arguments.text("set_log_level", "component", component)
        self._settings.log_levels[component] = arguments.text("set_log_level", "level", level).upper()

    def is_internal_camera(self, camera: object) -> bool:
        """True for the cameras of the simulator itself, which are not on a robot."""
        return getattr(camera, "parent", None) is None


def _port(port: object) -> int | str:
    """A port as given: a number, or its digits."""
    if isinstance(port, str):
        return port
    return arguments.integer("configure_multinode", "server_port", port)


def _why_not_found(filename: str) -> str:
    """The folders that were searched for an environment, and a similar name."""
    return f" as a path, nor in {', '.join(folders())}, with and without environments/{_similar(filename)}"


def _similar(filename: str) -> str:
    similar = similar_environment(filename)
    return f"; did you mean '{similar}'?" if similar else ""


def check_time_scale(settings: Settings) -> None:
    """Warn about a time scale that needs more steps per second than a computer can compute."""
    current = scene()
    fastest = max((component.property_value("frequency") or 0.0 for component in current.components), default=0.0)
    if settings.time.scale * fastest > _FASTEST_SENSIBLE_HZ:
        report.warn(
            f"time scale {settings.time.scale} and a component at {fastest} Hz ask for more than "
            f"{_FASTEST_SENSIBLE_HZ:.0f} steps per second"
        )
