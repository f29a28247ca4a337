"""Every implemented actuator class at each of its levels: the original's client commands it and observes the effect."""

import base64
import json
import re
import unittest

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# The robot of each class and the lines that build the actuator, `component`. All other classes are mounted on an ATRV.
MADE_BY = {
    "armature.Armature": ("ATRV", ["component = KukaLWR('component')", "joints = ArmaturePose('joints')", "component.append(joints)"]),
    "boat_control.BoatControl": ("Boat", ["component = BoatControl('component')", "component.properties(WaterLevel=here[2])"]),
    "destination.Destination": ("RMax", []),
    "drag.Drag": (
        "Quadrotor",
        ["component = Drag('component')", "component.properties(DragCoeffZ=5.0)", "velocity = Velocity('velocity')", "robot.append(velocity)"],
    ),
    "external_force.ExternalForce": ("Quadrotor", []),
    "force_torque.ForceTorque": ("Quadrotor", []),
    "gripper.Gripper": (
        "FakeRobot",
        [
            "component = Gripper('component')",
            "carrier = Teleport('carrier')",
            "robot.append(carrier)",
            "cup = PassiveObject('props/kitchen_objects', 'Cup_Blue')",
            "cup.setgraspable()",
            "cup.translate(*here[:2], here[2] + 0.25)",
        ],
    ),
    "joint_controller.JointController": (
        "(lambda name: Robot('small_arm', name=name))",
        ["component = JointController('component')", "joints = JointPositions('joints')", "robot.append(joints)"],
    ),
    "ackermann_drive.AckermannDrive": (
        "(lambda name: Robot('small_car', name=name))",
        [
            "component = AckermannDrive('component')",
            "component.properties(LeftWheels='rear_left_wheel', RightWheels='rear_right_wheel', "
            "SteeringJoints='front_left_steering, front_right_steering')",
        ],
    ),
    "diff_drive.DiffDrive": (
        "(lambda name: Robot('small_rover', name=name))",
        [
            "component = DiffDrive('component')",
            "component.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint')",
        ],
    ),
    "omni_drive.OmniDrive": (
        "OmniBase",
        ["component = OmniDrive('component')", "component.properties(**OmniBase.WHEELS)"],
    ),
    "joint_gripper.JointGripper": (
        "(lambda name: Robot('small_arm', name=name))",
        [
            "component = JointGripper('component')",
            "component.properties(Joints='finger')",
            "joints = JointPositions('joints')",
            "robot.append(joints)",
        ],
    ),
    "light.Light": (
        "FakeRobot",
        [
            "component = Light('component')",
            "component.properties(energy=5.0)",
            "wall = Cube('wall')",
            "wall.translate(here[0] + 2.0, here[1], here[2])",
            "camera = VideoCamera('camera')",
            "camera.properties(cam_width=16, cam_height=16)",
            "robot.append(camera)",
        ],
    ),
    "mocap_control.MocapControl": ("Human", []),
    "orientation.Orientation": ("FakeRobot", []),
    "pa_10.PA10": ("ATRV", ["component = PA10('component')", "tip = Pose('tip')", "component.append(tip)"]),
    "quadrotor_dynamic_control.QuadrotorDynamicControl": ("Quadrotor", []),
    "rotorcraft_attitude.RotorcraftAttitude": ("Quadrotor", []),
    "rotorcraft_velocity.RotorcraftVelocity": ("Quadrotor", []),
    "rotorcraft_waypoint.RotorcraftWaypoint": ("Quadrotor", []),
    "stabilized_quadrotor.StabilizedQuadrotor": ("QUAD2012", []),
    "steer_force.SteerForce": ("Hummer", []),
    "teleport.Teleport": ("FakeRobot", []),
    "v_omega_diff_drive.MotionVWDiff": ("SegwayRMP400", []),
}

# Initial heights of robots that need clearance below. [m]
HEIGHTS_M = {"ackermann_drive.AckermannDrive": 0.1, "boat_control.BoatControl": 1.0, "diff_drive.DiffDrive": 0.1, "drag.Drag": 2000.0, "destination.Destination": 3.0, "gripper.Gripper": 3.0, "light.Light": 3.0, "omni_drive.OmniDrive": 0.05}
# Quadrotors extend below their origin. [m]
HEIGHT_OF_QUADROTORS_M = 0.5

