"""Settings of the whole scene; they outlive the Environment object."""

from typing import Any, Dict, Optional

from morse.builder.source import Place
from morse.core.morse_time import TimeStrategies

DEFAULT_FREQUENCY_HZ = 60.0

# When requests of clients are served: as they arrive, or once in a step.
REQUEST_TIMINGS = ("immediate", "tick")


class TimeSettings:
    """How simulated time advances."""

    def __init__(self, auto_tune: bool) -> None:
        self.strategy: int = TimeStrategies.BestEffort
        self.scale = 1.0
        self.relative = False
        self.frequency_hz: Optional[float] = None
        self.auto_tune = auto_tune
        self.logic_step_max: Optional[int] = None
        self.physics_step_max: Optional[int] = None
        self.physics_sub_steps = 2
        self.internal_syncer = False
        self.request_timing = "immediate"

    def set_strategy(self, strategy: int) -> None:
        """BestEffort or FixedSimulationStep, which turns automatic tuning off."""
        self.strategy = strategy
        if strategy == TimeStrategies.FixedSimulationStep:
            self.auto_tune = False

    def as_json(self, scene_frequency_hz: Optional[float]) -> Dict[str, Any]:
        """The form used in scene documents."""
        fixed = self.strategy == TimeStrategies.FixedSimulationStep
        return {
            "strategy": "fixed_step" if fixed else "best_effort",
            "scale": self.scale,
            "relative": self.relative,
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

    def __init__(self, file: str, main_scene: Optional[str], fastmode: bool, auto_tune: bool) -> None:
        self.file = file
        self.main_scene = main_scene
        self.fastmode = fastmode
        self.gravity = 9.81
        self.time = TimeSettings(auto_tune)
        self.camera: Dict[str, Any] = {
            "location": [5.0, -5.0, 5.0],
            "rotation": [0.7854, 0.0, 0.7854],
            "clip": [0.1, 100.0],
            "speed": 2.0,
            "focal_length_mm": 20.0,
        }
        self.display: Dict[str, Any] = {}
        self.display_camera: Any = None
        self.recording: Optional[str] = None
        self.log_levels: Dict[str, str] = {}
        #: Further Python processes: components, lag and place of each.
        self.hosts: Dict[str, Dict[str, Any]] = {}
        self.multinode: Optional[Dict[str, Any]] = None
        self.node_name: Optional[str] = None
        self.properties: Dict[str, Any] = {}
        self.place: Optional[Place] = None

    def take_early(self, early: Dict[str, Dict[str, Any]]) -> None:
        """Take over what the script set through bpy before there was an Environment."""
        for name, value in early["settings"].items():
            setattr(self, name, value)
        for name, value in early["time"].items():
            setattr(self.time, name, value)
        self.display.update(early["display"])
