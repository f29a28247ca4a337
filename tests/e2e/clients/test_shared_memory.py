"""Pictures of a camera in shared memory: the same as in CBOR, and files that do not outlive simulators."""

import os
import signal
import unittest
from pathlib import Path

from harness import Simulator, TestCase, our_pymorse

SCENE = """
from morse.builder import *

robot = ATRV()
for name, encoding in (('plain', 'cbor'), ('quick', 'shared_memory')):
    camera = VideoCamera(name)
    camera.translate(x=0.3, z=0.8)
    camera.properties(cam_width=64, cam_height=48)
    camera.add_stream('socket', encoding=encoding)
    robot.append(camera)
env = Environment('indoors-1/boxes', fastmode=False)
"""


class SharedMemoryTest(TestCase):
    def setUp(self):
        super().setUp()
        pymorse = our_pymorse()
        self.morse = pymorse.Morse
        self.shared = pymorse.shared

    def pictures_of_one_moment(self, morse):
        plain = quick = None
        while plain is None or plain["timestamp"] != quick["timestamp"]:
            if plain is None or plain["timestamp"] < quick["timestamp"]:
                plain = morse.robot.plain.get(timeout=20)
            if quick is None or quick["timestamp"] < plain["timestamp"]:
                quick = morse.robot.quick.get(timeout=20)
                picture = self.shared.read(quick["image"])
        return plain["image"], picture

    def test_pictures_are_those_of_cbor_and_files_of_a_killed_simulator_are_removed(self):
        with Simulator(SCENE) as simulator, self.morse("localhost", simulator.port) as morse:
            quick = morse.robot.quick.get(timeout=20)
            place = quick["image"]
            self.assertEqual((quick["width"], quick["height"], place["size"]), (64, 48, 4 * 64 * 48))
            self.assertEqual(*self.pictures_of_one_moment(morse))
            self.assertTrue(Path(place["file"]).exists())
            os.kill(simulator.process.pid, signal.SIGKILL)
        self.assertTrue(Path(place["file"]).exists())
        with Simulator(SCENE) as simulator, self.morse("localhost", simulator.port) as morse:
            other = morse.robot.quick.get(timeout=20)["image"]
            self.assertFalse(Path(place["file"]).exists())
            self.assertEqual(len(self.shared.read(other)), 4 * 64 * 48)
        self.assertFalse(Path(other["file"]).exists())


if __name__ == "__main__":
    unittest.main()
