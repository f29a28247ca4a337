"""Recordings are inspected, exported, compared, plotted and rendered."""

import csv
import json
import os
import struct
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from harness import TestCase, command

SCENE = """import sys
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
motion = MotionVW()
motion.properties(speed=1.0)
robot.append(motion)
scan = Hokuyo()
scan.frequency(10)
robot.append(scan)
camera = VideoCamera()
camera.properties(cam_width=64, cam_height=48)
camera.frequency(10)
robot.append(camera)
env = Environment("indoors-1/boxes")
"""


def png_size(file):
    """Width and height, from the header."""
    head = Path(file).read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n"), head
    return struct.unpack(">II", head[16:24])


class Bags(TestCase):
    """The tests share one recording."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = Path(cls.place.name)
        cls.scene = cls.folder / "scene.py"
        cls.scene.write_text(SCENE)
        cls.file = cls.record("run.mcap", "7")

    @classmethod
    def record(cls, name, seed):
        file = cls.folder / name
        code, out, err = command(
            "run", "--fast", "--duration", "1", "--port", "0", "--stream-port", "0", "--seed", seed,
            "--record", file, cls.scene,
        )  # fmt: skip
        assert code == 0, out + err
        return file

    def succeed(self, *words):
        code, out, err = command(*words)
        self.assertEqual(code, 0, out + err)
        return out, err

    def refused(self, *words, status=1):
        code, out, err = command(*words)
        self.assertEqual(code, status, out + err)
        self.assertNotIn("panicked", out + err)
        return err

    def test_info_lists_run_and_channels(self):
        out, _ = self.succeed("bag", "info", self.file)
        self.assertIn("seed 7", out)
        self.assertIn("sensor_msgs/msg/LaserScan", out)
        found = json.loads(self.succeed("bag", "info", self.file, "--json")[0])
        self.assertEqual((found["run"]["seed"], found["is_complete"], found["bytes"]), (7, True, self.file.stat().st_size))
        channels = {channel["topic"]: channel for channel in found["channels"]}
        self.assertEqual(channels["/robot/pose"]["messages"], 60)
        self.assertAlmostEqual(channels["/robot/pose"]["rate_hz"], 60, delta=0.1)
        self.assertAlmostEqual(channels["/robot/scan"]["rate_hz"], 10, delta=0.1)

    def test_exports_have_their_file_formats(self):
        to = self.folder / "tables"
        self.succeed("bag", "export", self.file, "--format", "csv", "--to", to)
        with open(to / "robot.pose.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 60)
        self.assertAlmostEqual(float(rows[-1]["time_s"]), 1.0)
        self.assertIn("pose.position.x", rows[0])
        pictures = self.folder / "pictures"
        self.succeed("bag", "export", self.file, "--format", "png", "--to", pictures, "robot.camera")
        files = sorted((pictures / "robot.camera.image").glob("*.png"))
        self.assertEqual(len(files), 10)
        self.assertEqual(png_size(files[0]), (64, 48))
        clouds = self.folder / "clouds"
        self.succeed("bag", "export", self.file, "--format", "ply", "--to", clouds)
        first = min((clouds / "robot.scan").glob("*.ply")).read_bytes()
        self.assertTrue(first.startswith(b"ply\nformat binary_little_endian 1.0\n"))
        out, _ = self.succeed("bag", "export", self.file, "--format", "tum", "--to", self.folder / "a.tum", "robot.pose", "--json")
        self.assertEqual(json.loads(out)[0]["count"], 60)
        lines = (self.folder / "a.tum").read_text().splitlines()
        self.assertEqual([len(line.split()) for line in lines[1:]], [8] * 60)
        self.succeed("bag", "export", self.file, "--format", "parquet", "--to", to)
        written = (to / "robot.pose.parquet").read_bytes()
        self.assertEqual((written[:4], written[-4:]), (b"PAR1", b"PAR1"))

    def test_wrong_name_suggests_the_nearest(self):
        to = self.folder / "nothing"
        err = self.refused("bag", "export", self.file, "--format", "csv", "--to", to, "robot.pos")
        self.assertIn("did you mean robot.pose?", err)
        err = self.refused("plot", self.file, "robot.pose.q", "-o", self.folder / "q.svg")
        self.assertIn("robot.pose", err)
        self.assertIn(".svg or .png", self.refused("plot", self.file, "robot.pose.x", "-o", self.folder / "q.pdf"))
        self.assertFalse((self.folder / "q.svg").exists())

    def test_recordings_are_compared(self):
        same, other = self.record("same.mcap", "7"), self.record("other.mcap", "8")
        out, _ = self.succeed("diff", self.file, same)
        self.assertIn("The same", out)
        _, err = self.succeed("diff", self.file, other, "--absolute", "10", "robot.pose")
        self.assertIn("the seeds differ: 7 and 8", err)
        # A different start position gives a different run.
        changed = self.folder / "changed.py"
        changed.write_text(SCENE.replace("robot.append(pose)", "robot.append(pose)\nrobot.translate(0.25, 0, 0)"))
        moved = self.folder / "moved.mcap"
        self.succeed(
            "run", "--fast", "--duration", "1", "--port", "0", "--stream-port", "0", "--seed", "7", "--record", moved, changed
        )
        err = self.refused("diff", self.file, moved)
        self.assertIn("/robot/pose: pose.position.x", err)
        self.assertIn("the scenes differ", err)
        self.refused("diff", self.file, self.folder / "missing.mcap", status=2)

    def test_fields_are_plotted(self):
        svg = self.folder / "plot.svg"
        self.succeed("plot", self.file, "robot.pose.x", "robot.pose.yaw", "-o", svg)
        texts = [element.text for element in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]
        self.assertLessEqual({"robot.pose.x", "robot.pose.yaw", "time [s]"}, set(texts))
        png = self.folder / "plot.png"
        self.succeed("plot", self.file, "robot.scan.ranges[90]", "-o", png, "--size", "400x300")
        self.assertEqual(png_size(png), (400, 300))

    def test_images_and_films_are_rendered(self):
        picture = self.folder / "then.png"
        self.succeed("render", self.file, "--at", "0.5", "-o", picture, "--size", "160x120")
        self.assertEqual(png_size(picture), (160, 120))
        self.assertIn("ends at 1.000 s", self.refused("render", self.file, "--at", "2", "-o", picture))
        film = self.folder / "film.gif"
        self.succeed("render", self.file, "--film", film, "--fps", "5", "--size", "120x90")
        self.assertTrue(film.read_bytes().startswith(b"GIF89a"))
        frames = self.folder / "frame.png"
        self.succeed("render", self.scene, "--film", frames, "--fps", "4", "--duration", "0.5", "--size", "64x48")
        self.assertEqual(len(list(self.folder.glob("frame-*.png"))), 3)
        err = self.refused("render", self.file, "--film", self.folder / "film.avi")
        self.assertIn(".gif", err)

    def test_films_need_ffmpeg_for_mp4(self):
        film = self.folder / "film.mp4"
        words = ["render", str(self.file), "--film", str(film), "--fps", "2", "--size", "64x48"]
        code, out, err = command(*words, environment={"PATH": ""})
        self.assertEqual(code, 1, out + err)
        self.assertIn("needs the program ffmpeg, which is not installed", err)
        # A fake ffmpeg, which fails if FAILS is set.
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "ffmpeg").write_text("#!/bin/sh\nif [ -n \"$FAILS\" ]; then echo no codec >&2; exit 1; fi\n"
                                      "for last; do :; done\n/bin/cat > \"$last\"\n")
        (tools / "ffmpeg").chmod(0o755)
        self.assertEqual(command(*words, environment={"PATH": str(tools)})[0], 0)
        self.assertEqual(film.stat().st_size, 64 * 48 * 3 * 3)
        code, _, err = command(*words, environment={"PATH": str(tools), "FAILS": "1"})
        self.assertEqual(code, 1)
        self.assertIn("no codec", err)

    def test_scene_requests_its_recording(self):
        folder = self.folder / "asked"
        folder.mkdir()
        scene = folder / "scene.py"
        scene.write_text(SCENE + 'env.record("own.mcap")\n')
        words = ["run", "--fast", "--duration", "0.2", "--port", "0", "--stream-port", "0"]
        code, out, err = command(*words, scene, folder=folder)
        self.assertEqual(code, 0, out + err)
        self.succeed("replay", folder / "own.mcap", "--check")
        document = folder / "scene.json"
        text = command("build", scene, folder=folder)[1].replace('"own.mcap"', '"/tmp/elsewhere.mcap"')
        document.write_text(text)
        code, out, err = command(*words, document, folder=folder)
        self.assertEqual(code, 1, out + err)
        self.assertIn("is not below the working directory", out + err)

    def test_malformed_file_is_an_error_that_names_it(self):
        whole = self.file.read_bytes()
        bad = self.folder / "bad.mcap"
        for content in [b"", b"not a recording", whole[:8] + b"\xff" * 100, b"\x89" + os.urandom(3000)]:
            bad.write_bytes(content)
            out = self.folder / "out"
            for words, status in [
                (("bag", "info", bad), 1),
                (("bag", "export", bad, "--format", "csv", "--to", out), 1),
                (("plot", bad, "a.x", "-o", self.folder / "x.svg"), 1),
                (("diff", bad, self.file), 2),
                (("render", bad, "-o", self.folder / "x.png"), 1),
            ]:
                self.assertIn("bad.mcap", self.refused(*words, status=status))

    def test_unknown_version_is_named(self):
        bad = self.folder / "newer.mcap"
        # The metadata are outside of chunks and have no checksum.
        content = self.file.read_bytes()
        old = struct.pack("<I", 6) + b"layout" + struct.pack("<I", 1)
        self.assertEqual(content.count(old + b"1"), 1)
        bad.write_bytes(content.replace(old + b"1", old + b"9"))
        self.assertIn('version "9"', self.refused("render", bad, "-o", self.folder / "x.png"))
        out, _ = self.succeed("bag", "info", bad)
        self.assertIn('version "9"', out)
