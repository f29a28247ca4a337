"""Every actuator class with commands, at each level and with each message type: a DDS peer sends one message, and a socket
client observes its effect."""

import base64
import json
import math
import unittest

from components import test_every_actuator as all_actuators
from harness import TIMEOUT_S, original_pymorse, wait_until
from ros2_peers import Ros2TestCase
import ros2_types as t

# Actuators without commands.
SILENT = {"empty"}

STAMP = t.Header(stamp=t.Time(sec=0, nanosec=0), frame_id="")
KUKA = ["kuka_%d" % joint for joint in range(1, 8)]


def vector(x=0.0, y=0.0, z=0.0):
    return t.Vector3(x, y, z)


def pose(x, y, z, yaw=0.0):
    rotation = t.Quaternion(0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))
    return t.Pose(position=t.Point(x, y, z), orientation=rotation)


def twist(x=0.0, y=0.0, z=0.0, yaw=0.0):
    return t.Twist(linear=vector(x, y, z), angular=vector(z=yaw))


def numbers(*data):
    return t.Float32MultiArray(layout=t.MultiArrayLayout(dim=[], data_offset=0), data=list(data))


def group(values):
    return t.Float64MultiArray(t.MultiArrayLayout([], 0), values)


def joints(names, positions):
    return t.JointState(header=STAMP, name=names, position=positions, velocity=[], effort=[])


def trajectory(names, *rows):
    point = lambda row: t.JointTrajectoryPoint(row, [], [], [], t.Time(sec=1, nanosec=0))
    return t.JointTrajectory(header=STAMP, joint_names=names, points=[point(row) for row in rows])


def text(record):
    return t.String(data=json.dumps(record))


def stamped(message):
    return t.PoseStamped(header=STAMP, pose=message)


# Roll of 0, pitch of 0.2 and yaw of 0.5.
ATTITUDE = t.Quaternion(
    -math.sin(0.1) * math.sin(0.25), math.sin(0.1) * math.cos(0.25), math.cos(0.1) * math.sin(0.25), math.cos(0.1) * math.cos(0.25)
)

# The message for each class, as a function of the robot's position.
COMMANDS = {
    "armature.Armature": lambda here: joints(KUKA, [0.3] + 6 * [0.0]),
    "arucomarker.Arucomarker": lambda here: pose(1.0, 2.0, 3.0),
    "boat_control.BoatControl": lambda here: numbers(100.0, 100.0, 0.0),
    "destination.Destination": lambda here: t.Point(here[0] + 2.0, here[1], here[2] + 1.0),
    "external_force.ExternalForce": lambda here: t.Wrench(force=vector(z=30.0), torque=vector()),
    "force_torque.ForceTorque": lambda here: t.Wrench(force=vector(z=30.0), torque=vector()),
    "gripper.Gripper": lambda here: t.Bool(data=True),
    "ackermann_drive.AckermannDrive": lambda here: twist(x=0.5),
    "diff_drive.DiffDrive": lambda here: twist(x=0.5),
    "omni_drive.OmniDrive": lambda here: twist(y=0.5),
    "joint_gripper.JointGripper": lambda here: text({"position": 0.02, "max_effort": 5.0}),
    "joint_controller.JointController": lambda here: joints(["shoulder", "elbow", "finger"], [-60.0, 0.0, 0.0]),
    "light.Light": lambda here: t.Bool(data=False),
    "mocap_control.MocapControl": lambda here: text({"right_hand_position": [0.2, -0.4, 1.9]}),
    "orientation.Orientation": lambda here: ATTITUDE,
    "pa_10.PA10": lambda here: joints(["seg0"], [0.6]),
    "ptu.PTU": lambda here: vector(0.0, 0.4, -0.2),
    "quadrotor_dynamic_control.QuadrotorDynamicControl": lambda here: numbers(900.0, 900.0, 900.0, 900.0),
    "rotorcraft_attitude.RotorcraftAttitude": lambda here: numbers(0.0, 0.0, 0.0, 0.8),
    "rotorcraft_velocity.RotorcraftVelocity": lambda here: twist(z=1.0),
    "rotorcraft_waypoint.RotorcraftWaypoint": lambda here: pose(here[0], here[1], here[2] + 1.5),
    "sound.Sound": lambda here: text({"mode": "play"}),
    "stabilized_quadrotor.StabilizedQuadrotor": lambda here: text({"h_c": here[2] + 2.0}),
    "steer_force.SteerForce": lambda here: t.AckermannDrive(0.0, 0.0, 0.0, 0.02, 0.0),
    "teleport.Teleport": lambda here: pose(here[0] + 1.0, here[1], 2.0, yaw=1.0),
    "v_omega.MotionVW": lambda here: twist(x=1.0),
    "v_omega_diff_drive.MotionVWDiff": lambda here: twist(x=1.0),
    "waypoint.Waypoint": lambda here: stamped(pose(here[0] + 2.0, here[1], 0.0)),
    "xy_omega.MotionXYW": lambda here: twist(y=0.5),
}

