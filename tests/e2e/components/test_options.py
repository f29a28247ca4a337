"""Options without effect get the same message from `check` and `run`, with the allowed ones and the nearest name."""

import json
import re
import tempfile
import unittest
from pathlib import Path

from harness import TestCase, command

SCENE = """
from morse.builder import *
robot = Quadrotor()
teleport = Teleport()
robot.append(teleport)
engines = QuadrotorDynamicControl()
robot.append(engines)
waypoint = Waypoint()
robot.append(waypoint)
arm = KukaLWR()
robot.append(arm)
pose = Pose()
robot.append(pose)
odometry = Odometry()
robot.append(odometry)
{lines}
env = Environment('empty', fastmode=True)
{after}
"""

# Streams with a misspelled option: component, middleware, options, the right name.
STREAMS = [
    ("pose", "socket", "prot=60001", "port"),
    ("teleport", "socket", "prot=60001", "port"),
    ("pose", "text", "flie='pose.txt'", "file"),
    ("pose", "ros", "topc='/pose'", "topic"),
    ("teleport", "ros", "topc='/pose'", "topic"),
    ("pose", "ros2", "topc='/pose'", "topic"),
    ("teleport", "ros2", "topc='/pose'", "topic"),
    ("pose", "yarp", "prot='/pose'", "port"),
    ("pose", "moos", "moos_prot=9001", "moos_port"),
    ("pose", "pocolibs", "postr='pose'", "poster"),
    ("pose", "mavlink", "device='udpout:127.0.0.1:14550', verson=2", "version"),
    ("engines", "ardupilot", "prot=9002", "port"),
    ("engines", "px4", "prot=4560", "port"),
    ("teleport", "pprzlink", "ac_idd=1", "ac_id"),
]

# Options of stream managers, of which nothing else in the scene is used.
MANAGERS = [
    ("socket", "time_snyc=True", "time_sync"),
    ("ros2", "map_to_odm=False", "map_to_odom"),
    ("yarp", "verson=3", "version"),
    ("pocolibs", "prot=9473", "port"),
]

ROS = "morse.middleware.ros.overlays."
OVERLAYS = [
    (f"arm.add_overlay('ros', '{ROS}armatures.ArmatureController', namespce='/arm')", "did you mean `namespace`"),
    (f"arm.add_overlay('ros', '{ROS}armatures.ArmatureController', namespace=3)", "must be a text"),
    (f"arm.add_overlay('ros', '{ROS}armatures.ArmatureController', namespace='/a b')", "letters, digits"),
    (f"waypoint.add_overlay('ros', '{ROS}armatures.ArmatureController')", "needs the service `trajectory`"),
    (f"waypoint.add_overlay('socket', '{ROS}waypoints.WayPoint')", "not an overlay of socket"),
    (
        "waypoint.add_service('pocolibs')\n"
        "waypoint.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.rflex_overlay.RflexModule', name='a')",
        "has no argument `name`",
    ),
    (
        f"arm.add_overlay('ros', '{ROS}armatures.ArmatureController', namespace='/a')\n"
        f"waypoint.add_overlay('ros', '{ROS}waypoints.WayPoint', namespace='a')",
        "as that of",
    ),
]


