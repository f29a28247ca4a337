"""Socket streams in CBOR: same values as in JSON, and the example."""

import base64
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, TIMEOUT_S, TestCase, command, our_pymorse

SCENE = """
from morse.builder import *

robot = ATRV()
for encoding in ('json', 'cbor'):
    for name, sensor in (('pose', Pose()), ('scan', Hokuyo()), ('camera', VideoCamera()), ('depth', DepthCamera())):
        sensor.name = name + '_' + encoding
        sensor.translate(z=1.0)
        sensor.frequency(10)
        if name in ('camera', 'depth'):
            sensor.properties(cam_width=16, cam_height=12)
        sensor.add_stream('socket', encoding=encoding)
        robot.append(sensor)
env = Environment('indoors-1/indoor-1')
"""


def as_json(value):
    """The JSON form of a decoded CBOR value."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, memoryview):
        return value.tolist()
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    return value


class Encodings(TestCase):
    def test_cbor_and_json_have_equal_values(self):
        simulator = self.run_scene(SCENE)
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            for name in ("pose", "scan", "camera", "depth"):
                with self.subTest(name):
                    text, binary = (getattr(morse.robot, f"{name}_{encoding}") for encoding in ("json", "cbor"))
                    # Both sensors read at the same ticks: compare messages with equal timestamps.
                    for _ in range(50):
                        text.get()
                        binary.get()
                        of_text = {message["timestamp"]: message for message in text.last(50)}
                        of_binary = {message["timestamp"]: message for message in binary.last(50)}
                        if len(of_text.keys() & of_binary.keys()) >= 3:
                            break
                    common = of_text.keys() & of_binary.keys()
                    self.assertGreaterEqual(len(common), 3)
                    for time in common:
                        self.assertEqual(list(of_binary[time]), list(of_text[time]))
                        self.assertEqual(as_json(of_binary[time]), of_text[time])
            self.assertEqual(len(binary.last()["points"]) % 12, 0)
            self.assertIsInstance(morse.robot.scan_cbor.last()["range_list"], memoryview)

    def test_example_prints_scans_and_images(self):
        simulator = self.run_scene(ROOT / "examples" / "cbor_scan.py")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MORSE_PORT": str(simulator.port)}
        client = [sys.executable, str(ROOT / "examples" / "cbor_scan_client.py"), "2"]
        printed = subprocess.run(client, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=True).stdout
        self.assertRegex(printed, r"(\d+ rays, the nearest obstacle \d+\.\d+ m; 64 x 48 pixels, brightness \d+\n){2}")
        with simulator.connect() as client:
            answer = client.ask("a simulation describe_component [\"robot.camera\"]")
        self.assertIn("cbor", answer)

    def test_unsupported_encoding_is_an_error(self):
        for call, problem in (
            ("Pose().add_stream('socket', encoding='msgpack')", "`encoding` must be one of json, cbor, shared_memory, not 'msgpack'"),
            ("MotionVW().add_stream('socket', encoding='cbor')", "commands are lines of JSON"),
        ):
            component = call.split(".", 1)[0]
            scene = f"from morse.builder import *\nrobot = ATRV()\npart = {component}\npart.{call.split('.', 1)[1]}\n"
            scene += "robot.append(part)\nenv = Environment('empty', fastmode=True)\n"
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "scene.py"
                path.write_text(scene)
                code, _, log = command("run", "--port", "0", "--stream-port", "0", path)
            self.assertNotEqual(code, 0)
            self.assertIn(problem, log)


if __name__ == "__main__":
    unittest.main()
