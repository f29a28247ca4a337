"""The examples of user-defined Python components run unedited."""

import base64
import json
import socket

from harness import ROOT, TestCase, wait_until


class Examples(TestCase):
    def start(self, name):
        self.simulator = self.run_scene(ROOT / "examples" / name)
        self.client = self.simulator.connect()
        self.addCleanup(self.client.socket.close)

    def value(self, request):
        answer = self.client.ask("v " + request).split(" ", 2)
        self.assertEqual(answer[1], "SUCCESS", answer)
        return json.loads(answer[2]) if len(answer) > 2 else None

    def until(self, request, condition):
        def read():
            value = self.value(request)
            if condition(value):
                return [value]
            # One or two ticks between two requests.
            self.client.ask("s time sleep [0.02]")
            return None

        return wait_until(read, request)[0]

    def test_modifier_example(self):
        self.start("own_modifier.py")
        self.until("robot.pose get_local_data", lambda reading: reading.get("is_held") is True)
        self.assertIsNone(self.value("robot.pose set_probability [0.0]"))
        self.until("robot.pose get_local_data", lambda reading: reading.get("is_held") is False)

    def test_process_example(self):
        self.start("own_process.py")
        with socket.create_connection(("localhost", self.port("robot.camera")), 60) as camera:
            messages = camera.makefile()
            first, second = (json.loads(messages.readline()) for _ in range(2))
        self.assertAlmostEqual(second["timestamp"] - first["timestamp"], 0.2, 1)
        image = base64.b64decode(second["image"])
        colors = [value for place, value in enumerate(image) if place % 4 < 3]
        self.assertEqual((min(colors), max(colors)), (0, 255))

    def test_overlay_example(self):
        self.start("own_overlay.py")
        looked = self.value("neck look [90.0, 10.0]")
        self.assertAlmostEqual(looked["left"], 45.0, 0)
        self.assertAlmostEqual(looked["up"], 10.0, 0)
        self.assertEqual(self.value("neck angles"), looked)

    def port(self, component):
        return self.value(f'simulation get_stream_port ["{component}"]')

    def test_stream_and_request_manager_example(self):
        self.start("own_stream.py")
        with socket.create_connection(("localhost", self.port("robot.motion")), 30) as motion:
            motion.sendall(b"forward 1.0\n")
            with socket.create_connection(("localhost", self.port("robot.pose")), 30) as pose:
                for line in pose.makefile():
                    word, x, *_ = line.split(",")
                    self.assertEqual(word, "$POSE")
                    if float(x) > 0.2:
                        break
            motion.sendall(b"forward 0.0\n")
            port = int(self.simulator.wait_for("Datagrams on port").split()[-1])
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
                client.settimeout(30)
                client.sendto(b"robot.waypoint goto 0.5 0.0 0.0 0.5 1.0", ("127.0.0.1", port))
                self.assertEqual(json.loads(client.recv(4096))[0], "SUCCESS")
                client.sendto(b"robot.waypoint fly", ("127.0.0.1", port))
                self.assertEqual(json.loads(client.recv(4096))[0], "FAILED")

    def test_derived_component_example(self):
        self.start("own_derived.py")
        row = self.until("robot.camera get_row", bool)
        self.assertEqual(len(row), 64)
        self.until("robot.imu get_local_data", lambda reading: reading["angular_velocity"][2] > 0.002)
        self.assertIsNone(self.value("robot.motion set_speed [1.0, 0.0]"))
        self.until("robot get_way", lambda way: way and way > 0.2)
        self.until("patrol.place get_local_data", lambda reading: reading["yaw"] > 0.1)