class Options(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_refused(self, lines, *texts, after=""):
        """`check` and `run` refuse a scene with the same message, at a line of the script."""
        script = self.folder / "scene.py"
        script.write_text(SCENE.format(lines=lines, after=after))
        code, output, log = command("check", "--json", script)
        errors = [finding for finding in json.loads(output) if finding["severity"] == "error"]
        self.assertEqual(len(errors), 1, output + log)
        self.assertNotEqual(code, 0)
        self.assertIsNotNone(errors[0].get("source"), errors)
        said = errors[0]["message"] + (errors[0].get("help") or "")
        for text in texts:
            self.assertIn(text, said)
        code, _, log = command("run", "--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0", script)
        self.assertNotEqual(code, 0, log)
        self.assert_logged(errors[0]["message"], log)

    def assert_logged(self, message, log):
        plain = "".join(log.split())
        self.assertIn("".join(message.split()), plain.replace("│", "").replace("|", ""))

    def test_unknown_options_of_streams_are_warnings_as_in_the_original(self):
        # The scene runs: the streams that open a port or wait for another program are only checked.
        lines = [f"{component}.add_stream('{middleware}', {options})" for component, middleware, options, _ in STREAMS]
        script = self.folder / "scene.py"
        script.write_text(SCENE.format(lines="\n".join(lines), after=""))
        code, output, log = command("check", "--json", script)
        self.assertEqual(code, 0, output + log)
        found = [finding for finding in json.loads(output) if finding["code"] == "run::unknown-option"]
        messages = [finding["message"] for finding in found]
        # Equal messages of several objects are one finding, and those of two streams of one object: `engines` has two.
        more = [re.search(r"(\d+) more objects? ha", message) for message in messages]
        self.assertEqual(len(messages) + sum(int(match[1]) for match in more if match), len(STREAMS) - 1, messages)
        for *_, meant in STREAMS:
            self.assertTrue(any(f"did you mean `{meant}`" in message for message in messages), meant)
        self.assertTrue(all(finding["source"] and finding["object"] for finding in found), found)
        script.write_text(SCENE.format(lines=f"{lines[0]}\n{lines[1]}", after=""))
        code, _, log = command("run", "--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0", script)
        self.assertEqual(code, 0, log)
        for finding in found:
            if "`prot`" in finding["message"] and "encoding" in finding["message"]:
                self.assert_logged(finding["message"], log)

    def test_unknown_options_of_stream_managers_are_warnings_as_in_the_original(self):
        script = self.folder / "scene.py"
        for manager, options, meant in MANAGERS:
            for lines in ("", f"pose.add_stream('{manager}')"):
                with self.subTest(manager, lines=lines):
                    call = f"env.configure_stream_manager('{manager}', {options}, gain=1)"
                    script.write_text(SCENE.format(lines=lines, after=call))
                    code, output, log = command("check", "--json", script)
                    self.assertEqual(code, 0, output + log)
                    found = [finding for finding in json.loads(output) if finding["code"] == "run::unknown-option"]
                    messages = [finding["message"] for finding in found]
                    self.assertEqual(len(messages), 2, messages)
                    self.assertEqual([f"did you mean `{meant}`" in message for message in messages].count(True), 1)
                    self.assertTrue(any("`gain`" in message and meant in message for message in messages), messages)
                    self.assertTrue(all(finding["source"] for finding in found), found)
                    if lines and manager != "socket":
                        # These managers wait for other programs when the scene runs.
                        continue
                    code, _, log = command(
                        "run", "--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0", script
                    )
                    self.assertEqual(code, 0, log)
                    for message in messages:
                        self.assert_logged(message, log)

    def test_invalid_values_of_options_of_stream_managers_are_refused(self):
        for manager, options, text in (("socket", "sync_port=0", "`sync_port`"), ("yarp", "version=9", "`version`")):
            with self.subTest(manager):
                self.assert_refused("", text, after=f"env.configure_stream_manager('{manager}', {options})")

    def test_overlays_without_effect_are_refused(self):
        for lines, text in OVERLAYS:
            with self.subTest(lines):
                service = "" if "'socket'" in lines else "arm.add_service('ros')\n"
                self.assert_refused(service + lines, text)

    def test_unknown_arguments_of_modifiers_are_refused(self):
        self.assert_refused("pose.alter('Noise', pos_sdt=0.1)", "`pos_sdt`", "did you mean `pos_std`")
        self.assert_refused("pose.alter('Noise', gain=0.1)", "`gain`", "pos_std, rot_std")
        self.assert_refused("pose.alter('NED', north=0.1)", "`north`", "takes no arguments")


if __name__ == "__main__":
    unittest.main()
