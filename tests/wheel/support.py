"""Scenes and helpers for the tests of the wheel. They run in a Python environment with the wheel."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120.0

#: A robot with a motion actuator, a noisy pose sensor, a laser scanner and a camera, and a second robot with waypoints.
DOCUMENT = {
    "morse_scene": 1,
    "environment": {"file": "empty"},
    "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
        {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot"},
        {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot"},
        {"name": "rover", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
         "location": [0.0, 4.0, 0.0]},
        {"name": "rover.waypoint", "kind": "actuator", "class": "morse.actuators.waypoint.Waypoint", "parent": "rover"},
        {"name": "robot.sick", "kind": "sensor", "class": "morse.sensors.laserscanner.LaserScanner", "parent": "robot",
         "location": [0.3, 0.0, 0.6], "properties": {"resolution": 1.0, "scan_window": 180.0}},
        {"name": "robot.camera", "kind": "sensor", "class": "morse.sensors.video_camera.VideoCamera",
         "parent": "robot", "location": [0.3, 0.0, 0.8],
         "properties": {"cam_width": 32, "cam_height": 24}},
    ],
    "component_modifier": {"robot.pose": [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {"pos_std": 0.1}]]},
}


def installed(name):
    """Path of a program of this environment, or of the PATH."""
    path = Path(sys.prefix) / "bin" / name
    return str(path) if path.exists() else shutil.which(name)


def run_python(text, **options):
    """Runs a Python program in a separate process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", text], env=environment, timeout=TIMEOUT_S, text=True,
        capture_output=True, **options,
    )


class WheelTest(unittest.TestCase):
    """A test whose simulations are closed at its end."""

    def simulation(self, source=None, seed=0, **options):
        import morse

        sim = morse.Simulation(DOCUMENT if source is None else source, seed=seed, **options)
        self.addCleanup(sim.close)
        return sim
