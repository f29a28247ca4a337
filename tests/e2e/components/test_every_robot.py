"""Every robot class, built by each builder class of the catalog: it spawns with its parts, answers, and comes to rest."""

import functools
import json
import re
import unittest

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# The armatures of a PR2. Its models name them `torso_armature` and so on.
JOINED = {"torso", "torso.head", "torso.l_arm", "torso.r_arm"}

# Components that builder classes mount on their robots, like the original's.
PARTS = {
    "Human": {"skeleton", "skeleton.joint_states"},
    **{
        name: JOINED | {f"{arm}.pose" for arm in JOINED} | {"joint_state"} | more
        for name, more in {
            "BasePR2": set(),
            "LocalizedPR2": {"motion", "keyboard", "pose"},
            "NavPR2": {"motion", "keyboard", "odometry", "base_scan"},
        }.items()
    },
}

# The sensors among these components.
READ = {"skeleton.joint_states", "joint_state", "pose", "odometry", "base_scan"}

# Services of the robots themselves: arguments, and a condition for the answer.
ARMATURES = ("torso", "head", "l_arm", "r_arm")
PR2 = {
    "get_armatures": ([], lambda names: all(any(arm in name for name in names) for arm in ARMATURES)),
    "set_torso": ([0.2], lambda text: text.startswith("New torso z position: 0.99")),
    "get_torso": ([], lambda height: abs(height - 0.2) < 1e-6),
    "get_torso_minmax": ([], lambda limits: limits == [0.0, 0.31]),
}
SERVICES = {
    "BarePR2": PR2,
    "BasePR2": PR2,
    "LocalizedPR2": PR2,
    "NavPR2": PR2,
    "Victim": {"heal": ([], lambda answer: answer is None)},
}

# Initial heights of robots that extend below their frames, or need seconds to come to rest on their springs. [m]
HEIGHTS_M = {"Hummer": 1.2, "Quadrotor": 0.5, "Boat": 0.3, "Submarine": 0.85}

# Robots without a dynamic body: they stay at their initial poses.
UNMOVED = {"BarePR2", "BasePR2", "FakeRobot", "Human", "LocalizedPR2", "NavPR2", "QUAD2012"}

# Limit of the loops that wait for a condition: half a minute of readings, more than any robot needs to come to rest.
READINGS = 1800
STILL_READINGS = 30
STILL_M = 1e-3


def builders():
    """Sorted names of all builder classes of robots, classes without a builder class, and classes not implemented."""
    catalog = json.loads(command("catalog", "--json")[1])["components"]
    robots = [entry for entry in catalog if entry["kind"] == "robot"]
    names = sorted(builder["name"] for entry in robots for builder in entry.get("builders", []))
    without = {entry["class"] for entry in robots if not entry.get("builders")}
    missing = [entry["class"] for entry in robots if not entry["implemented"]]
    return names, without, missing


