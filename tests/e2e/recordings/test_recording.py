"""Recordings: read with the MCAP libraries, replayed bit by bit, truncated, malformed."""

import json
import os
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, TestCase, command, our_pymorse

PYTHON = ROOT / "target" / "recording-peer" / "bin" / "python"
READER = Path(__file__).parents[1] / "peers" / "read_recording.py"
SCENE = """from morse.builder import *

robot = ATRV()
pose = Pose()
pose.add_stream("socket")
robot.append(pose)
waypoint = Waypoint()
waypoint.add_interface("socket")
robot.append(waypoint)

other = ATRV()
other.translate(5, 5, 0)
motion = MotionVW()
motion.add_interface("socket")
other.append(motion)
scan = Hokuyo()
other.append(scan)

env = Environment("empty", fastmode=True)
"""


def read(file):
    """The contents of a recording, read with the MCAP libraries."""
    completed = subprocess.run([PYTHON, READER, file], capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    return json.loads(completed.stdout)


class Recordings(TestCase):
    """The sleeps are requests in simulated time: they put the other requests into different ticks."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "run.mcap"

    def record(self, duration="1"):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE)
        code, out, err = command(
            "run", "--fast", "--duration", duration, "--port", "0", "--stream-port", "0", "--record", self.file, scene
        )
        self.assertEqual(code, 0, out + err)

    def check(self, file=None):
        return command("replay", file or self.file, "--check")

    def assert_same(self):
        code, out, err = self.check()
        self.assertEqual(code, 0, out + err)
        self.assertIn("The same bit for bit", out)
        return out

    def test_readings_are_ros_2_messages_and_the_replay_is_bit_identical(self):
        self.record()
        found = read(self.file)
        self.assertTrue(found["complete"])
        self.assertEqual(found["last_ns"], 1_000_000_000)
        topics = found["topics"]
        self.assertEqual(topics["/robot/pose"]["schema"], "geometry_msgs/msg/PoseStamped")
        self.assertEqual(topics["/robot/pose"]["count"], 60)
        self.assertIn("frame_id=map", topics["/robot/pose"]["first"])
        self.assertEqual(topics["/other/scan"]["schema"], "sensor_msgs/msg/LaserScan")
        self.assertEqual(topics["/morse/digests"]["count"], 60)
        self.assertIn("60 ticks", self.assert_same())

    def test_replay_repeats_commands_and_requests_of_clients(self):
        simulator = self.run_scene(SCENE, "--record", str(self.file))
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            morse.other.motion.publish({"v": 1.0, "w": 0.4})
            morse.sleep(0.3)
            morse.other.motion.publish({"v": 0.5, "w": -0.4})
            morse.sleep(0.2)
        with simulator.connect() as client:
            client.send("goal robot.waypoint goto [100, 0, 0]\n")
            self.assertIn("SUCCESS", client.ask("a time sleep [0.2]"))
            self.assertIn("PREEMPTED", client.ask("goal cancel"))
            self.assertIn("SUCCESS", client.ask("b simulation pause"))
            self.assertIn("SUCCESS", client.ask('c simulation set_object_position ["other", [7, 7, 1]]'))
            self.assertIn("SUCCESS", client.ask("d simulation resume"))
            self.assertIn("SUCCESS", client.ask('e simulation spawn ["ATRV", "late", [2, 2, 0]]'))
            self.assertIn("SUCCESS", client.ask("f time sleep [0.2]"))
            self.assertIn("SUCCESS", client.ask('g simulation despawn ["late"]'))
            self.assertIn("FAILED", client.ask("h unknown service []"))
            self.assertIn("SUCCESS", client.ask("i time sleep [0.2]"))
            client.send("j simulation quit\n")
            simulator.wait_for_exit()
        topics = read(self.file)["topics"]
        self.assertEqual(topics["/other/motion"]["first"]["values"], {"v": 1.0, "w": 0.4})
        self.assertGreaterEqual(topics["/morse/calls"]["count"], 9)
        self.assertGreaterEqual(topics["/morse/answers"]["count"], 9)
        self.assert_same()

    def test_replay_repeats_worlds_and_urdf_spawns(self):
        urdf = (
            "<robot name='crate'><link name='body'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
            "ixz='0' iyz='0'/></inertial><collision><geometry><box size='1 1 1'/></geometry></collision></link></robot>"
        )
        simulator = self.run_scene(SCENE, "--record", str(self.file))
        with simulator.connect() as client:
            for nth, call in enumerate(
                (
                    "time sleep [0.1]",
                    "simulation spawn_urdf %s" % json.dumps([urdf, "crate", [3, 3, 2]]),
                    "time sleep [0.1]",
                    'simulation load_world ["indoors-1/indoor-1"]',
                    'simulation spawn ["ATRV", "late", [0, 0, 0.2]]',
                    "time sleep [0.1]",
                    "simulation unload_world []",
                    "time sleep [0.1]",
                    "simulation load_world []",
                    "time sleep [0.2]",
                )
            ):
                self.assertIn("SUCCESS", client.ask("%d %s" % (nth, call)))
            client.send("end simulation quit\n")
            simulator.wait_for_exit()
        self.assert_same()

    def test_killed_run_is_readable_and_replayed_up_to_its_last_second(self):
        simulator = self.run_scene(SCENE, "--record", str(self.file))
        with simulator.connect() as client:
            client.ask("s time sleep [2.5]")
        simulator.process.send_signal(signal.SIGKILL)
        simulator.wait_for_exit()
        found = read(self.file)
        self.assertFalse(found["complete"])
        self.assertGreater(found["last_ns"], 1_400_000_000)
        code, out, err = self.check()
        self.assertEqual(code, 0, out + err)
        self.assertIn("breaks off", out + err)

    def test_changed_recording_reports_the_first_different_tick(self):
        self.record()
        script = (
            "import json, sys\n"
            "from mcap.reader import NonSeekingReader\n"
            "from mcap.writer import Writer\n"
            "reader = NonSeekingReader(open(sys.argv[1], 'rb'))\n"
            "writer = Writer(open(sys.argv[2], 'wb'))\n"
            "writer.start()\n"
            "for entry in reader.iter_metadata(): writer.add_metadata(entry.name, entry.metadata)\n"
            "reader = NonSeekingReader(open(sys.argv[1], 'rb'))\n"
            "for entry in reader.iter_attachments():\n"
            "    writer.add_attachment(0, 0, entry.name, entry.media_type, entry.data)\n"
            "reader = NonSeekingReader(open(sys.argv[1], 'rb'))\n"
            "known = {}\n"
            "for schema, channel, message in reader.iter_messages():\n"
            "    if channel.topic != '/morse/digests': continue\n"
            "    data = json.loads(message.data)\n"
            "    if data['tick'] == 30: data['total'] = data['world'] = '0' * 16\n"
            "    if not known:\n"
            "        number = writer.register_schema(schema.name, schema.encoding, schema.data)\n"
            "        known[0] = writer.register_channel(channel.topic, channel.message_encoding, number)\n"
            "    writer.add_message(known[0], message.log_time, json.dumps(data).encode(), message.publish_time)\n"
            "writer.finish()\n"
        )
        changed = self.folder / "changed.mcap"
        subprocess.run([PYTHON, "-c", script, self.file, changed], check=True, timeout=TIMEOUT_S)
        code, out, err = self.check(changed)
        self.assertEqual(code, 1, out + err)
        self.assertIn("differs from its recording from tick 30 on: the world", err)

    def test_file_that_is_not_a_recording_is_refused(self):
        self.record("0.1")
        whole = self.file.read_bytes()
        bad = self.folder / "bad.mcap"
        for content in [b"", b"not a recording", whole[:40], whole[:300], whole[:8] + b"\xff" * 100, b"\x89" + os.urandom(5000)]:
            bad.write_bytes(content)
            code, out, err = self.check(bad)
            self.assertNotEqual(code, 0, out)
            self.assertIn("bad.mcap", err)
            self.assertNotIn("panicked", err)
        code, _, err = self.check(self.folder / "missing.mcap")
        self.assertNotEqual(code, 0)
        self.assertIn("missing.mcap", err)

    def test_disk_full_at_start_is_an_error(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE)
        code, out, err = command("run", "--fast", "--duration", "1", "--record", "/dev/full", scene)
        self.assertNotEqual(code, 0, out)
        self.assertNotIn("panicked", out + err)
        self.assertRegex(out + err, "cannot record to /dev/full: No space left")

    def test_disk_that_fills_up_ends_the_recording_but_not_the_run(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE)
        # Limits the size of files: further writes fail like on a full disk.
        limit = 100_000
        words = ["run", "--fast", "--duration", "20", "--port", "0", "--stream-port", "0", "--record", str(self.file)]
        completed = subprocess.run(
            [str(BINARY), *words, str(scene)],
            capture_output=True,
            text=True,
            timeout=4 * TIMEOUT_S,
            # Python ignores SIGXFSZ, and child processes inherit that.
            restore_signals=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )
        log = completed.stdout + completed.stderr
        self.assertEqual(completed.returncode, 1, log)
        self.assertIn("The run goes on; the file can be read up to here", log)
        self.assertNotIn("panicked", log)
        self.assertLessEqual(self.file.stat().st_size, limit)
        code, out, err = command("bag", "info", self.file, "--json")
        self.assertEqual(code, 0, out + err)
        found = json.loads(out)
        self.assertFalse(found["is_complete"])
        self.assertGreater(found["messages"], 100)

    def test_client_starts_a_recording_during_a_run(self):
        simulator = self.run_scene(SCENE)
        with simulator.connect() as client:
            self.assertIn("FAILED", client.ask('a simulation start_recording ["../run.mcap"]'))
            self.assertIn("SUCCESS", client.ask('b simulation start_recording ["later.mcap"]'))
            self.assertIn("SUCCESS", client.ask("c time sleep [0.2]"))
            self.assertIn("SUCCESS", client.ask("d simulation stop_recording"))
        file = simulator.folder / "later.mcap"
        self.assertTrue(read(file)["complete"])
        code, _, err = self.check(file)
        self.assertNotEqual(code, 0)
        self.assertIn("under way", err)
