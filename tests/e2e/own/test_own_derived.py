"""User-defined classes that derive from built-in components: the simulator computes the built-in part, Python the rest."""

import base64
import json
import math
import socket

from harness import command, wait_until
from own_scene import OWN_SENSOR, OwnSceneCase

DERIVED = '''
from morse.actuators.v_omega import MotionVW
from morse.actuators.waypoint import Waypoint
from morse.core import status
from morse.core.services import service
from morse.core.wheeled_robot import PhysicsAckermannRobot, PhysicsDifferentialRobot, PhysicsWheelRobot
from morse.helpers.components import add_data, add_property
from morse.robots.atrv import ATRV
from morse.robots.hummer import Hummer
from morse.robots.pioneer3dx import Pioneer3DX
from morse.sensors.imu import IMU
from morse.sensors.pose import Pose
from morse.sensors.proximity import Proximity
from morse.sensors.video_camera import VideoCamera
import morse.sensors.gps
import morse.actuators.ptu


class MyPose(Pose):
    """Reads the pose and a further field."""
    add_data("far", False, "bool", "whether x is beyond a limit")
    add_property("_limit", 0.5, "Limit", "float", "the limit")

    def default_action(self):
        super().default_action()
        self.local_data["far"] = self.local_data["x"] > self._limit
        self.local_data["z"] += 100.0

    @service
    def limit(self):
        return self._limit


class Lazy(Pose):
    """Does not call its base class."""

    def default_action(self):
        self.local_data["y"] = 7.0


class MyIMU(IMU):
    def default_action(self):
        super().default_action()
        self.local_data["linear_acceleration"] = [-value for value in self.local_data["linear_acceleration"]]


class Slow(MotionVW):
    """Drives at half of the commanded speed."""

    def default_action(self):
        v = self.local_data["v"]
        self.local_data["v"] = v / 2
        super().default_action()
        self.local_data["v"] = v


class MyWaypoint(Waypoint):
    def __init__(self, obj, parent=None):
        super().__init__(obj, parent)
        self.goals = 0

    @service
    def visited(self):
        return self.goals

    def completed(self, state, result=None):
        self.goals += 1
        super().completed(state, "there, goal %d" % self.goals)


class MyATRV(ATRV):
    """Sets its own pose once."""

    def __init__(self, obj, parent=None):
        ATRV.__init__(self, obj, parent)
        self.has_jumped = False

    def default_action(self):
        super().default_action()
        if not self.has_jumped:
            self.has_jumped = True
            self.force_pose([1.0, 2.0, 0.5], None)


class MyCamera(VideoCamera):
    add_data("brightest", 0, "int", "brightest channel of the first pixel")

    def default_action(self):
        super().default_action()
        image = self.local_data["image"]
        if image:
            self.local_data["brightest"] = max(image[:3])
            self.local_data["image"] = bytes(len(image))

    @service
    def brightest(self):
        return self.local_data["brightest"]


class MyProximity(Proximity):
    """Has a longer range than in the scene."""

    def __init__(self, obj, parent=None):
        super().__init__(obj, parent)
        self.Range = 50.0


class Driven(PhysicsDifferentialRobot):
    """Drives a curve without commands."""

    def default_action(self):
        self.apply_vw_wheels(0.5, 0.2)


class Steered(PhysicsAckermannRobot):
    def default_action(self):
        self.apply_vw_wheels(0.8, 0.3)


class MyPioneer(Pioneer3DX):
    def default_action(self):
        assert isinstance(self, PhysicsWheelRobot)
        self.apply_vw_wheels(0.5, -0.2)


class MyHummer(Hummer):
    def default_action(self):
        self.steer(0.2, 200.0)
'''

