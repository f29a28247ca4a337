"""A robot of the user's own file: its joints are commanded and read by clients, and a robot file runs without a script."""

import unittest

from harness import ROOT, TestCase, our_pymorse, wait_until


class OwnRobotTest(TestCase):
    def check_joints(self, scene, robot):
        with our_pymorse().Morse("localhost", self.run_scene(scene).port) as morse:
            arm = getattr(morse, robot)
            goals = {"shoulder": 0.8, "elbow": -1.2, "finger": 0.03}
            arm.controller.publish(goals)
            state = arm.joints.get
            wait_until(lambda: all(abs(state()[joint] - goal) < 0.005 for joint, goal in goals.items()), "arrival")
            arm.controller.rotate("elbow", 0.4).result(30)
            self.assertAlmostEqual(state()["elbow"], 0.4, delta=0.011)
            with self.assertRaises(Exception) as refused:
                arm.controller.rotate("elbw", 0.4).result(30)
            self.assertIn("did you mean `elbow`?", str(refused.exception))

    def test_joints_of_a_scene_move_by_stream_and_service(self):
        self.check_joints(ROOT / "examples" / "own_robot.py", "arm")

    def test_joints_of_a_robot_file_move_without_a_script(self):
        self.check_joints(ROOT / "assets" / "robots" / "small_arm.urdf", "small_arm")

    def test_joints_of_a_robot_that_is_removed_while_two_clients_command_it(self):
        simulator = self.run_scene(ROOT / "assets" / "robots" / "small_arm.urdf")
        Morse = our_pymorse().Morse
        with Morse("localhost", simulator.port) as first, Morse("localhost", simulator.port) as second:
            for client, elbow in ((first, 100.0), (second, -100.0)):
                client.small_arm.controller.publish({"shoulder": 0.0, "elbow": elbow, "finger": 0.0})
                elbow_now = lambda client=client: client.small_arm.joints.get()["elbow"]
                # The motor pushes against the limit of 2.5 rad.
                wait_until(lambda: 2.4 < abs(elbow_now()) < 2.6 and elbow_now() * elbow > 0, "the limit")
            first.small_arm.controller.publish({"shoulder": float("nan"), "elbow": 0.5, "finger": 0.0})
            second.small_arm.controller.publish({"shoulder": 0.0, "elbow": 0.5, "finger": 0.0})
            wait_until(lambda: abs(elbow_now() - 0.5) < 0.01, "the command of the second client")
            with simulator.connect() as console:
                self.assertIn("SUCCESS", console.ask('a simulation despawn ["small_arm"]'))
                for client in (first, second):
                    client.small_arm.controller.publish({"shoulder": 0.1, "elbow": 0.1, "finger": 0.0})
                # An empty list is not written, as in MORSE 1.4.
                self.assertEqual(console.ask("b simulation list_robots").strip(), "b SUCCESS")

    def test_components_that_a_file_declares_sense_and_drive(self):
        scene = DECLARED.format(file=str(ROOT / "assets" / "robots" / "small_rover.urdf"))
        with our_pymorse().Morse("localhost", self.run_scene(scene).port) as morse:
            rover = morse.rover
            scan = rover.lidar.get()
            self.assertEqual(len(scan["range_list"]), 181)
            # The wall is two meters ahead of the middle of the scanner.
            self.assertAlmostEqual(scan["range_list"][90], 2.0, delta=0.1)
            rover.drive.publish({"v": 0.4, "w": 0.0})
            wait_until(lambda: rover.wheel_odometry.get()["x"] > 0.8, "the wheels roll")
            rover.drive.publish({"v": 0.0, "w": 0.0})
            ahead = lambda: rover.lidar.get()["range_list"][90]
            wait_until(lambda: ahead() < 1.3, "the wall is nearer")


DECLARED = """
from morse.builder import *

rover = Robot('{file}', name='rover')
rover.append_declared('socket')
wall = Cube('wall')
wall.translate(3.08, 0, 1)
wall.set_physics_type('STATIC')
env = Environment('empty')
"""


if __name__ == "__main__":
    unittest.main()