# Further message types, selected by stream class, option or topic: class, arguments of `add_stream`, suffix of the topic,
# message.
FURTHER = [
    ("armature.Armature", "", "/joint_trajectory", lambda here: trajectory(KUKA, 7 * [0.0], [0.3] + 6 * [0.0])),
    (
        "armature.Armature",
        "'morse.middleware.ros.kuka_jointstate.JointStateReader'",
        "",
        lambda here: joints([], [0.3] + 6 * [0.0]),
    ),
    ("joint_controller.JointController", "", "/commands", lambda here: group([-60.0, 0.0, 0.0])),
    ("v_omega.MotionVW", "stamped=True", "", lambda here: t.TwistStamped(header=STAMP, twist=twist(x=1.0))),
    (
        "waypoint.Waypoint",
        "'morse.middleware.ros.waypoint2D.Pose2DReader'",
        "",
        lambda here: t.Pose2D(here[0] + 2.0, here[1], 0.0),
    ),
    (
        "teleport.Teleport",
        "'morse.middleware.ros.read_pose.PoseStampedReader'",
        "",
        lambda here: stamped(pose(here[0] + 1.0, here[1], 2.0, yaw=1.0)),
    ),
]


def commands():
    """Each class, level, catalog entry, arguments of the stream, suffix of the topic, and message."""
    described = {}
    for name, level, entry in all_actuators.actuators():
        if entry["data_kind"] not in SILENT:
            described[name] = entry
            yield name, level, entry, "", "", COMMANDS[name]
    for name, arguments, suffix, message in FURTHER:
        yield name, None, described[name], arguments, suffix, message


