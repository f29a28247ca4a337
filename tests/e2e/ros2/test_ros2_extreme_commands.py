"""NaN and 10^300 in every command of every actuator, and messages of another type: the simulation goes on with finite poses."""

import dataclasses
import json
import math
import unittest

from components import test_every_actuator as all_actuators
from harness import wait_until
from ros2 import test_ros2_every_actuator as every
from ros2_peers import Ros2TestCase
import ros2_types as t

# The largest number of a field of 32 bits stands for 10^300.
HUGE, HUGE_32 = 1e300, 3e38
THIRTY_TWO_BITS = (t.AckermannDrive, t.Float32MultiArray)


def with_number(message, number):
    """The message with a number in all fields that are numbers."""
    if isinstance(message, bool):
        return message
    if isinstance(message, float):
        return number
    if isinstance(message, list):
        return [with_number(item, number) for item in message]
    if dataclasses.is_dataclass(message):
        fields = {field.name: with_number(getattr(message, field.name), number) for field in dataclasses.fields(message)}
        return type(message)(**fields)
    return message


def with_extreme(message, number):
    """The message with an extreme number. Texts of JSON have it in each number."""
    if isinstance(message, t.String):
        filled = {key: number if isinstance(value, float) else value for key, value in json.loads(message.data).items()}
        return t.String(data=json.dumps(filled))
    if abs(number) == HUGE and isinstance(message, THIRTY_TWO_BITS):
        number = math.copysign(HUGE_32, number)
    return with_number(message, number)


def numbers_of(value):
    """All numbers in a reading."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in numbers_of(item)]
    return [value] if isinstance(value, float) else []


class ExtremeCommands(Ros2TestCase):
    def test_every_actuator_survives_extreme_numbers(self):
        runs = list(every.commands())
        lines, places = ["from morse.builder import *"], []
        for nth, (name, level, entry, arguments, _, _) in enumerate(runs):
            here, more = all_actuators.script_lines(nth, name, level, entry)
            places.append(here)
            lines += more + ["component.add_stream('ros2'%s)" % (arguments and ", " + arguments)]
        simulator, peer = self.start("\n".join([*lines, "env = Environment('empty')", ""]))
        connection = simulator.connect()
        self.addCleanup(connection.close)

        def tick():
            """Lets a few ticks pass."""
            self.assertIn("SUCCESS", connection.ask("id time sleep [0.2]"))

        for number in (math.nan, math.inf, -math.inf, HUGE, -HUGE):
            for nth, (_, _, _, _, suffix, message) in enumerate(runs):
                topic = "/robot%d/component%s" % (nth, suffix)
                extreme = with_extreme(message(places[nth]), number)
                writer = peer.publish_to(topic, type(extreme))
                writer.write(extreme)
            tick()
            for nth, (name, level, *_) in enumerate(runs):
                with self.subTest(name, level=level, number=number):
                    answer = connection.ask("id robot%d.pose get_local_data" % nth)
                    self.assertTrue(answer.startswith("id SUCCESS"), answer[:200])
                    pose = json.loads(answer.removeprefix("id SUCCESS "))
                    self.assertTrue(all(map(math.isfinite, numbers_of(pose))), answer[:300])
        self.assertFalse([line for line in simulator.lines if "panicked" in line])
        wait_until(lambda: any("refused" in line for line in simulator.lines), "a line for a refused command")
        simulator.process.terminate()
        self.assertEqual(simulator.wait_for_exit(), 0)

    def test_topic_with_a_publisher_of_another_type_still_obeys_its_own(self):
        scene = "\n".join([
            "from morse.builder import *", "robot = ATRV()", "motion = MotionVW()", "motion.add_stream('ros2', topic='/cmd_vel')",
            "robot.append(motion)", "pose = Pose()", "pose.add_stream('ros2', topic='/pose')", "robot.append(pose)", "env = Environment('empty')", "",
        ])
        _, peer = self.start(scene)
        # A DDS reader ignores writers of another type: no match, so `publish_to` would wait.
        peer.writer("/cmd_vel", t.PoseStamped).write(every.stamped(every.pose(5.0, 5.0, 5.0)))
        poses = peer.reader("/pose", t.PoseStamped)
        before = poses.first().pose.position.x
        peer.publish_to("/cmd_vel", t.Twist).write(every.twist(x=1.0))
        poses.first(lambda message: message.pose.position.x > before + 0.2)


if __name__ == "__main__":
    unittest.main()
