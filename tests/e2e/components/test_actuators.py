"""Actuators commanded over sockets with the original's client, and by the keys of a terminal."""

import math
import os
import pty
import termios
import time
import unittest

from harness import TIMEOUT_S, TestCase, original_pymorse

CAPABLE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
drive = MotionVW()
drive.level('kinematic')
robot.append(drive)
head = PTU()
head.translate(x=0.2, z=0.9)
robot.append(head)
posture = PTUPosture()
head.append(posture)
hand = Gripper()
hand.translate(x=0.7, z=0.15)
hand.rotate(y=1.5708)
robot.append(hand)
arm = PA10()
arm.translate(x=-0.2, z=0.9)
robot.append(arm)
lamp = Light()
robot.append(lamp)
horn = Sound()
robot.append(horn)
marker = Arucomarker()
robot.append(marker)
robot.add_default_interface('socket')

cup = PassiveObject('props/kitchen_objects', 'Cup_Blue')
cup.setgraspable()
cup.translate(x=1.0, z=0.1)

env = Environment('empty', fastmode=True)
"""

DRIVEN = """
from morse.builder import *

robot = FakeRobot()
pose = Pose()
pose.add_interface('socket')
robot.append(pose)
keyboard = Keyboard()
robot.append(keyboard)
env = Environment('empty', fastmode=True)
"""

RIVALS = """
from morse.builder import *

robot = ATRV()
for name in ('one', 'two'):
    motion = MotionVW(name)
    motion.add_interface('socket')
    robot.append(motion)
env = Environment('empty', fastmode=True)
"""


class Actuators(TestCase):
    def test_original_client_commands_every_kind_of_actuator(self):
        with original_pymorse().Morse("localhost", self.run_scene(CAPABLE).port) as morse:
            robot = morse.robot
            robot.head.set_pan_tilt(0.5, 0.2).result()
            posture = robot.head.posture.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(posture["pan"], 0.5, delta=0.02)
            self.assertAlmostEqual(posture["tilt"], 0.2, delta=0.02)
            robot.head.look_at_object("cup").result()
            self.assertLess(abs(robot.head.get_pan_tilt().result()[0]), 0.2)
            robot.head.publish({"pan": -0.5, "tilt": 0.0})
            self.assertEqual(robot.hand.grab().result(), "cup")
            robot.drive.set_speed(0.5, 0.0).result()
            for _ in range(90):
                pose = robot.pose.get(timeout=TIMEOUT_S)
            robot.drive.stop().result()
            self.assertGreater(pose["x"], 0.5)
            robot.hand.release().result()
            cup = morse.rpc("simulation", "get_scene_objects")["cup"][1]
            self.assertAlmostEqual(cup[0] - robot.pose.get(timeout=TIMEOUT_S)["x"], 1.0, delta=0.1)
            robot.arm.set_rotation_array(0.3, 0.2).result()
            robot.lamp.toggle().result()
            robot.horn.publish({"mode": "play"})
            self.assertEqual(len(robot.marker.get_world_position().result()), 3)

    def test_warning_about_two_actuators_that_move_a_robot_is_logged_once(self):
        simulator = self.run_scene(RIVALS)
        with simulator.connect() as client:
            client.ask("1 robot.one set_speed [0.5, 0]")
            client.ask("2 robot.two set_speed [0.5, 0]")
            simulator.wait_for("robot.one and robot.two both move robot")
            # Simulated time: both actuators act in each of these thirty ticks.
            client.ask("3 time sleep [0.5]")
        self.assertEqual(len([line for line in simulator.lines if "both move" in line]), 1)


class Terminal(TestCase):
    def test_terminal_keys_drive_a_robot_and_terminal_settings_are_restored(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        before = termios.tcgetattr(theirs)
        simulator = self.run_scene(DRIVEN, terminal=theirs)
        simulator.wait_for("Keys pressed in this terminal are for robot.keyboard")
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            self.press(ours, b"\x1b[A", morse, lambda pose: pose["x"] > 0.3)
            self.press(ours, b"\x1b[D", morse, lambda pose: pose["yaw"] > 0.3)
            self.press(ours, b"T", morse, lambda pose: pose["z"] > 0.3)
            # Without further key presses the robot stops.
            read = lambda: (pose := morse.robot.pose.get(timeout=TIMEOUT_S)) and [pose["x"], pose["z"], pose["yaw"]]
            deadline = time.monotonic() + TIMEOUT_S
            last = read()
            while (now := read()) != last:
                self.assertLess(time.monotonic(), deadline, "the robot does not stop")
                last = now
            self.assertLess(abs(last[2]), math.pi)
        os.write(ours, b"\x03")
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertEqual(termios.tcgetattr(theirs), before)

    def press(self, terminal, key, morse, reached):
        deadline = time.monotonic() + TIMEOUT_S
        while not reached(morse.robot.pose.get(timeout=TIMEOUT_S)):
            self.assertLess(time.monotonic(), deadline, "the key has no effect")
            os.write(terminal, key)

    def test_missing_terminal_is_logged(self):
        self.run_scene(DRIVEN).wait_for("There is no terminal to read keys from for robot.keyboard")


if __name__ == "__main__":
    unittest.main()
