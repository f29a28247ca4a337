"""Copies of the component classes of MORSE 1.4, from its Debian package, run as components of a user."""

import ast
import importlib.util
import json
import math
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from harness import TestCase

ORIGINAL = Path("/usr/lib/python3/dist-packages/morse")
HAS_NUMPY = importlib.util.find_spec("numpy") is not None

#: Classes that work on the picture of a window of the game engine, or on meshes and lamps that it draws.
IN_A_WINDOW = {
    "AbstractDepthCamera", "Camera", "DepthCamera", "DepthCameraRotationZ", "DepthVideoCamera", "LaserScanner",
    "LaserScannerRotationZ", "Light", "PA10", "RSSILaserScanner", "RawImage", "SemanticCamera", "StereoUnit",
    "VideoCamera",
}  # fmt: skip
#: Classes that are not components, a car, whose drive is that of the built-in class, and a sensor that is the armature
#: itself in the original.
LEFT_OUT = {"HumanPosture", "Hummer", "MagnetoDriver"}

#: Sensors whose copies are compared with the built-in ones, and the fields that both have.
TWINS = {
    "Accelerometer": ("velocity", "acceleration"),
    "Airspeed": ("diff_pressure",),
    "Attitude": ("rotation", "angular_velocity"),
    "Barometer": ("pressure",),
    "Battery": ("charge",),
    "GPS": ("x", "y", "z"),
    "Gyroscope": ("roll", "pitch", "yaw"),
    "IMU": ("angular_velocity", "linear_acceleration", "magnetic_field"),
    "Pose": ("x", "y", "z", "roll", "pitch", "yaw"),
    "Proximity": ("near_objects",),
    "RadarAltimeter": ("z",),
    "Thermometer": ("temperature",),
    "Velocity": ("linear_velocity", "angular_velocity", "world_linear_velocity"),
}

#: Makes each class of the list a component of a robot of its own: the component of its builder class, if it has one.
SCENE = """
import time
from morse.builder import *
from morse.builder.catalog import builders
from morse.builder.creator import ActuatorCreator, SensorCreator

BUILDERS = {"morse.actuators.armature.Armature": "KukaLWR"}
for builder, facts in builders().items():
    BUILDERS.setdefault(facts["component"]["class"], builder)
ROBOTS = {"MotionVWDiff": "Pioneer3DX", "SteerForce": "Hummer"}
CARRIERS = {"ArmaturePose": ("actuators", "armature", "Armature"), "PTUPosture": ("actuators", "ptu", "PTU")}
#: Properties that the original requires.
PROPERTIES = {"SearchAndRescue": {"Abilities": "1,2"}, "Sound": {"mode": "LOOP"}}


def robot_of(number, kind):
    robot = globals()[ROBOTS.get(kind, "ATRV")](name=f"robot{number}")
    robot.translate(x=6.0 * (number % 10), y=6.0 * (number // 10))
    return robot


def copy_of(package, module, kind):
    bare = SensorCreator if package == "sensors" else ActuatorCreator
    # Builder classes without a class of their own, such as that of compound sensors, need arguments.
    builder = BUILDERS.get(f"morse.{package}.{module}.{kind}")
    component = globals()[builder](kind) if builder and kind != "CompoundSensor" else bare(kind)
    component.properties(classpath=f"copies.{package}.{module}.{kind}", **PROPERTIES.get(kind, {}))
    return component


for number, (package, module, kind) in enumerate(CLASSES):
    robot = robot_of(number, kind)
    component = copy_of(package, module, kind)
    if kind == "CompoundSensor":
        pose = Pose("place")
        robot.append(pose)
        component.properties(sensors=f"robot{number}.place")
    if kind in CARRIERS:
        carrier = copy_of(*CARRIERS[kind])
        robot.append(carrier)
        carrier.append(component)
    else:
        robot.append(component)
    if TWINS and package == "sensors":
        twin = globals()[BUILDERS[f"morse.{package}.{module}.{kind}"]]("twin")
        robot.append(twin)
        motion = MotionVW("motion")
        robot.append(motion)
    robot.add_default_interface("socket") if TWINS else component.add_service("socket")
env = Environment("empty", fastmode=True)
env.properties(longitude=1.4, latitude=43.6, altitude=150.0, angle_against_north=0.0)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
# The copy of the IMU takes the magnetic field of today.
env.set_start_time(time.time())
"""


#: Modifiers of a pose, by their class paths in the original: name in the Builder.
MODIFIERS = {
    "ecef.CoordinatesToECEF": "ECEF",
    "feet.MeterToFeet": "feet",
    "geocentric.CoordinatesToGeocentric": "geocentric",
    "geodetic.CoordinatesToGeodetic": "geodetic",
    "ned.CoordinatesToNED": "NED",
    "utm.CoordinatesToUTM": "UTM",
}

MODIFIED = """
from morse.builder import *

robot = ATRV()
robot.translate(x=10.0, y=20.0)
for path, name in MODIFIERS.items():
    copy, twin = Pose(f"{name}_copy"), Pose(f"{name}_twin")
    copy.alter(classpath=f"copies.modifiers.{path}")
    twin.alter(name)
    for pose in (copy, twin):
        pose.add_service("socket")
        robot.append(pose)
env = Environment("empty", fastmode=True)
env.properties(longitude=1.4, latitude=43.6, altitude=150.0, angle_against_north=30.0)
env.properties(UTMXOffset=123.0, UTMYOffset=-45.0, UTMZOffset=6.0)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
"""