SCENE = '''
from morse.builder import *

class MyPose(Pose):
    _classpath = "own.parts.MyPose"

robot = ATRV()
robot.properties(classpath="own.parts.MyATRV")
pose = MyPose()
pose.properties(Limit=0.25)
robot.append(pose)
lazy = Pose()
lazy.properties(classpath="own.parts.Lazy")
robot.append(lazy)
imu = IMU()
imu.properties(classpath="own.parts.MyIMU")
robot.append(imu)
motion = MotionVW()
motion.properties(classpath="own.parts.Slow", ControlType="Position")
robot.append(motion)
truth = Pose()
robot.append(truth)
near = Proximity()
near.properties(classpath="own.parts.MyProximity", Range=1.0)
robot.append(near)
walker = FakeRobot()
walker.translate(x=-6.0)
waypoint = Waypoint()
waypoint.properties(classpath="own.parts.MyWaypoint", ObstacleAvoidance=False, ControlType="Position", FreeZ=True)
walker.append(waypoint)
camera = VideoCamera()
camera.properties(classpath="own.parts.MyCamera", cam_width=8, cam_height=4)
walker.append(camera)
camera.add_stream("socket", "morse.middleware.sockets.video_camera.VideoCameraPublisher")
walker.add_service("socket")
camera.add_service("socket")
waypoint.add_service("socket")
pioneer = Pioneer3DX()
pioneer.translate(y=10.0)
pioneer.properties(classpath="own.parts.Driven")
drive = Pose()
pioneer.append(drive)
second = Pioneer3DX()
second.translate(y=-10.0)
second.properties(classpath="own.parts.MyPioneer")
mirrored = Pose()
second.append(mirrored)
segway = SegwayRMP400()
segway.translate(x=-12.0, y=-6.0)
segway.properties(classpath="own.parts.Steered")
curve = Pose()
segway.append(curve)
hummer = Hummer()
hummer.translate(x=10.0, y=2.0)
hummer.properties(classpath="own.parts.MyHummer")
road = Pose()
hummer.append(road)
for driven in (robot, pioneer, second, segway, hummer):
    driven.add_default_interface("socket")
env = Environment("empty", fastmode=%s)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''


class Derived(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + DERIVED)
        self.simulator = self.run_scene(SCENE % "False", environment=self.environment)
        self.client = self.simulator.connect()
        self.addCleanup(self.client.socket.close)

    def reading(self, component):
        """A reading after three more ticks."""
        self.client.ask("s time sleep [0.05]")
        return json.loads(self.client.ask(f"r {component} get_local_data").split(" ", 2)[2])

    def until(self, component, condition):
        found = wait_until(lambda: [reading] if condition(reading := self.reading(component)) else None)
        return found[0]

    def test_derived_sensor_changes_the_reading_of_its_base(self):
        reading = self.until("robot.pose", lambda reading: reading["far"])
        self.assertAlmostEqual(reading["x"], 1.0, 3)
        self.assertGreater(reading["z"], 100.0)
        self.assertEqual(list(reading), ["timestamp", "x", "y", "z", "yaw", "pitch", "roll", "far"])
        self.assertEqual(self.client.ask("a robot.pose limit"), "a SUCCESS 0.25")
        self.assertEqual(self.reading("robot.lazy")["y"], 7.0)
        self.assertEqual(self.reading("robot.lazy")["x"], 0.0, "the base class was not called")
        self.until("robot.imu", lambda reading: reading["linear_acceleration"][2] < -9.0)

    def test_derived_robot_has_the_body_of_its_base(self):
        truth = self.until("robot.truth", lambda reading: reading["x"] > 0.5)
        self.assertAlmostEqual(truth["y"], 2.0, 2)
        self.assertLess(truth["z"], 0.5, "it has fallen onto its wheels")
        self.assertGreater(truth["z"], 0.0)

    def test_derived_actuator_acts_through_its_base(self):
        before = self.until("robot.truth", lambda reading: reading["x"] > 0.5)
        self.assertIn("SUCCESS", self.client.ask("m robot.motion set_speed [1.0, 0.0]"))
        started = json.loads(self.client.ask("t time now").split(" ", 2)[2])
        after = self.until("robot.truth", lambda reading: reading["x"] > before["x"] + 0.4)
        duration_s = after["timestamp"] - started
        self.assertAlmostEqual((after["x"] - before["x"]) / duration_s, 0.5, 1)

    def test_built_in_service_completes_through_the_derived_class(self):
        answer = self.client.ask("w walker.waypoint goto [-4.0, 0.0, 0.0, 0.5, 3.0]")
        self.assertEqual(answer, 'w SUCCESS "there, goal 1"')
        self.assertEqual(self.client.ask("v walker.waypoint visited"), "v SUCCESS 1")
        self.client.send("x walker.waypoint goto [40.0, 0.0, 0.0, 0.5, 0.1]\nx cancel\n")
        self.assertTrue(self.client.line().startswith("x PREEMPTED"))

    def test_derived_camera_changes_its_image(self):
        wait_until(lambda: self.client.ask("b walker.camera brightest") == "b SUCCESS 143", "the brightest pixel")
        port = int(self.client.ask('p simulation get_stream_port ["walker.camera"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            picture = json.loads(stream.makefile().readline())
        self.assertEqual((picture["width"], picture["height"]), (8, 4))
        image = base64.b64decode(picture["image"])
        self.assertEqual((len(image), set(image)), (8 * 4 * 4, {0}))

    def test_property_set_in_python_reaches_the_built_in_part(self):
        near = self.until("robot.near", lambda reading: reading["near_objects"] or reading.get("near_robots"))
        self.assertIn("walker", json.dumps(near))

    def test_derived_differential_robot_drives_a_curve(self):
        reading = self.until("pioneer.drive", lambda reading: reading["yaw"] > 0.2)
        self.assertGreater(reading["x"], 0.1)
        self.assertGreater(reading["y"], 10.0)
        mirrored = self.until("second.mirrored", lambda reading: reading["yaw"] < -0.2)
        self.assertLess(mirrored["y"], -10.0)

    def test_derived_ackermann_robot_drives_a_curve(self):
        reading = self.until("segway.curve", lambda reading: reading["yaw"] > 0.5)
        # The radius of the curve is v / w.
        self.assertAlmostEqual(reading["x"] + 12.0, 0.8 / 0.3 * math.sin(reading["yaw"]), 0)
        before = self.reading("hummer.road")
        self.until("hummer.road", lambda reading: abs(reading["y"] - before["y"]) + abs(reading["x"] - before["x"]) > 1.0)


JOINTS = '''
from morse.actuators.joint_controller import JointController