def script(names):
    lines = ["from morse.builder import *"]
    for nth, name in enumerate(names):
        x, y = 7.0 * (nth % 5) - 14.0, 7.0 * (nth // 5) - 10.0
        lines += [
            f"{name.lower()} = {name}()",
            f"{name.lower()}.translate({x}, {y}, {HEIGHTS_M.get(name, 0.0)})",
            "where = Pose('where')",
            f"{name.lower()}.append(where)",
            "where.add_stream('socket')",
            f"{name.lower()}.add_service('socket')",
            f"{name.lower()}.add_interface('socket')" if name in PARTS else "",
        ]
    return "\n".join([*lines, "env = Environment('empty', fastmode=True)", ""])


class Robots:
    """Tests that run with both sets of models."""

    environment = {}

    def test_each_robot_spawns_with_its_parts_answers_and_comes_to_rest(self):
        names, _, missing = builders()
        self.assertEqual(missing, [])
        simulator = self.run_scene(script(names), environment=self.environment)
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            self.assertEqual(set(morse.robots), {name.lower() for name in names})
            details = {robot["name"]: robot for robot in morse.rpc("simulation", "details")["robots"]}
            for name in names:
                robot = getattr(morse, name.lower())
                with self.subTest(name):
                    self.assert_parts(name, details[name.lower()], robot)
                with self.subTest(name, does="answers"):
                    for service, (arguments, is_right) in SERVICES.get(name, {}).items():
                        answer = morse.rpc(name.lower(), service, *arguments)
                        self.assertTrue(is_right(answer), f"{service}: {answer!r}")
                with self.subTest(name, does="rests"):
                    self.assert_rests(name, robot)
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertFalse([line for line in simulator.lines if re.search("ERROR|panicked", line)])

    def test_pr2_bases_drive_with_their_sensors_and_joints(self):
        simulator = self.run_scene(script(["LocalizedPR2", "NavPR2"]), environment=self.environment)
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            localized, scanning = morse.localizedpr2, morse.navpr2
            start = localized.pose.get(timeout=TIMEOUT_S)
            for robot in (localized, scanning):
                robot.motion.publish({"x": 0.5, "y": 0.25, "w": 0.0})
            self.until(localized.pose, lambda pose: pose["x"] > start["x"] + 0.5 and pose["y"] > start["y"] + 0.25)
            covered = lambda odometry: odometry["x"] > 0.5 and odometry["y"] > 0.25
            self.until(scanning.odometry, covered)
            # 180 degrees, one ray for each degree.
            self.assertEqual(len(scanning.base_scan.get(timeout=TIMEOUT_S)["range_list"]), 181)
            localized.torso.l_arm.set_rotation("l_shoulder_pan_joint", 0.5).result()
            joints = localized.joint_state.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(joints["l_shoulder_pan_joint"], 0.5, places=6)
            localized.torso.translate("torso_lift_joint", 0.1, 0.5).result()
            joints = localized.joint_state.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(joints["torso_lift_joint"], 0.1, delta=0.006)

    def until(self, stream, is_reached):
        """Reads a stream until a reading meets a condition."""
        for _ in range(READINGS):
            reading = stream.get(timeout=TIMEOUT_S)
            if is_reached(reading):
                return
        self.fail(f"never: the last reading is {reading}")

    def assert_parts(self, name, details, robot):
        has = {part.partition(".")[2] for part in details["components"]} - {"where"}
        expected = PARTS.get(name, set())
        self.assertLessEqual(expected, has)
        for part in expected & READ:
            reading = functools.reduce(getattr, part.split("."), robot).get(timeout=TIMEOUT_S)
            self.assertGreater(len(reading), 1, part)

    def assert_rests(self, name, robot):
        places = [[reading[axis] for axis in "xyz"] for reading in (robot.where.get(timeout=TIMEOUT_S) for _ in range(2))]
        if name in UNMOVED:
            self.assertEqual(places[0], places[1])
            return
        still = 0
        for _ in range(READINGS):
            reading = robot.where.get(timeout=TIMEOUT_S)
            places.append([reading[axis] for axis in "xyz"])
            near = all(abs(now - then) < STILL_M for now, then in zip(places[-1], places[-2]))
            still = still + 1 if near else 0
            if still == STILL_READINGS:
                return
        self.fail(f"the robot does not come to rest: {places[-3:]}")


class RobotsWithDebianModels(Robots, TestCase):
    environment = {"MORSE_ROOT": "/usr"}


class RobotsWithBuiltInModels(Robots, TestCase):
    environment = {"MORSE_ROOT": "/nonexistent"}


class WithoutBuilder(TestCase):
    def test_script_sets_the_class_path_of_a_robot(self):
        _, without, _ = builders()
        # Base classes of user-defined robots in Python.
        bases = {"PhysicsAckermannRobot", "PhysicsDifferentialRobot"}
        known = {"morse.robots.grasping_robot.GraspingRobot", *("morse.core.wheeled_robot." + name for name in bases)}
        self.assertEqual(without, known)
        lines = [
            "from morse.builder import *",
            "robot = Human()",
            "robot.properties(classpath='morse.robots.grasping_robot.GraspingRobot')",
            "robot.make_grasper('hand_R_bb')",
            "robot.add_service('socket')",
            "cup = PassiveObject('props/kitchen_objects', 'Cup_Blue')",
            "cup.setgraspable()",
            "cup.translate(1.0, 0.0, 0.5)",
            "env = Environment('empty', fastmode=True)",
            "",
        ]
        simulator = self.run_scene("\n".join(lines))
        with simulator.connect() as client:
            self.assertIn("to grasp within 5 m", client.ask('1 robot grasp [true, "Pot"]'))
            self.assertEqual(client.ask('2 robot grasp [true, "cup"]'), "2 SUCCESS")


if __name__ == "__main__":
    unittest.main()
