"""Settings of the whole scene; they outlive the Environment object."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypedDict

from morse.builder.scene.viewer_camera import ViewerCamera
from morse.core.morse_time import TimeStrategies

if TYPE_CHECKING:
    from morse.builder.components.wired import Wired
    from morse.builder.document.json_types import JsonValue
    from morse.builder.scene.current import EarlySettings
    from morse.builder.script.source import Place

#: Steps per second.
DEFAULT_FREQUENCY_HZ = 60.0

#: Versions of MORSE that the simulator can behave like.
VERSIONS = ("1.4",)

#: Time at which requests of clients are served: on arrival, or once in a step.
REQUEST_TIMINGS = ("immediate", "tick")


class Host(TypedDict):
    """A Python process besides that of the simulator."""

    #: Components, or their full names.
    components: list[Wired | str]
    #: Simulated time between a component's activation and its effect. [s]
    lag: float
    place: Place | None


class Multinode(TypedDict):
    """The connection to the server of a scene that several nodes share."""

    protocol: str
    server_address: str
    #: A number, or its digits.
    server_port: int | str
    #: Names of robots by node; None: the node simulates all robots.
    distribution: dict[str, list[str]] | None


class TimeSettings:
    """How simulated time advances."""

    def __init__(self, auto_tune: bool) -> None:
        self.strategy: int = TimeStrategies.BestEffort
        #: Simulated seconds per second of wall time.
        self.scale = 1.0
        #: Whether simulated time starts at 0 instead of the current time.
        self.relative = False
        #: Unix time of the start; None for the current time in timestamps. [s]
        self.start_s: float | None = None
        self.frequency_hz: float | None = None
        self.auto_tune = auto_tune
        #: Most steps of a frame.
        self.logic_step_max: int | None = None
        self.physics_step_max: int | None = None
        #: Physics steps in a simulation step.
        self.physics_sub_steps = 2
        self.internal_syncer = False
        #: None: that of the version in as_morse, or else immediate.
        self.request_timing: str | None = None

    def set_strategy(self, strategy: int) -> None:
        """Set BestEffort or FixedSimulationStep. The latter turns automatic tuning off."""
        self.strategy = strategy
        if strategy == TimeStrategies.FixedSimulationStep:
            self.auto_tune = False

    def as_json(self, scene_frequency_hz: float | None) -> dict[str, JsonValue]:
        """The form used in scene documents. ``scene_frequency_hz`` was set through bpy."""
        fixed = self.strategy == TimeStrategies.FixedSimulationStep
        return {
            "strategy": "fixed_step" if fixed else "best_effort",
            "scale": self.scale,
            "relative": self.relative,
            "start_s": self.start_s,
            "frequency_hz": self.frequency_hz or scene_frequency_hz or DEFAULT_FREQUENCY_HZ,
            "auto_tune": self.auto_tune,
            "logic_step_max": self.logic_step_max,
            "physics_step_max": self.physics_step_max,
            "physics_sub_steps": self.physics_sub_steps,
            "internal_syncer": self.internal_syncer,
            "request_timing": self.request_timing,
        }


class Settings:
    """Environment file, time, camera, display, logs and nodes."""

    def __init__(self, file: str, main_scene: str | None, fastmode: bool, auto_tune: bool) -> None:
        self.file = file
        self.main_scene = main_scene
        self.fastmode = fastmode
        #: Version of MORSE whose laws of motion and request timing apply; None for those of this simulator.
        self.as_morse: str | None = os.environ.get("MORSE_AS") or None
        #: Maximum number of objects that clients may have added at a time; None for that of the simulator.
        self.spawned_max: int | None = None
        #: Downward acceleration. [m/s²]
        self.gravity = 9.81
        self.time = TimeSettings(auto_tune)
        #: The user's camera.
        self.camera = ViewerCamera()
        #: Display settings by name.
        self.display: dict[str, object] = {}
        #: The camera whose image is shown on the screen.
        self.display_camera: Wired | None = None
        #: File of the recording.
        self.recording: str | None = None
        #: Levels by logger.
        self.log_levels: dict[str, str] = {}
        #: Python processes by name.
        self.hosts: dict[str, Host] = {}
        self.multinode: Multinode | None = None
        self.node_name: str | None = None
        self.properties: dict[str, object] = {}
        self.place: Place | None = None

    def mist(self) -> dict[str, object]:
        """The settings of the mist, which are part of the display settings."""
        mist = self.display.setdefault("mist", {})
        assert isinstance(mist, dict)
        return mist

    def take_early(self, early: EarlySettings) -> None:
        """Take over the settings that the script made through bpy before the Environment."""
        for name, value in early["settings"].items():
            setattr(self, name, value)
        for name, value in early["time"].items():
            setattr(self.time, name, value)
        self.display.update(early["display"])