class Nodding(JointController):
    """Moves one joint by itself, and the commanded joint to half of its command."""

    def default_action(self):
        self.local_data["elbow"] = -0.4
        commanded = self.local_data.get("shoulder", 0.0)
        self.local_data["shoulder"] = commanded / 2
        super().default_action()
        self.local_data["shoulder"] = commanded


class Mistaken(JointController):
    def default_action(self):
        self.local_data["knee"] = 0.1
        super().default_action()
'''
JOINT_SCENE = '''
from morse.builder import *

for place, (name, path) in enumerate([("arm", "own.parts.Nodding"), ("other", "own.parts.Mistaken")]):
    arm = SmallArm(name)
    arm.translate(y=3.0 * place)
    controller = JointController("controller")
    controller.properties(classpath=path)
    controller.add_interface("socket")
    arm.append(controller)
    joints = JointPositions("joints")
    joints.add_interface("socket")
    arm.append(joints)
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
'''


class DerivedJoints(OwnSceneCase):
    def test_numbers_by_name_reach_the_built_in_part_and_unknown_ones_are_named(self):
        self.write(JOINTS)
        simulator = self.run_scene(JOINT_SCENE, environment=self.environment)
        client = simulator.connect()
        self.addCleanup(client.socket.close)

        def joints():
            client.ask("s time sleep [0.1]")
            return json.loads(client.ask("r arm.joints get_local_data").split(" ", 2)[2])

        wait_until(lambda: abs(joints()["elbow"] + 0.4) < 0.01, "the elbow")
        code, _, errors = command("topic", "pub", "arm.controller", "shoulder=0.6", "elbow=0", "finger=0", "--port", simulator.port)
        self.assertEqual(code, 0, errors)
        wait_until(lambda: abs(joints()["shoulder"] - 0.3) < 0.01, "half of the commanded shoulder")
        self.assertAlmostEqual(joints()["elbow"], -0.4, 2)
        simulator.wait_for("there is no knee among")


class MissingModule(OwnSceneCase):
    def test_missing_module_lists_the_existing_ones(self):
        self.write("from morse.sensors.posee import Pose\n" + OWN_SENSOR)
        scene = self.folder / "scene.py"
        from own_scene import OWN_SCENE

        scene.write_text(OWN_SCENE)
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("there is no `morse.sensors.posee`", errors)
        self.assertIn("video_camera", errors)