class EveryActuator(Ros2TestCase):
    def test_each_message_has_an_observable_effect(self):
        runs = list(commands())
        lines, places = ["from morse.builder import *"], []
        for nth, (name, level, entry, arguments, _, _) in enumerate(runs):
            here, more = all_actuators.script_lines(nth, name, level, entry)
            places.append(here)
            lines += more + ["component.add_stream('ros2'%s)" % (arguments and ", " + arguments)]
        self.simulator, self.peer = self.start("\n".join([*lines, "env = Environment('empty')", ""]))
        with original_pymorse().Morse("localhost", self.simulator.port) as self.morse:
            for nth, (name, level, _, arguments, suffix, message) in enumerate(runs):
                with self.subTest(name, level=level, stream=arguments + suffix):
                    robot = getattr(self.morse, "robot%d" % nth)
                    see = getattr(self, "see_" + name.rpartition(".")[2])
                    see(robot, places[nth], self.sender(robot, suffix, message(places[nth])))
                    # The robot does not drive or fly into another one while a slow peer sends the next messages.
                    self.morse.rpc("simulation", "deactivate", robot.component.fqn)
            self.morse.quit()
        self.assertEqual(self.simulator.wait_for_exit(), 0)
        self.assertFalse([line for line in self.simulator.lines if "panicked" in line or "refused" in line])

    def sender(self, robot, suffix, message):
        """A function that sends the message to the actuator of a robot. The topic has a matching reader."""
        topic = "/" + robot.component.fqn.replace(".", "/") + suffix
        writer = self.peer.publish_to(topic, type(message))
        return lambda: writer.write(message)

    until = all_actuators.EveryActuator.until
    place = all_actuators.EveryActuator.place

    def rises(self, robot, here, send):
        # A quadrotor that a force alone lifts is not stabilized, and tips over after about a meter: all heights are heard,
        # also those while a slow peer sends.
        heights = []
        hear = lambda pose: heights.append(pose["z"])
        robot.pose.subscribe(hear)
        send()
        wait_until(lambda: heights and max(heights) > here[2] + 0.5, "the quadrotor rises")
        robot.pose.unsubscribe(hear)

    see_ExternalForce = see_ForceTorque = see_QuadrotorDynamicControl = see_RotorcraftAttitude = rises
    see_RotorcraftVelocity = see_RotorcraftWaypoint = see_StabilizedQuadrotor = rises

    def drives(self, robot, here, send):
        before = robot.pose.get(timeout=TIMEOUT_S)["x"]
        send()
        self.until(robot.pose, lambda pose: pose["x"] > before + 0.5)

    see_BoatControl = see_MotionVW = see_MotionVWDiff = see_Waypoint = see_Destination = see_SteerForce = drives

    def see_Armature(self, robot, here, send):
        send()
        self.until(robot.component.joints, lambda joints: abs(joints["kuka_1"] - 0.3) < 0.01)

    def see_AckermannDrive(self, robot, here, send):
        send()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)

    def see_DiffDrive(self, robot, here, send):
        send()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)

    def see_OmniDrive(self, robot, here, send):
        send()
        self.until(robot.pose, lambda pose: pose["y"] > here[1] + 0.3)

    def see_JointGripper(self, robot, here, send):
        send()
        self.until(robot.joints, lambda joints: abs(joints["finger"] - 0.02) < 0.002)

    def see_JointController(self, robot, here, send):
        send()
        self.until(robot.joints, lambda joints: joints["shoulder"] < -0.3)

    def see_Arucomarker(self, robot, here, send):
        before = robot.component.get_world_position().result()
        send()
        self.until(robot.pose, lambda _: robot.component.get_world_position().result() != before)

    def see_Gripper(self, robot, here, send):
        # Grasping is a service: the command is read and has no effect.
        send()

    def see_Light(self, robot, here, send):
        brightness = lambda: sum(base64.b64decode(robot.camera.get(timeout=TIMEOUT_S)["image"])) / (4 * 16 * 16)
        lit = brightness()
        send()
        self.until(robot.pose, lambda _: brightness() < lit - 10.0)

    def see_MocapControl(self, robot, here, send):
        hand = robot.component.fqn.replace(".component", ".Hand_Empty.R")
        send()
        self.until(robot.pose, lambda _: abs(self.place(hand)[2] - here[2] - 1.9) < 1e-6)

    def see_MotionXYW(self, robot, here, send):
        send()
        self.until(robot.pose, lambda pose: pose["y"] > here[1] + 0.3)

    def see_Orientation(self, robot, here, send):
        goal = {"yaw": 0.5, "pitch": 0.2, "roll": 0.0}
        send()
        self.until(robot.pose, lambda pose: all(abs(pose[angle] - at) < 1e-3 for angle, at in goal.items()))

    def see_PA10(self, robot, here, send):
        send()
        self.until(robot.component.tip, lambda tip: abs(tip["yaw"] - 0.6) < 0.1)

    def see_PTU(self, robot, here, send):
        send()
        near = lambda angles: abs(angles[0] - 0.4) < 0.02 and abs(angles[1] + 0.2) < 0.02
        self.until(robot.pose, lambda _: near(robot.component.get_pan_tilt().result()))

    def see_Sound(self, robot, here, send):
        # The actuator has no sound file: the command is read and has no effect.
        send()

    def see_Teleport(self, robot, here, send):
        send()
        self.until(robot.pose, lambda pose: abs(pose["z"] - 2.0) < 1e-6 and abs(pose["yaw"] - 1.0) < 1e-6)


if __name__ == "__main__":
    unittest.main()
