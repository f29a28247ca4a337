"""YARP ports of sensors, actuators and services, and a name server that restarts."""

import json
import re
import struct
import time
import unittest

from harness import ROOT, command
from yarp_peers import YarpTestCase, wait_until

EXAMPLE = ROOT / "examples" / "yarp_drive.py"

SERVICES = """
from morse.builder import *

robot = ATRV()
waypoint = Waypoint()
waypoint.add_service('yarp')
waypoint.add_service('yarp_json')
robot.append(waypoint)
waypoint.add_stream('yarp_json', method='morse.middleware.yarp.yarp_json.YarpJsonWaypointReader')
pose = Pose()
pose.add_stream('yarp', port='/lab/pose', topic='/poses')
robot.append(pose)
env = Environment('empty')
env.add_service('yarp')
"""


class Example(YarpTestCase):
    def test_documentation_contains_the_example(self):
        page = (ROOT / "docs" / "yarp.md").read_text()
        shown = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
        self.assertIn(shown, EXAMPLE.read_text())

    def test_example_drives_a_robot_and_reads_pose_and_camera(self):
        simulator = self.run_scene(EXAMPLE)
        pose = self.reader("/morse/robot/pose/out")
        first = pose.read()
        self.assertEqual(len(first), 7, "timestamp, x, y, z, yaw, pitch, roll")
        self.writer("/morse/robot/motion/in").write(1.0, 0.0)
        wait_until(lambda: pose.read()[1] > first[1] + 0.5, "the robot drives")
        # An int is converted to a float, and missing values are zero.
        self.writer("/morse/robot/motion/in").write(0)

        picture = self.reader("/morse/robot/camera/out").read_bytes()
        header, pixels = picture[:60], picture[60:]
        numbers = struct.unpack("<5i", header[32:52])
        self.assertEqual(numbers, (4, 4 * 320 * 240, 1, 320, 240))
        self.assertEqual((header[12:15], header[20:24]), (b"mat", b"rgba"))
        self.assertEqual(len(pixels), 4 * 320 * 240)
        self.assertEqual(set(pixels[3::4]), {255}, "all pixels are opaque")

        requests = self.writer("/morse/services/robot.waypoint/request")
        self.assertEqual(requests.call(1, "robot.waypoint", "get_status", "[]"), "1 SUCCESS Arrived")
        simulator.process.terminate()
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertEqual([port for port in self.server.ports if port.startswith("/morse")], [])

    def test_topic_list_has_the_port_names(self):
        simulator = self.run_scene(EXAMPLE)
        code, out, errors = command("topic", "list", "--port", simulator.port)
        self.assertEqual(code, 0, errors)
        self.assertIn("/morse/robot/pose/out", out)


class Services(YarpTestCase):
    def test_replies_are_sent_to_the_reply_port(self):
        self.run_scene(SERVICES)
        replies = self.reader("/morse/services/robot.waypoint/reply")
        requests = self.writer("/morse/services/robot.waypoint/request")
        requests.write(7, "robot.waypoint", "goto", "[2.0, 0.0, 0.0, 0.5, 1.0]")
        self.assertEqual(replies.read(), ["7 SUCCESS Arrived"])
        requests.write(8, "robot.waypoint", "goto", "[1.0]")
        [reply] = replies.read()
        self.assertTrue(reply.startswith("8 FAILED "), reply)
        requests.write(9, "robot.waypoint", "no_such_service", "[]")
        self.assertIn("9 FAILED ", replies.read()[0])
        requests.write(10, "robot.waypoint", "goto", "[os.abort()]")
        self.assertIn("10 FAILED Invalid request syntax", replies.read()[0])
        requests.write(11, "robot.waypoint")
        self.assertIn("11 FAILED Malformed request", replies.read()[0])

    def test_requests_may_be_json(self):
        self.run_scene(SERVICES)
        requests = self.writer("/ors/services/robot.waypoint/request")
        goto = {"id": "a", "component": "robot.waypoint", "service": "get_status", "params": "[]"}
        reply = json.loads(requests.call(json.dumps(goto)))
        self.assertEqual(reply, {"id": "a", "status": "SUCCESS", "reply": "Arrived"})

    def test_services_of_the_simulator_are_available(self):
        self.run_scene(SERVICES)
        requests = self.writer("/morse/services/simulation/request")
        self.assertEqual(requests.call(1, "simulation", "list_robots"), "1 SUCCESS ['robot']")
        time = self.writer("/morse/services/time/request")
        self.assertTrue(time.call(2, "time", "now").startswith("2 SUCCESS "))

    def test_json_waypoint_moves_the_robot(self):
        self.run_scene(SERVICES)
        pose = self.reader("/lab/pose")
        waypoint = self.writer("/morse/robot/waypoint/in")
        waypoint.write(json.dumps({"point": {"x": 3.0, "y": 0.0, "z": 0.0}, "radius": 0.5}))
        wait_until(lambda: pose.read()[1] > 1.0, "the robot drives to the waypoint")


class Server(YarpTestCase):
    def test_ports_are_registered_again_after_a_server_restart(self):
        simulator = self.run_scene(EXAMPLE)
        pose = self.reader("/morse/robot/pose/out")
        pose.read()
        port = self.server.port
        self.server.kill()
        simulator.wait_for("No YARP name server")
        times = [pose.read()[0] for _ in range(30)]
        self.assertTrue(all(later > earlier for earlier, later in zip(times, times[1:])))
        self.server.start(port)
        restart_s = time.monotonic()
        self.server.address("/morse/robot/pose/out")
        print("registered again after %.2f s" % (time.monotonic() - restart_s))
        simulator.wait_for("The YARP name server at .* answers")
        pose.read()

    def test_scene_runs_without_a_server(self):
        self.server.kill()
        simulator = self.run_scene(EXAMPLE, "--fast", "--duration", "2")
        self.assertEqual(simulator.wait_for_exit(), 0)
        simulator.wait_for("No YARP name server")
        self.server.start(0)

    def test_invalid_version_is_an_error(self):
        scene = EXAMPLE.read_text() + "\nenv.configure_stream_manager('yarp', version='9')\n"
        path = ROOT / "target" / "yarp_odd_scene.py"
        path.write_text(scene)
        self.addCleanup(path.unlink)
        code, out, errors = command("run", path, environment=self.server.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("`version` must be a release of YARP", out + errors)


if __name__ == "__main__":
    unittest.main()
