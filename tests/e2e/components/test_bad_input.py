"""Invalid input of clients, which leaves the simulation intact, and errors in scripts with their diagnostics."""

import json
import socket
import struct
import tempfile
import unittest
from pathlib import Path

from harness import Connection, TestCase, command

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.add_interface('socket')
robot.append(motion)
pose = Pose()
pose.add_interface('socket')
robot.append(pose)
env = Environment('empty', fastmode=True)
"""


class BadInput(TestCase):
    def setUp(self):
        self.simulator = self.run_scene(SCENE)

    def assert_alive(self):
        with self.simulator.connect() as client:
            self.assertEqual(client.ask("alive simulation list_robots"), 'alive SUCCESS ["robot"]')

    def port_of(self, stream):
        with self.simulator.connect() as client:
            return int(client.ask('p simulation get_stream_port ["%s"]' % stream).split()[-1])

    def test_malformed_requests_are_answered(self):
        cases = {
            "": ' FAILED "Malformed request! "',
            "tok": 'tok FAILED "Malformed request! "',
            "i robot.motion set_speed [1,": "i FAILED \"Invalid request syntax: error while parsing the parameters: "
            "<[1,>. Expecting value: line 1 column 4 (char 3)\"",
        }
        with self.simulator.connect() as client:
            for request, answer in cases.items():
                self.assertEqual(client.ask(request), answer)
            self.assertRegex(client.ask("i robot.motion"), r'^i FAILED "Malformed request')
            unknown = 'i FAILED "The request %s has not been registered in Socket service manager: '
            self.assertRegex(
                client.ask("i robot.motion set_sped"),
                unknown % "set_sped" + "robot.motion has no service `set_sped`; did you mean `set_speed`. It has .*stop",
            )
            self.assertRegex(
                client.ask("i robot.moton goto"),
                unknown % "goto" + "there is no component `robot.moton`; did you mean `robot.motion`. It has .*set_speed",
            )
            self.assertRegex(client.ask("i robot.motion set_speed [1]"), r'^i FAILED ".*wrong # of parameters')
            self.assertRegex(client.ask("i robot.motion set_speed"), r'^i FAILED ".*parameters expected for service')
            self.assertRegex(client.ask("i robot.motion set_speed 5"), r"^i FAILED ")
            self.assertRegex(client.ask('i robot.motion set_speed {"v": 1}'), r"^i FAILED ")
        self.assert_alive()

    def test_fragmented_request_is_reassembled(self):
        with self.simulator.connect() as client:
            for piece in ["id simul", "ation list_", "robots\nid2 simulation", " list_robots\n"]:
                client.send(piece)
            self.assertEqual(client.line(), 'id SUCCESS ["robot"]')
            self.assertEqual(client.line(), 'id2 SUCCESS ["robot"]')

    def test_binary_and_overlong_requests_are_harmless(self):
        with self.simulator.connect() as client:
            client.send(bytes(range(256)) * 16 + b"\n")
        with self.simulator.connect() as client:
            try:
                for _ in range(64):
                    client.send(b"x" * 65536)
            except OSError:
                pass
        self.assert_alive()

    def test_clients_that_disconnect_during_a_request_are_harmless(self):
        for _ in range(20):
            client = self.simulator.connect()
            client.send("i time sleep [100]\ni simulation details\n")
            # Closes with a TCP reset.
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        self.assert_alive()

    def test_thousand_connections_are_served(self):
        clients = [self.simulator.connect() for _ in range(1000)]
        try:
            for client in clients[::100]:
                self.assertEqual(client.ask("i simulation list_robots"), 'i SUCCESS ["robot"]')
        finally:
            for client in clients:
                client.close()
        self.assert_alive()

    def test_stalled_reader_does_not_delay_another_reader(self):
        port = self.port_of("robot.pose")
        with Connection(port) as stalled, Connection(port) as reading:
            stalled.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            stamps = [json.loads(reading.line())["timestamp"] for _ in range(120)]
        steps = [after - before for before, after in zip(stamps, stamps[1:])]
        self.assertTrue(all(abs(step - 1 / 60) < 1e-3 for step in steps), steps)

    def test_last_valid_command_stays_in_effect_after_invalid_ones(self):
        with Connection(self.port_of("robot.motion")) as command:
            command.send('{"v": 1.0, "w": 0.0}\n')
            bad = ["{\n", "\n", "[1, 2]\n", "null\n", '{"v": 9}\n', '{"v": "fast", "w": 0}\n', '{"v": NaN, "w": 0}\n']
            for line in bad:
                command.send(line)
                self.simulator.wait_for("robot.motion")
            with Connection(self.port_of("robot.pose")) as pose:
                first, last = json.loads(pose.line()), None
                for _ in range(60):
                    last = json.loads(pose.line())
            self.assertAlmostEqual(last["x"] - first["x"], 1.0, delta=0.1)
        self.assert_alive()


class Scripts(TestCase):
    """Mistakes in a script, with the diagnostics of `morse check` and `morse run`."""

    BEGIN = "from morse.builder import *\nrobot = ATRV()\npose = Pose()\npose.add_stream('socket')\nrobot.append(pose)\n"
    END = "env = Environment('empty', fastmode=True)\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def script(self, lines):
        """A script that has `lines` from line 6 on."""
        path = self.folder / "scene.py"
        path.write_text(f"{self.BEGIN}{lines}\n{self.END}")
        return path

    def findings(self, lines):
        """The diagnostics of `check --json`."""
        code, output, log = command("check", "--json", self.script(lines))
        found = json.loads(output)
        self.assertEqual(code != 0, any(finding["severity"] == "error" for finding in found), log)
        return found

    def run_log(self, lines):
        options = ("--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0")
        code, _, log = command("run", *options, self.script(lines))
        return code, log

    def assert_warned(self, lines, warning, line, related=()):
        """`check` and `run` print exactly one warning, with these lines, and the scene runs."""
        (found,) = self.findings(lines)
        self.assertEqual((found["severity"], found["code"], found["source"]["line"]), ("warning", warning, line), found)
        self.assertEqual([place["line"] for place in found.get("related", [])], list(related))
        code, output, log = command("check", self.script(lines))
        self.assertEqual((code, log.count(f"warning[{warning}]")), (0, 1), log)
        self.assertIn("can run, with 1 warning.", output)
        code, log = self.run_log(lines)
        self.assertEqual((code, log.count(f"warning[{warning}]")), (0, 1), log)
        shown = self.script(lines).read_text().splitlines()
        for number in (line, *related):
            self.assertIn(shown[number - 1].strip(), log)

    def test_correct_scene_has_no_warning(self):
        self.assertEqual(self.findings(""), [])

    def test_sensor_without_stream_is_a_warning(self):
        self.assert_warned("gps = GPS()\nrobot.append(gps)", "scene::sensor-without-stream", 6)

    def test_two_robots_on_one_spot_are_a_warning(self):
        found = {finding["code"]: finding for finding in self.findings("other = ATRV()")}
        self.assertEqual(sorted(found), ["run::starts-inside", "scene::robots-on-one-spot"])
        spot = found["scene::robots-on-one-spot"]
        lines = [place["line"] for place in (spot["source"], *spot["related"])]
        self.assertEqual((spot["severity"], lines), ("warning", [6, 2]))

    def test_component_appended_twice_is_a_warning(self):
        lines = "other = ATRV()\nother.translate(5)\nother.append(pose)"
        self.assert_warned(lines, "scene::appended-twice", 8, [5])

    def test_rate_above_the_simulation_rate_is_a_warning(self):
        self.END += "env.simulator_frequency(30)\n"
        self.assertEqual(self.findings(""), [], "the default rate of the class gives no warning")
        self.assert_warned("pose.frequency(50)", "scene::rate-above-simulation", 6)

    def test_two_drivers_of_one_robot_are_a_warning(self):
        lines = "a = MotionVW()\nrobot.append(a)\nb = MotionXYW()\nrobot.append(b)"
        self.assert_warned(lines, "scene::two-drivers", 8, [6])

    def test_mover_that_can_interrupt_goals_is_a_warning(self):
        mover, goals = "m = MotionVW()\nrobot.append(m)\n", "w = Waypoint()\nrobot.append(w)\n"
        self.assert_warned(mover + goals, "scene::two-drivers", 8, [6])
        self.assertEqual(self.findings(goals + mover), [])

    def test_only_actuators_that_drive_by_commands_are_drivers(self):
        robots = {"SteerForce": "Hummer", "MotionVWDiff": "SegwayRMP400", "StabilizedQuadrotor": "QUAD2012"}
        drivers = ("MotionVW", "MotionVWDiff", "MotionXYW", "Teleport", "Orientation", "StabilizedQuadrotor", "SteerForce")
        on_command_only = ("Waypoint", "ForceTorque", "RotorcraftWaypoint", "Gripper")
        for actuator in drivers + on_command_only:
            lines = (
                f"vehicle = {robots.get(actuator, 'ATRV')}()\nvehicle.translate(9, 0, 1)\n"
                f"a = {actuator}()\nvehicle.append(a)\nb = {actuator}()\nvehicle.append(b)"
            )
            with self.subTest(actuator):
                is_driver = actuator in drivers
                codes = [finding["code"] for finding in self.findings(lines)]
                self.assertEqual(codes, ["scene::two-drivers"] if is_driver else [])

    def test_two_robots_of_one_name_are_a_warning(self):
        lines = "r2 = ATRV('robot')\nr2.translate(5)"
        self.assert_warned(lines, "scene::robot-renamed", 6, [2])
        (found,) = self.findings(lines)
        for name in ("`robot_001`", "`robot`"):
            self.assertIn(name, found["message"])

    def test_robots_without_a_name_are_a_warning(self):
        lines = "for i in range(1, 3):\n    r = ATRV()\n    r.translate(5 * i)"
        self.assert_warned(lines, "scene::unnamed", 7)

    def test_frequency_of_zero_is_a_warning_and_a_negative_one_an_error(self):
        for frequency, severity, name, status in (
            (0, "warning", "scene::builder-warning", 0),
            (-5, "error", "scene::bad-frequency", 1),
        ):
            (found,) = self.findings(f"pose.frequency({frequency})")
            self.assertEqual((found["severity"], found["code"]), (severity, name))
            self.assertEqual(found["source"]["line"], 6)
            code, log = self.run_log(f"pose.frequency({frequency})")
            self.assertEqual(code, status, log)

    def test_exception_is_a_diagnostic(self):
        cases = {
            "gps = Posee()": ("NameError: name 'Posee' is not defined", "did you mean `Pose`?"),
            "pose.translate('1')": ("WrongType: translate: x takes a number, not '1' of type str", None),
            "this is invalid Python": ("SyntaxError: invalid syntax", None),
        }
        for line, (message, help_text) in cases.items():
            (found,) = self.findings(line)
            self.assertEqual((found["severity"], found["code"]), ("error", "script::exception"))
            self.assertEqual((found["message"], found.get("help")), (message, help_text))
            self.assertEqual(found["source"], {"file": str(self.script(line)), "line": 6})
        (found,) = self.findings("pose.alter('Nosie')")
        self.assertIn("did you mean 'Noise'?", found["message"])

    def test_script_without_a_scene_is_a_diagnostic(self):
        for line in ("import sys; sys.exit('no robot today')", "import sys; sys.exit(3)"):
            code, output, log = command("check", "--json", self.script(line))
            (found,) = json.loads(output)
            self.assertEqual((found["severity"], found["code"]), ("error", "script::no-scene"), log)
            self.assertNotEqual(code, 0)

    def test_exception_shows_one_traceback_line_and_the_nearest_name(self):
        for line, nearest in {"gps = Posee()": "'Pose'", "pose.alter('Nosie')": "'Noise'"}.items():
            code, _, log = command("check", self.script(line))
            self.assertEqual(code, 255, log)
            self.assertEqual((log.count('  File "'), log.count(nearest)), (1, 1), log)
            self.assertIn(f'scene.py", line 6, in <module>\n    {line}\n', log)

    def test_unknown_stream_suggests_the_nearest_name(self):
        (found,) = self.findings("other = Pose()\nother.add_stream('sokcet')\nrobot.append(other)")
        self.assertEqual((found["code"], found["source"]["line"]), ("scene::builder-error", 7))
        self.assertTrue(found["message"].endswith("did you mean 'socket'?"), found)

    def test_missing_prop_suggests_the_nearest_name(self):
        for lines, nearest in {
            "PassiveObject('props/objects', 'RollingChar')": "RollingChair",
            "PassiveObject('props/objets', 'RollingChair')": "props/objects",
        }.items():
            (found,) = self.findings(lines)
            self.assertEqual((found["severity"], found["source"]["line"]), ("error", 6), found)
            self.assertIn(nearest, found["message"] + found.get("help", ""))


if __name__ == "__main__":
    unittest.main()
