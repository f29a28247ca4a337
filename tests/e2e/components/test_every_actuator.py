"""Every actuator class that runs, at each of its levels: commanded by the original's client, which sees what it does."""

import base64
import json
import re
import unittest

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# What a script makes of each class: the robot, and lines for the actuator itself, called `it`. Others are on an ATRV.
MADE_BY = {
    "armature.Armature": ("ATRV", ["it = KukaLWR('it')", "joints = ArmaturePose('joints')", "it.append(joints)"]),
    "boat_control.BoatControl": ("Boat", ["it = BoatControl('it')", "it.properties(WaterLevel=here[2])"]),
    "destination.Destination": ("RMax", []),
    "drag.Drag": (
        "Quadrotor",
        ["it = Drag('it')", "it.properties(DragCoeffZ=5.0)", "velocity = Velocity('velocity')", "robot.append(velocity)"],
    ),
    "external_force.ExternalForce": ("Quadrotor", []),
    "force_torque.ForceTorque": ("Quadrotor", []),
    "gripper.Gripper": (
        "FakeRobot",
        [
            "it = Gripper('it')",
            "carrier = Teleport('carrier')",
            "robot.append(carrier)",
            "cup = PassiveObject('props/kitchen_objects', 'Cup_Blue')",
            "cup.setgraspable()",
            "cup.translate(*here[:2], here[2] + 0.25)",
        ],
    ),
    "light.Light": (
        "FakeRobot",
        [
            "it = Light('it')",
            "it.properties(energy=5.0)",
            "wall = Cube('wall')",
            "wall.translate(here[0] + 2.0, here[1], here[2])",
            "camera = VideoCamera('camera')",
            "camera.properties(cam_width=16, cam_height=16)",
            "robot.append(camera)",
        ],
    ),
    "mocap_control.MocapControl": ("Human", []),
    "orientation.Orientation": ("FakeRobot", []),
    "pa_10.PA10": ("ATRV", ["it = PA10('it')", "tip = Pose('tip')", "it.append(tip)"]),
    "quadrotor_dynamic_control.QuadrotorDynamicControl": ("Quadrotor", []),
    "rotorcraft_attitude.RotorcraftAttitude": ("Quadrotor", []),
    "rotorcraft_velocity.RotorcraftVelocity": ("Quadrotor", []),
    "rotorcraft_waypoint.RotorcraftWaypoint": ("Quadrotor", []),
    "stabilized_quadrotor.StabilizedQuadrotor": ("QUAD2012", []),
    "steer_force.SteerForce": ("Hummer", []),
    "teleport.Teleport": ("FakeRobot", []),
    "v_omega_diff_drive.MotionVWDiff": ("SegwayRMP400", []),
}

# How high robots begin that need room below. [m]
HEIGHTS_M = {"boat_control.BoatControl": 1.0, "drag.Drag": 2000.0, "destination.Destination": 3.0, "gripper.Gripper": 3.0, "light.Light": 3.0}
# Quadrotors reach below their origin.
HEIGHT_OF_QUADROTORS_M = 0.5

# More readings than any of them should take: half a minute.
READINGS = 1800


def actuators():
    """The class path of each actuator class without `morse.actuators.`, each of its levels (or None), and what the catalogue
    says of it."""
    catalogue = json.loads(command("catalogue", "--json")[1])["components"]
    for entry in catalogue:
        if entry["kind"] == "actuator":
            for level in [level["name"] for level in entry.get("levels", [])] or [None]:
                yield entry["class"].removeprefix("morse.actuators."), level, entry


