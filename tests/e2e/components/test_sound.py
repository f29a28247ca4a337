"""Sound playback on the simulator's machine, with fake players that record their command lines."""

import os
import shutil
import sys
import tempfile
import unittest
import wave
from pathlib import Path

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# The robot with a sound of the original's tutorial, with an existing sound file.
SCENE = """
from morse.builder import *

robot = ATRV()
keyboard = Keyboard()
robot.append(keyboard)
pose = Pose()
robot.append(pose)
sound = Sound()
{open}
robot.append(sound)
robot.add_default_interface('socket')
env = Environment('outdoors')
"""

PLAYS_ON = "exec tail -f /dev/null"
CANNOT = "exit 3"

# Limit of the loops that wait for a player: more readings than a player needs to react.
READINGS = 600


class SoundPlayback(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.record = self.folder / "record"
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        # The only program on the PATH, so that no player of the system is found.
        (self.programs / "tail").symlink_to(shutil.which("tail"))
        self.horn = self.folder / "horn.wav"
        with wave.open(str(self.horn), "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
            file.writeframes(bytes(1600))

    def install(self, name, script):
        player = self.programs / name
        player.write_text(f'#!/bin/sh\necho "$$ {name} $*" >> {self.record}\n{script}\n')
        player.chmod(0o755)

    def play(self, *options, file=None):
        scene = SCENE.format(open=f"sound.open({str(file or self.horn)!r})")
        return self.run_scene(scene, *options, environment={"PATH": str(self.programs), "MORSE_PYTHON": sys.executable})

    def players(self):
        """The players that were started: process id and command line."""
        lines = self.record.read_text().splitlines() if self.record.exists() else []
        return [(int(number), words) for number, words in (line.split(" ", 1) for line in lines)]

    @staticmethod
    def state(process):
        """State of a process in /proc: S if it sleeps, T if it is stopped; None after its end."""
        try:
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return None

    def until(self, pose, condition, description):
        for _ in range(READINGS):
            if condition():
                return
            pose.get(timeout=TIMEOUT_S)
        self.fail(f"did not happen: {description}")

    def test_sound_plays_from_the_start_and_follows_commands(self):
        self.install("paplay", PLAYS_ON)
        simulator = self.play()
        simulator.wait_for(r"robot\.sound plays .*horn\.wav with paplay")
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            command_mode = lambda mode: morse.robot.sound.publish({"mode": mode})
            pose = morse.robot.pose
            self.until(pose, self.players, "a player starts")
            [(first, words)] = self.players()
            self.assertEqual(words, f"paplay {self.horn}")
            command_mode("louder")
            command_mode("pause")
            self.until(pose, lambda: self.state(first) == "T", "the player is paused")
            command_mode("play")
            self.until(pose, lambda: self.state(first) == "S", "the player resumes")
            command_mode("stop")
            self.until(pose, lambda: self.state(first) is None, "the player ends")
            command_mode("play")
            self.until(pose, lambda: len(self.players()) == 2, "a second player starts")
            second = self.players()[1][0]
            command_mode("pause")
            self.until(pose, lambda: self.state(second) == "T", "the second player is paused")
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertIsNone(self.state(second), "the player ends with the simulator")
        self.assertEqual(len(self.players()), 2)

    def test_first_installed_player_for_the_format_is_used(self):
        for program in ("mpv", "ffplay", "aplay"):
            self.install(program, PLAYS_ON)
        song = self.folder / "song.MP3"
        song.write_bytes(b"whatever")
        simulator = self.play(file=song)
        simulator.wait_for(r"song\.MP3 with ffplay")

    def test_failed_player_is_logged_with_a_command_to_try(self):
        self.install("aplay", CANNOT)
        simulator = self.play()
        simulator.wait_for(rf"not played to its end: aplay ended with exit status: 3; .*run: aplay -q {self.horn}")

    def test_missing_player_is_logged_once_with_the_candidates(self):
        simulator = self.play("--fast", "--duration", "1")
        self.assertEqual(simulator.wait_for_exit(), 0)
        silent = [line for line in simulator.lines if "stays silent" in line]
        self.assertEqual(len(silent), 1, silent)
        self.assertIn("is installed: pw-play, paplay, aplay, afplay, ffplay, mpv", silent[0])

    def test_missing_sound_file_is_reported_by_script_and_run(self):
        self.install("paplay", PLAYS_ON)
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open="sound.open('/path/to/file.mp3')"))
        code, _, errors = command("run", "--duration", "1", scene)
        self.assertEqual(code, 255)
        self.assertIn("sound file '/path/to/file.mp3' not found", errors)

        scene.write_text(SCENE.format(open=f"sound.open({str(self.horn)!r})"))
        document = self.folder / "scene.json"
        self.assertEqual(command("build", scene, "-o", document)[0], 0)
        self.horn.unlink()
        self.assert_silent(document, f"there is no sound file {self.horn}")

    def test_sound_without_a_file_is_logged(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open=""))
        self.assert_silent(scene, "it has no sound file")

    def test_noaudio_option_disables_sounds(self):
        self.install("paplay", PLAYS_ON)
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open=f"sound.open({str(self.horn)!r})"))
        self.assert_silent(scene, "--noaudio", "--noaudio")

    def assert_silent(self, scene, reason, *options):
        """The scene runs without playback, and the log has the reason."""
        words = [*options, "run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "1", scene]
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        code, _, log = command(*words, environment={"PATH": path})
        self.assertEqual(code, 0, log)
        self.assertIn(f"robot.sound stays silent: {reason}", log)
        self.assertEqual(self.players(), [])


if __name__ == "__main__":
    unittest.main()
