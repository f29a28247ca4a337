"""Recordings in the page of `morse replay`, in a real browser."""

import re
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

from browser import Browser
from harness import BINARY, TIMEOUT_S, TestCase, command, free_ports

FALL_M = 20.0
GRAVITY_M_S2 = 9.81
SCENE = f"""
from morse.builder import *

robot = ATRV()
robot.translate(1.0, 2.0, {FALL_M})
pose = Pose()
robot.append(pose)
scan = Hokuyo()
scan.properties(resolution=5.0)
robot.append(scan)
camera = VideoCamera()
camera.properties(cam_width=32, cam_height=24)
robot.append(camera)

other = ATRV()
other.translate(-3.0, 0.0, 0.2)
waypoint = Waypoint()
other.append(waypoint)

env = Environment('empty')
"""


class Replay:
    """A running `morse replay`."""

    def __init__(self, file, *options):
        self.process = subprocess.Popen(
            [str(BINARY), "replay", str(file), "--view-port", str(free_ports(10)), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output = ""
        # Ends the output of a process that never prints its address.
        deadline = threading.Timer(TIMEOUT_S, self.process.kill)
        deadline.start()
        while "To view: " not in self.output:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"morse replay has ended: {self.output}")
            self.output += line
        deadline.cancel()
        self.url = re.search(r"http://\S+", self.output).group()

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(TIMEOUT_S)
        finally:
            self.process.kill()
            self.process.stdout.close()


class ReplayTest(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(900, 560)
        cls.addClassCleanup(cls.browser.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.file = Path(folder.name) / "run.mcap"
        scene = Path(folder.name) / "scene.py"
        scene.write_text(SCENE)
        ports = ("--port", "0", "--stream-port", "0")
        code, out, err = command("run", "--duration", "1.9", *ports, "--record", cls.file, scene)
        assert code == 0, out + err

    def opened(self, *options, file=None):
        replay = Replay(file or self.file, *options)
        self.addCleanup(replay.close)
        self.browser.open(replay.url)
        self.browser.wait_for("window.morse && morse.placeOf('robot') && !morse.state.loading.value", "the robot")
        return replay

    def call(self, text):
        answer = self.browser.value(f"morse.session.connection.call({text}).answer")
        self.assertEqual(answer["status"], "success", answer)

    def seek(self, time_s):
        self.call("'simulation', 'pause'")
        self.call(f"'replay', 'seek', [{time_s}]")
        height = FALL_M - GRAVITY_M_S2 / 2 * time_s**2
        self.browser.wait_for(f"Math.abs(morse.placeOf('robot')[2] - {height}) < 0.35", f"the robot {height} m high")

    def test_seek_shows_objects_at_their_recorded_poses(self):
        self.opened()
        for time_s in (1.0, 0.3, 0.8):
            self.seek(time_s)
        x, y, _ = self.browser.value("morse.placeOf('robot')")
        self.assertAlmostEqual(x, 1.0, delta=0.05)
        self.assertAlmostEqual(y, 2.0, delta=0.05)
        self.assertEqual(self.browser.messages, [])

    def test_replay_plays_to_its_end_and_loops(self):
        self.opened()
        self.browser.wait_for("morse.state.status.value.paused && morse.state.time.value > 1.85", "the end")
        self.browser.value("document.querySelector('[title=\"Begin again at the end\"]').click()")
        self.browser.wait_for("morse.state.status.value.loops")
        self.call("'time', 'set_time_scale', [0.5]")
        self.browser.value("document.querySelector('[aria-label=Time] button').click()")
        self.browser.wait_for("!morse.state.status.value.paused && morse.state.time.value < 0.9", "the beginning")
        self.browser.wait_for("morse.state.time.value > 1.5", "the end again")
        self.browser.wait_for("morse.state.time.value < 0.9", "the beginning once more")

    def test_slider_seeks(self):
        self.opened()
        self.call("'simulation', 'pause'")
        self.browser.value(
            "(() => { const slider = document.querySelector('.timeline input'); slider.value = 1.2;"
            " slider.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        self.browser.wait_for("Math.abs(morse.state.time.value - 1.2) < 0.01", "the moment of the slider")

    def test_readings_scans_and_pictures_are_shown(self):
        self.opened()
        self.seek(1.0)
        self.browser.value("morse.session.select('robot.pose')")
        fields = "morse.state.readings.value.get('robot.pose')?.fields"
        height = FALL_M - GRAVITY_M_S2 / 2
        self.browser.wait_for(f"Math.abs({fields}?.z - {height}) < 0.6", "the reading of that moment")
        self.browser.value("morse.state.overlays.value = {...morse.state.overlays.value, scans: true, pictures: true}")
        self.browser.wait_for("morse.state.readings.value.get('robot.scan')?.fields.point_list?.$points > 10", "a scan")
        self.browser.wait_for("document.querySelector('.pictures img')?.naturalWidth == 32", "a picture")

    def test_replay_refuses_commands(self):
        self.opened()
        answer = self.browser.value("morse.session.connection.call('simulation', 'quit').answer")
        self.assertEqual(answer["status"], "failed")
        self.assertIn("recording", answer["message"])
        self.browser.value("morse.session.select('other')")
        self.browser.wait_for("morse.state.described.value?.name == 'other'", "its description")
        self.assertFalse(self.browser.value("!!document.querySelector('[title^=Drive], .service')"))

    def test_truncated_recording_is_shown_up_to_its_end(self):
        whole = self.file.read_bytes()
        broken = self.file.with_name("broken.mcap")
        broken.write_bytes(whole[: len(whole) * 2 // 3])
        replay = self.opened(file=broken)
        self.assertIn("breaks off", replay.output)

    def test_file_that_is_not_a_recording_is_refused(self):
        other = self.file.with_name("other.mcap")
        for content, reason in ((b"no", "not an MCAP file"), (b"\x89MCAP0\r\n", "not a recording of MORSE")):
            other.write_bytes(content)
            code, _, err = command("replay", other)
            self.assertEqual((code, reason in err), (1, True), err)
        code, _, err = command("replay", self.file.with_name("nothing.mcap"))
        self.assertEqual(code, 1)
        self.assertIn("nothing.mcap", err)