def made(nth, name, level, entry):
    """The lines of a script that make robot number `nth`, with the actuator on it, and where that robot is."""
    robot, lines = MADE_BY.get(name, ("ATRV", []))
    height = HEIGHTS_M.get(name, HEIGHT_OF_QUADROTORS_M if robot == "Quadrotor" else 0.0)
    here = (6.0 * (nth % 6) - 15.0, 6.0 * (nth // 6) - 15.0, height)
    return here, [
        f"here = {here}",
        f"robot = {robot}(name='robot{nth}')",
        "robot.translate(*here)",
        *(lines or [f"it = {entry['builders'][0]['name']}('it')"]),
        *([f"it.level({level!r})"] if level else []),
        "robot.append(it)",
        "pose = Pose('pose')",
        "robot.append(pose)",
        "robot.add_default_interface('socket')",
    ]


class EveryActuator(TestCase):
    def test_clients_command_it_and_see_what_it_does(self):
        runs = list(actuators())
        lines, places = ["from morse.builder import *"], []
        for nth, (name, level, entry) in enumerate(runs):
            here, more = made(nth, name, level, entry)
            places.append(here)
            lines += more
        self.simulator = self.run_scene("\n".join([*lines, "env = Environment('empty')", ""]))
        with original_pymorse().Morse("localhost", self.simulator.port) as self.morse:
            for nth, (name, level, _) in enumerate(runs):
                with self.subTest(name, level=level):
                    prove = getattr(self, "prove_" + name.rpartition(".")[2], None)
                    self.assertIsNotNone(prove, "say here how a client sees what it does")
                    prove(getattr(self.morse, f"robot{nth}"), places[nth])
            self.morse.quit()
        self.assertEqual(self.simulator.ended(), 0)
        self.assertFalse([line for line in self.simulator.lines if re.search("ERROR|panicked", line)])

    def until(self, stream, is_reached):
        """The first reading of a stream for which it is true."""
        for _ in range(READINGS):
            reading = stream.get(timeout=TIMEOUT_S)
            if is_reached(reading):
                return reading
        self.fail(f"never: the last reading is {reading}")

    def place(self, name):
        """Where something is in the world."""

        def find(objects):
            for own, (parts, position, _) in objects.items():
                found = position if own == name else find(parts)
                if found:
                    return found

        return find(self.morse.rpc("simulation", "get_scene_objects"))

    def rises(self, robot, here):
        self.until(robot.pose, lambda pose: pose["z"] > here[2] + 1.0)

    def prove_Armature(self, robot, _):
        robot.it.rotate("kuka_2", -0.5, 2.0).result()
        self.assertAlmostEqual(robot.it.joints.get(timeout=TIMEOUT_S)["kuka_2"], -0.5, delta=0.01)
        robot.it.publish({f"kuka_{joint}": 0.3 if joint == 1 else 0.0 for joint in range(1, 8)})
        self.until(robot.it.joints, lambda joints: abs(joints["kuka_1"] - 0.3) < 0.01)

    def prove_Arucomarker(self, robot, here):
        before = robot.it.get_world_position().result()
        robot.it.publish({"x": 1.0, "y": 2.0, "z": 3.0, "roll": 0.0, "pitch": 0.0, "yaw": 0.0})
        # The first command of a connection acts one activation later than others.
        self.until(robot.pose, lambda _: robot.it.get_world_position().result() != before)
        after = robot.it.get_world_position().result()
        for moved, expected in zip((b - a for a, b in zip(before, after)), (3.0, 1.0, -2.0)):
            self.assertAlmostEqual(moved, expected, places=6)

    def prove_Destination(self, robot, here):
        robot.it.publish({"x": here[0] + 2.0, "y": here[1], "z": here[2] + 1.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 1.0 and pose["z"] > here[2])

    def prove_Drag(self, robot, _):
        # 2 kg fall at the speed at which 5 N/(m/s)² hold them up, nearly: there is a little damping too.
        speeds = lambda: -robot.velocity.get(timeout=TIMEOUT_S)["world_linear_velocity"][2]
        self.assertAlmostEqual(max(speeds() for _ in range(60)), 1.98, delta=0.02)

    def prove_ExternalForce(self, robot, here):
        robot.it.publish({"force": [0.0, 0.0, 30.0], "torque": [0.0, 0.0, 0.0]})
        self.rises(robot, here)

    prove_ForceTorque = prove_ExternalForce

    def prove_Gripper(self, robot, here):
        # The cup fell on the gripper and lies there.
        before = self.place("cup")[2]
        to = lambda x, z: robot.carrier.publish({"x": x, "y": here[1], "z": z, "yaw": 0.0, "pitch": 0.0, "roll": 0.0})
        self.assertEqual(robot.it.grab().result(), "cup")
        to(here[0], here[2] + 1.0)
        self.until(robot.pose, lambda pose: pose["z"] > here[2] + 0.9)
        self.assertAlmostEqual(self.place("cup")[2], before + 1.0, delta=0.01)
        self.assertTrue(robot.it.release().result())
        to(here[0] + 1.0, here[2] + 1.0)
        self.until(robot.pose, lambda _: self.place("cup")[2] < here[2])

    def prove_Joystick(self, robot, here):
        self.simulator.wait_for("no joystick 0 for robot.*stays still")
        for axis, at in zip("xy", here):
            self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)[axis], at, delta=0.01)

    def prove_Keyboard(self, robot, here):
        robot.it.hold(["Up"]).result()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.it.hold([]).result()

    def prove_Light(self, robot, _):
        brightness = lambda: sum(base64.b64decode(robot.camera.get(timeout=TIMEOUT_S)["image"])) / (4 * 16 * 16)
        lit = brightness()
        robot.it.publish({"emit": False})
        self.until(robot.pose, lambda _: brightness() < lit - 10.0)
        robot.it.toggle().result()
        self.until(robot.pose, lambda _: brightness() > lit - 1.0)

    def prove_MocapControl(self, robot, here):
        # Nobody sees more of this person than the right hand, which goes up.
        sides = [f"{side}_{joint}" for joint in ("hand", "elbow", "shoulder", "hip", "foot", "knee") for side in ("left", "right")]
        seen = {f"{joint}_position": [0.0, 0.0, 0.0] for joint in ("head", "neck", "torso", *sides)}
        seen["right_hand_position"] = [0.2, -0.4, 1.9]
        arm = ("shoulder02_R", "upperarm02_R", "lowerarm01_R")
        hung = robot.skeleton.joint_states.get(timeout=TIMEOUT_S)
        robot.it.publish(seen)
        self.until(robot.skeleton.joint_states, lambda joints: any(abs(joints[bone] - hung[bone]) > 0.2 for bone in arm))
        place = self.place(robot.it.fqn.replace(".it", ".Hand_Empty.R"))
        for at, start, way in zip(place, here, seen["right_hand_position"]):
            self.assertAlmostEqual(at, start + way, places=6)

    def prove_Orientation(self, robot, _):
        robot.it.publish({"yaw": 0.5, "pitch": 0.2, "roll": -0.1})
        goal = {"yaw": 0.5, "pitch": 0.2, "roll": -0.1}
        self.until(robot.pose, lambda pose: all(abs(pose[angle] - at) < 1e-3 for angle, at in goal.items()))

    def prove_PA10(self, robot, _):
        robot.it.set_rotation_array(0.6, 0.0, 0.0).result()
        self.until(robot.it.tip, lambda tip: abs(tip["yaw"] - 0.6) < 0.1)

    def prove_PTU(self, robot, _):
        robot.it.set_pan_tilt(0.4, -0.2).result()
        pan, tilt = robot.it.get_pan_tilt().result()
        self.assertAlmostEqual(pan, 0.4, delta=0.02)
        self.assertAlmostEqual(tilt, -0.2, delta=0.02)

    def prove_QuadrotorDynamicControl(self, robot, here):
        robot.it.publish({"engines": [900.0] * 4})
        self.rises(robot, here)

    def prove_RotorcraftAttitude(self, robot, here):
        robot.it.publish({"roll": 0.0, "pitch": 0.0, "yaw": 0.0, "thrust": 0.8})
        self.rises(robot, here)

    def prove_RotorcraftVelocity(self, robot, here):
        robot.it.setvel(0.0, 0.0, 1.0, 0.0).result()
        self.rises(robot, here)

    def prove_RotorcraftWaypoint(self, robot, here):
        robot.it.publish({"x": here[0], "y": here[1], "z": here[2] + 1.5, "yaw": 0.0, "tolerance": 0.3})
        self.rises(robot, here)
        self.assertEqual(robot.it.goto(here[0] + 1.0, here[1], 1.5, 0.0, 0.3).result(), "Arrived")
        self.assertLess(abs(robot.pose.get(timeout=TIMEOUT_S)["x"] - here[0] - 1.0), 0.5)

    def prove_Sound(self, robot, _):
        self.simulator.wait_for("robot.*stays silent: it has no sound file")

    def prove_StabilizedQuadrotor(self, robot, here):
        robot.it.set_cons(0.0, 0.0, 0.0, here[2] + 2.0).result()
        self.rises(robot, here)
        robot.it.stop().result()

    def prove_BoatControl(self, robot, here):
        robot.it.publish({"left": 100.0, "right": 100.0, "steer": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)["z"], here[2], delta=0.1)
        robot.it.publish({"left": 0.0, "right": 0.0, "steer": 0.0})

    def prove_SteerForce(self, robot, here):
        robot.it.publish({"steer": 0.0, "force": -20.0, "brake": 0.0})
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.it.publish({"steer": 0.0, "force": 0.0, "brake": 10.0})

    def prove_Teleport(self, robot, here):
        robot.it.publish({"x": here[0] + 1.0, "y": here[1], "z": 2.0, "yaw": 1.0, "pitch": 0.0, "roll": 0.0})
        self.until(robot.pose, lambda pose: abs(pose["z"] - 2.0) < 1e-6 and abs(pose["yaw"] - 1.0) < 1e-6)
        robot.it.translate(0.0, 0.0, 1.0).result()
        self.until(robot.pose, lambda pose: abs(pose["z"] - 3.0) < 1e-6)

    def prove_MotionVW(self, robot, here):
        robot.it.set_speed(1.0, 0.0).result()
        self.until(robot.pose, lambda pose: pose["x"] > here[0] + 0.5)
        robot.it.publish({"v": 0.0, "w": 0.5})
        self.until(robot.pose, lambda pose: pose["yaw"] > 0.3)
        robot.it.stop().result()

    prove_MotionVWDiff = prove_MotionVW

    def prove_Waypoint(self, robot, here):
        self.assertEqual(robot.it.goto(here[0] + 1.0, here[1], 0.0, 0.3, 1.0).result(), "Arrived")
        self.assertAlmostEqual(robot.pose.get(timeout=TIMEOUT_S)["x"], here[0] + 1.0, delta=0.5)

    def prove_MotionXYW(self, robot, here):
        robot.it.publish({"x": 0.0, "y": 0.5, "w": 0.0})
        self.until(robot.pose, lambda pose: pose["y"] > here[1] + 0.3)
        robot.it.publish({"x": 0.0, "y": 0.0, "w": 0.0})


if __name__ == "__main__":
    unittest.main()