ROBOT_SCENE = """
from morse.builder import *
from morse.builder.catalog import builders

BUILDERS = {}
for builder, facts in builders().items():
    BUILDERS.setdefault(facts["component"]["class"], builder)
for number, (package, module, kind) in enumerate(CLASSES):
    builder = BUILDERS.get(f"morse.{package}.{module}.{kind}", "ATRV")
    robot = globals()[builder](name=f"robot{number}")
    robot.translate(x=6.0 * (number % 10), y=6.0 * (number // 10))
    robot.properties(classpath=f"copies.{package}.{module}.{kind}")
    pose = Pose()
    pose.add_service("socket")
    robot.append(pose)
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
"""


def source_of(path):
    """The source of a modifier of the original."""
    return (ORIGINAL / "modifiers" / (path.split(".")[0] + ".py")).read_text()


def classes(*packages):
    """Package, module and name of each component class of the original that needs no window."""
    found = []
    for package in packages:
        for path in sorted((ORIGINAL / package).glob("*.py")):
            source = path.read_text()
            if "import numpy" in source and not HAS_NUMPY:
                continue
            names = [item.name for item in ast.parse(source).body if isinstance(item, ast.ClassDef)]
            found += [(package, path.stem, name) for name in names if name not in IN_A_WINDOW | LEFT_OUT]
    return found


@unittest.skipUnless(ORIGINAL.is_dir(), "MORSE 1.4 is not installed")
class Copies(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        path = os.pathsep.join([str(self.folder), os.environ.get("PYTHONPATH", "")])
        self.environment = {"PYTHONPATH": path}
        for package in ("actuators", "modifiers", "robots", "sensors"):
            shutil.copytree(ORIGINAL / package, self.folder / "copies" / package)

    def start(self, found, twins=False):
        text = f"CLASSES = {found!r}\nTWINS = {twins!r}\n{SCENE}"
        return self.run_scene(text, environment=self.environment)

    def wait_s(self, client, seconds):
        self.assertIn("SUCCESS", client.ask(f"w time sleep [{seconds}]"))

    def data_of(self, client, component):
        return json.loads(client.ask(f"d {component} get_local_data").split(" ", 2)[2])

    def assertAlike(self, found, expected):
        """Compares numbers in lists and objects, with a tolerance for rounding."""
        if isinstance(expected, dict):
            self.assertEqual(found.keys(), expected.keys())
            found, expected = found.values(), [expected[key] for key in found]
        if isinstance(expected, (list, tuple)):
            for one, other in zip(found, expected, strict=True):
                self.assertAlike(one, other)
        else:
            self.assertTrue(math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-6), f"{found} is not {expected}")

    def assertNothingFailed(self, simulator):
        failed = [line for line in simulator.lines if "Python code" in line]
        self.assertEqual(failed, [], "\n".join(simulator.lines))

    def test_every_class_runs(self):
        found = classes("sensors", "actuators")
        self.assertGreater(len(found), 40)
        simulator = self.start(found)
        with simulator.connect() as client:
            self.wait_s(client, 0.5)
        self.assertNothingFailed(simulator)

    def test_sensors_have_the_readings_of_the_built_in_sensors(self):
        found = [it for it in classes("sensors") if it[2] in TWINS]
        self.assertGreater(len(found), 8)
        simulator = self.start(found, twins=True)
        with simulator.connect() as client:
            for number in range(len(found)):
                self.assertIn("SUCCESS", client.ask(f"m robot{number}.motion set_speed [0.5, 0.3]"))
            self.wait_s(client, 1.0)
            self.assertIn("SUCCESS", client.ask("p simulation pause"))
            for number, (_, _, kind) in enumerate(found):
                copy, twin = (self.data_of(client, f"robot{number}.{name}") for name in (kind, "twin"))
                with self.subTest(kind=kind):
                    self.assertLess(copy["timestamp"], 5.0)
                    self.assertAlike([copy[field] for field in TWINS[kind]], [twin[field] for field in TWINS[kind]])
        self.assertNothingFailed(simulator)

    def test_modifiers_have_the_results_of_the_built_in_modifiers(self):
        found = {path: name for path, name in MODIFIERS.items() if HAS_NUMPY or "import numpy" not in source_of(path)}
        self.assertGreaterEqual(len(found), 2)
        text = f"MODIFIERS = {found!r}\n{MODIFIED}"
        simulator = self.run_scene(text, environment=self.environment)
        with simulator.connect() as client:
            self.wait_s(client, 0.2)
            self.assertIn("SUCCESS", client.ask("p simulation pause"))
            for name in found.values():
                with self.subTest(name=name):
                    copy, twin = self.data_of(client, f"robot.{name}_copy"), self.data_of(client, f"robot.{name}_twin")
                    self.assertAlike([copy[axis] for axis in "xyz"], [twin[axis] for axis in "xyz"])
        self.assertNothingFailed(simulator)

    def test_every_robot_runs(self):
        found = classes("robots")
        self.assertGreater(len(found), 12)
        simulator = self.run_scene(f"CLASSES = {found!r}\n{ROBOT_SCENE}", environment=self.environment)
        with simulator.connect() as client:
            self.wait_s(client, 0.5)
        self.assertNothingFailed(simulator)


if __name__ == "__main__":
    unittest.main()