# Limit of the loops that wait for an effect: half a minute of readings, more than any actuator needs.
READINGS = 1800


def actuators():
    """For each actuator class and each of its levels (or None): class path without `morse.actuators.`, level, catalog entry."""
    catalog = json.loads(command("catalog", "--json")[1])["components"]
    for entry in catalog:
        if entry["kind"] == "actuator":
            for level in [level["name"] for level in entry.get("levels", [])] or [None]:
                yield entry["class"].removeprefix("morse.actuators."), level, entry


def script_lines(nth, name, level, entry):
    """The position of robot number `nth`, and the script lines that build it with its actuator."""
    robot, lines = MADE_BY.get(name, ("ATRV", []))
    if level == "motors":
        # The file of its robot has actuators.
        robot = robot.replace("small_arm", "small_hand")
    height = HEIGHTS_M.get(name, HEIGHT_OF_QUADROTORS_M if robot == "Quadrotor" else 0.0)
    here = (6.0 * (nth % 6) - 15.0, 6.0 * (nth // 6) - 15.0, height)
    return here, [
        f"here = {here}",
        f"robot = {robot}(name='robot{nth}')",
        "robot.translate(*here)",
        *(lines or [f"component = {entry['builders'][0]['name']}('component')"]),
        *([f"component.level({level!r})"] if level else []),
        "robot.append(component)",
        "pose = Pose('pose')",
        "robot.append(pose)",
        "robot.add_default_interface('socket')",
    ]


class EveryActuator(TestCase):
    def test_each_actuator_has_an_observable_effect(self):
        runs = list(actuators())
        lines, places = ["from morse.builder import *"], []
        for nth, (name, level, entry) in enumerate(runs):
            here, more = script_lines(nth, name, level, entry)
            places.append(here)
            lines += more
        self.simulator = self.run_scene("\n".join([*lines, "env = Environment('empty')", ""]))
        with original_pymorse().Morse("localhost", self.simulator.port) as self.morse:
            for nth, (name, level, _) in enumerate(runs):
                with self.subTest(name, level=level):
                    prove = getattr(self, "prove_" + name.rpartition(".")[2], None)
                    self.assertIsNotNone(prove, "add a method that observes the effect of this actuator")
                    prove(getattr(self.morse, f"robot{nth}"), places[nth])
            self.morse.quit()
        self.assertEqual(self.simulator.wait_for_exit(), 0)
        self.assertFalse([line for line in self.simulator.lines if re.search("ERROR|panicked", line)])

    def until(self, stream, is_reached):
        """The first reading of a stream that meets a condition."""
        for _ in range(READINGS):
            reading = stream.get(timeout=TIMEOUT_S)
            if is_reached(reading):
                return reading
        self.fail(f"never: the last reading is {reading}")

    def place(self, name):
        """The position of an object, component or part in the world frame. [m]"""

        def find(objects):
            for own, (parts, position, _) in objects.items():
                found = position if own == name else find(parts)
                if found:
                    return found

        return find(self.morse.rpc("simulation", "get_scene_objects"))

    def rises(self, robot, here):
        self.until(robot.pose, lambda pose: pose["z"] > here[2] + 1.0)

    def prove_Armature(self, robot, _):
        robot.component.rotate("kuka_2", -0.5, 2.0).result()
        self.assertAlmostEqual(robot.component.joints.get(timeout=TIMEOUT_S)["kuka_2"], -0.5, delta=0.01)
        robot.component.publish({f"kuka_{joint}": 0.3 if joint == 1 else 0.0 for joint in range(1, 8)})
        self.until(robot.component.joints, lambda joints: abs(joints["kuka_1"] - 0.3) < 0.01)

    def prove_AckermannDrive(self, robot, here):
        robot.component.publish({"v": 0.5, "w": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)

    def prove_DiffDrive(self, robot, here):
        robot.component.publish({"v": 0.5, "w": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)

    def prove_OmniDrive(self, robot, here):
        robot.component.publish({"x": 0.0, "y": 0.5, "w": 0.0})
        self.until(robot.pose, lambda pose: pose["y"] > here[1] + 0.5)

    def prove_JointGripper(self, robot, _):
        state = robot.component.command(0.03, 5.0).result()
        self.assertEqual((state["reached_goal"], state["stalled"]), (True, False))
        robot.component.publish({"position": 0.01, "max_effort": 5.0})
        self.until(robot.joints, lambda joints: abs(joints["finger"] - 0.01) < 0.002)

    def prove_JointController(self, robot, _):
        # Beyond the limits of position and effort, so that the shoulder rises at each level.
        robot.component.publish({"shoulder": -60.0, "elbow": 0.0, "finger": 0.0})
        self.until(robot.joints, lambda joints: joints["shoulder"] < -0.3)

    def prove_Arucomarker(self, robot, here):
        before = robot.component.get_world_position().result()
        robot.component.publish({"x": 1.0, "y": 2.0, "z": 3.0, "roll": 0.0, "pitch": 0.0, "yaw": 0.0})
        # The first command of a connection takes effect one activation later than the following ones.
        self.until(robot.pose, lambda _: robot.component.get_world_position().result() != before)
        after = robot.component.get_world_position().result()
        for moved, expected in zip((b - a for a, b in zip(before, after)), (3.0, 1.0, -2.0)):
            self.assertAlmostEqual(moved, expected, places=6)

    def prove_Destination(self, robot, here):
        robot.component.publish({"x": here[0] + 2.0, "y": here[1], "z": here[2] + 1.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 1.0 and pose["z"] > here[2])

    def prove_Drag(self, robot, _):
        # Terminal velocity of 2 kg with drag 5 N/(m/s)². The body also has a little damping.
        speeds = lambda: -robot.velocity.get(timeout=TIMEOUT_S)["world_linear_velocity"][2]
        self.assertAlmostEqual(max(speeds() for _ in range(60)), 1.98, delta=0.02)

    def prove_ExternalForce(self, robot, here):
        robot.component.publish({"force": [0.0, 0.0, 30.0], "torque": [0.0, 0.0, 0.0]})
        self.rises(robot, here)

    prove_ForceTorque = prove_ExternalForce

    def prove_Gripper(self, robot, here):
        # The cup has fallen on the gripper.
        before = self.place("cup")[2]
        to = lambda x, z: robot.carrier.publish({"x": x, "y": here[1], "z": z, "yaw": 0.0, "pitch": 0.0, "roll": 0.0})
        self.assertEqual(robot.component.grab().result(), "cup")
        to(here[0], here[2] + 1.0)
        self.until(robot.pose, lambda pose: pose["z"] > here[2] + 0.9)
        self.assertAlmostEqual(self.place("cup")[2], before + 1.0, delta=0.01)
        self.assertTrue(robot.component.release().result())
        to(here[0] + 1.0, here[2] + 1.0)
        self.until(robot.pose, lambda _: self.place("cup")[2] < here[2])

    def prove_Joystick(self, robot, here):
        self.simulator.wait_for("no joystick 0 for robot.*stays still")
        for axis, at in zip("xy", here):
            self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)[axis], at, delta=0.01)

    def prove_Keyboard(self, robot, here):
        robot.component.hold(["Up"]).result()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.component.hold([]).result()

    def prove_Light(self, robot, _):
        brightness = lambda: sum(base64.b64decode(robot.camera.get(timeout=TIMEOUT_S)["image"])) / (4 * 16 * 16)
        lit = brightness()
        robot.component.publish({"emit": False})
        self.until(robot.pose, lambda _: brightness() < lit - 10.0)
        robot.component.toggle().result()
        self.until(robot.pose, lambda _: brightness() > lit - 1.0)

    def prove_MocapControl(self, robot, here):
        # Only the right hand of this person is tracked, and it is raised.
        sides = [f"{side}_{joint}" for joint in ("hand", "elbow", "shoulder", "hip", "foot", "knee") for side in ("left", "right")]
        seen = {f"{joint}_position": [0.0, 0.0, 0.0] for joint in ("head", "neck", "torso", *sides)}
        seen["right_hand_position"] = [0.2, -0.4, 1.9]
        arm = ("shoulder02_R", "upperarm02_R", "lowerarm01_R")
        hung = robot.skeleton.joint_states.get(timeout=TIMEOUT_S)
        robot.component.publish(seen)
        self.until(robot.skeleton.joint_states, lambda joints: any(abs(joints[bone] - hung[bone]) > 0.2 for bone in arm))
        place = self.place(robot.component.fqn.replace(".component", ".Hand_Empty.R"))
        for at, start, way in zip(place, here, seen["right_hand_position"]):
            self.assertAlmostEqual(at, start + way, places=6)

    def prove_Orientation(self, robot, _):
        robot.component.publish({"yaw": 0.5, "pitch": 0.2, "roll": -0.1})
        goal = {"yaw": 0.5, "pitch": 0.2, "roll": -0.1}
        self.until(robot.pose, lambda pose: all(abs(pose[angle] - at) < 1e-3 for angle, at in goal.items()))

    def prove_PA10(self, robot, _):
        robot.component.set_rotation_array(0.6, 0.0, 0.0).result()
        self.until(robot.component.tip, lambda tip: abs(tip["yaw"] - 0.6) < 0.1)

    def prove_PTU(self, robot, _):
        robot.component.set_pan_tilt(0.4, -0.2).result()
        pan, tilt = robot.component.get_pan_tilt().result()
        self.assertAlmostEqual(pan, 0.4, delta=0.02)
        self.assertAlmostEqual(tilt, -0.2, delta=0.02)

    def prove_QuadrotorDynamicControl(self, robot, here):
        robot.component.publish({"engines": [900.0] * 4})
        self.rises(robot, here)

    def prove_RotorcraftAttitude(self, robot, here):
        robot.component.publish({"roll": 0.0, "pitch": 0.0, "yaw": 0.0, "thrust": 0.8})
        self.rises(robot, here)

    def prove_RotorcraftVelocity(self, robot, here):
        robot.component.setvel(0.0, 0.0, 1.0, 0.0).result()
        self.rises(robot, here)

    def prove_RotorcraftWaypoint(self, robot, here):
        robot.component.publish({"x": here[0], "y": here[1], "z": here[2] + 1.5, "yaw": 0.0, "tolerance": 0.3})
        self.rises(robot, here)
        self.assertEqual(robot.component.goto(here[0] + 1.0, here[1], 1.5, 0.0, 0.3).result(), "Arrived")
        self.assertLess(abs(robot.pose.get(timeout=TIMEOUT_S)["x"] - here[0] - 1.0), 0.5)

    def prove_Sound(self, robot, _):
        self.simulator.wait_for("robot.*stays silent: it has no sound file")

    def prove_StabilizedQuadrotor(self, robot, here):
        robot.component.set_cons(0.0, 0.0, 0.0, here[2] + 2.0).result()
        self.rises(robot, here)
        robot.component.stop().result()

    def prove_BoatControl(self, robot, here):
        robot.component.publish({"left": 100.0, "right": 100.0, "steer": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)["z"], here[2], delta=0.1)
        robot.component.publish({"left": 0.0, "right": 0.0, "steer": 0.0})

    def prove_SteerForce(self, robot, here):
        robot.component.publish({"steer": 0.0, "force": -20.0, "brake": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.component.publish({"steer": 0.0, "force": 0.0, "brake": 10.0})

    def prove_Teleport(self, robot, here):
        robot.component.publish({"x": here[0] + 1.0, "y": here[1], "z": 2.0, "yaw": 1.0, "pitch": 0.0, "roll": 0.0})
        self.until(robot.pose, lambda pose: abs(pose["z"] - 2.0) < 1e-6 and abs(pose["yaw"] - 1.0) < 1e-6)
        robot.component.translate(0.0, 0.0, 1.0).result()
        self.until(robot.pose, lambda pose: abs(pose["z"] - 3.0) < 1e-6)

    def prove_MotionVW(self, robot, here):
        robot.component.set_speed(1.0, 0.0).result()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.component.publish({"v": 0.0, "w": 0.5})
        self.until(robot.pose, lambda pose: pose["yaw"] > 0.3)
        robot.component.stop().result()

    prove_MotionVWDiff = prove_MotionVW

    def prove_Waypoint(self, robot, here):
        self.assertEqual(robot.component.goto(here[0] + 1.0, here[1], 0.0, 0.3, 1.0).result(), "Arrived")
        self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)["x"], here[0] + 1.0, delta=0.5)

    def prove_MotionXYW(self, robot, here):
        robot.component.publish({"x": 0.0, "y": 0.5, "w": 0.0})
        self.until(robot.pose, lambda pose: pose["y"] > here[1] + 0.3)
        robot.component.publish({"x": 0.0, "y": 0.0, "w": 0.0})


if __name__ == "__main__":
    unittest.main()
