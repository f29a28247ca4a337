"""Sounds that are heard on the machine on which the simulator runs: by players that only note what they are asked to play."""

import os
import shutil
import sys
import tempfile
import unittest
import wave
from pathlib import Path

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# A robot that somebody drives, with a sound: what the original's tutorial makes, with a file that there is.
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

# More readings than a player needs to do as it is told.
READINGS = 600


class ASound(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.heard = self.folder / "heard"
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        # What players need, and no player of the system.
        (self.programs / "tail").symlink_to(shutil.which("tail"))
        self.horn = self.folder / "horn.wav"
        with wave.open(str(self.horn), "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
            file.writeframes(bytes(1600))

    def install(self, name, what_it_does):
        player = self.programs / name
        player.write_text(f'#!/bin/sh\necho "$$ {name} $*" >> {self.heard}\n{what_it_does}\n')
        player.chmod(0o755)

    def play(self, *options, file=None):
        scene = SCENE.format(open=f"sound.open({str(file or self.horn)!r})")
        return self.run_scene(scene, *options, environment={"PATH": str(self.programs), "MORSE_PYTHON": sys.executable})

    def players(self):
        """What was played: number of the process, and command line."""
        lines = self.heard.read_text().splitlines() if self.heard.exists() else []
        return [(int(number), words) for number, words in (line.split(" ", 1) for line in lines)]

    @staticmethod
    def state(process):
        """How a process is: S that it waits, T that it is held; none when it is no more."""
        try:
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return None

    def until(self, pose, is_so, what):
        for _ in range(READINGS):
            if is_so():
                return
            pose.get(timeout=TIMEOUT_S)
        self.fail(f"never: {what}")

    def test_it_is_heard_from_the_start_and_as_a_client_says(self):
        self.install("paplay", PLAYS_ON)
        simulator = self.play()
        simulator.wait_for(r"robot\.sound plays .*horn\.wav with paplay")
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            tell = lambda mode: morse.robot.sound.publish({"mode": mode})
            pose = morse.robot.pose
            self.until(pose, self.players, "it is played")
            [(first, words)] = self.players()
            self.assertEqual(words, f"paplay {self.horn}")
            tell("louder")
            tell("pause")
            self.until(pose, lambda: self.state(first) == "T", "it is held")
            tell("play")
            self.until(pose, lambda: self.state(first) == "S", "it goes on")
            tell("stop")
            self.until(pose, lambda: self.state(first) is None, "it stops")
            tell("play")
            self.until(pose, lambda: len(self.players()) == 2, "it is played again")
            second = self.players()[1][0]
            tell("pause")
            self.until(pose, lambda: self.state(second) == "T", "it is held again")
            morse.quit()
        self.assertEqual(simulator.ended(), 0)
        self.assertIsNone(self.state(second), "it ends with the run")
        self.assertEqual(len(self.players()), 2)

    def test_the_first_player_of_the_format_that_there_is_plays(self):
        for program in ("mpv", "ffplay", "aplay"):
            self.install(program, PLAYS_ON)
        song = self.folder / "song.MP3"
        song.write_bytes(b"whatever")
        simulator = self.play(file=song)
        simulator.wait_for(r"song\.MP3 with ffplay")

    def test_a_player_that_fails_is_told_with_what_to_try(self):
        self.install("aplay", CANNOT)
        simulator = self.play()
        simulator.wait_for(rf"not played to its end: aplay ended with exit status: 3; .*run: aplay -q {self.horn}")

    def test_without_a_player_one_line_says_what_was_looked_for(self):
        simulator = self.play("--fast", "--duration", "1")
        self.assertEqual(simulator.ended(), 0)
        told = [line for line in simulator.lines if "stays silent" in line]
        self.assertEqual(len(told), 1, told)
        self.assertIn("is installed: pw-play, paplay, aplay, afplay, ffplay, mpv", told[0])

    def test_a_file_that_is_not_there_is_told_by_the_script_and_by_the_run(self):
        self.install("paplay", PLAYS_ON)
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open="sound.open('/path/to/file.mp3')"))
        code, _, told = command("run", "--duration", "1", scene)
        self.assertEqual(code, 255)
        self.assertIn("sound file '/path/to/file.mp3' not found", told)

        scene.write_text(SCENE.format(open=f"sound.open({str(self.horn)!r})"))
        document = self.folder / "scene.json"
        self.assertEqual(command("build", scene, "-o", document)[0], 0)
        self.horn.unlink()
        self.silent(document, f"there is no sound file {self.horn}")

    def test_a_sound_without_a_file_says_so(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open=""))
        self.silent(scene, "it has no sound file")

    def test_no_audio_means_none(self):
        self.install("paplay", PLAYS_ON)
        scene = self.folder / "scene.py"
        scene.write_text(SCENE.format(open=f"sound.open({str(self.horn)!r})"))
        self.silent(scene, "--noaudio", "--noaudio")

    def silent(self, scene, why, *options):
        """The scene runs, nothing is played, and the log says why."""
        words = [*options, "run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "1", scene]
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        code, _, told = command(*words, environment={"PATH": path})
        self.assertEqual(code, 0, told)
        self.assertIn(f"robot.sound stays silent: {why}", told)
        self.assertEqual(self.players(), [])


if __name__ == "__main__":
    unittest.main()
