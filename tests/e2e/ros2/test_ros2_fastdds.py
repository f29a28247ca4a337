"""ROS 2 topics and services with a Fast DDS peer. Fast DDS is the default middleware of ROS 2."""

import json
import os
import queue
import subprocess
import threading
import unittest

from harness import ROOT, TIMEOUT_S
from ros2_peers import Ros2TestCase, wait_until
import ros2_types as t

# `cargo xtask test` builds it from fastdds/peer.cpp.
PROGRAM = ROOT / "target" / "peers" / "fastdds" / "peer"

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
pose = Pose()
pose.add_stream('ros2', topic='/pose')
pose.add_service('ros2')
robot.append(pose)
waypoint = Waypoint()
waypoint.add_service('ros2')
robot.append(waypoint)
imu = IMU()
imu.translate(x=0.25)
imu.add_stream('ros2')
robot.append(imu)
env = Environment('empty', fastmode=True)
"""

TRIGGER = (
    t.struct("std_srvs/srv/Trigger_Request", {"structure_needs_at_least_one_member": t.uint8}),
    t.struct("std_srvs/srv/Trigger_Response", {"success": bool, "message": str}),
)
CALL = (
    t.struct("morse_msgs/srv/Call_Request", {"arguments": str}),
    t.struct("morse_msgs/srv/Call_Response", {"success": bool, "result": str}),
)


class FastDds:
    """The Fast DDS peer program in the domain of a simulator."""

    def __init__(self, domain):
        self.process = subprocess.Popen(
            [str(PROGRAM), domain], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.samples = []
        self.sent = queue.Queue()
        self.matched = {"reader": [], "writer": []}
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            event, *words = line.split()
            if event == "sample":
                self.samples[int(words[0])].put((int(words[1]), bytes.fromhex(words[2])))
            elif event == "sent":
                self.sent.put(int(words[0]))
            else:
                self.matched[words[0]][int(words[1])] = int(words[2])

    def _ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")

    def reader(self, topic, message, reliable=True, latched=False):
        """The number of a reader of a DDS topic, and the queue of its samples."""
        self.samples.append(queue.Queue())
        return self._open("reader", topic, message, reliable, latched), self.samples[-1]

    def writer(self, topic, message, reliable=True, latched=False):
        """The number of a writer that is matched with a reader."""
        number = self._open("writer", topic, message, reliable, latched)
        wait_until(lambda: self.matched["writer"][number], "a reader of " + topic)
        return number

    def _open(self, kind, topic, message, reliable, latched):
        self.matched[kind].append(0)
        typename = message.__idl_typename__.replace(".", "::")
        policies = ("reliable" if reliable else "best-effort", "latched" if latched else "volatile")
        self._ask(kind, topic, typename, *policies)
        return len(self.matched[kind]) - 1

    def write(self, writer, sample):
        """Publishes a message."""
        self._ask("write", writer, sample.serialize(use_version_2=False).hex())

    def client(self, service, types):
        """A function that calls a service and returns its answer."""
        request, response = types
        reader, answers = self.reader("rr%sReply" % service, response)
        writer = self.writer("rq%sRequest" % service, request)
        wait_until(lambda: self.matched["reader"][reader], "the answers of " + service)

        def call(**fields):
            sample = request(**(fields or {"structure_needs_at_least_one_member": 0}))
            self._ask("request", writer, reader, sample.serialize(use_version_2=False).hex())
            number = self.sent.get(timeout=TIMEOUT_S)
            answered, answer = answers.get(timeout=TIMEOUT_S)
            assert answered == number, "answers request %s, not %s" % (answered, number)
            return response.deserialize(answer)

        return call

    def close(self):
        """Ends the program."""
        self.process.stdin.close()
        self.process.wait(TIMEOUT_S)
        self.process.stdout.close()


@unittest.skipUnless(PROGRAM.exists(), "no peer on Fast DDS: `cargo xtask test` builds it")
class FastDdsTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_sensor_is_read")
        domain = str(case.new_domain())
        variables = {"ROS_DOMAIN_ID": domain, "ROS_LOCALHOST_ONLY": "1"}
        os.environ.pop("RMW_IMPLEMENTATION", None)
        cls.simulator = case.run_scene(SCENE, environment=variables)
        cls.addClassCleanup(case.doCleanups)
        cls.peer = FastDds(domain)
        cls.addClassCleanup(cls.peer.close)

    def pose(self, poses):
        return t.PoseStamped.deserialize(poses.get(timeout=TIMEOUT_S)[1])

    def test_sensor_is_read(self):
        for reliable in (True, False):
            _, poses = self.peer.reader("rt/pose", t.PoseStamped, reliable)
            turn = self.pose(poses).pose.orientation
            self.assertAlmostEqual(sum(part * part for part in (turn.x, turn.y, turn.z, turn.w)), 1.0)

    def test_robot_is_driven(self):
        _, poses = self.peer.reader("rt/pose", t.PoseStamped, reliable=False)
        before = self.pose(poses).pose.position.x
        writer = self.peer.writer("rt/cmd_vel", t.Twist)
        self.peer.write(writer, t.Twist(t.Vector3(1.0, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0)))
        wait_until(lambda: self.pose(poses).pose.position.x > before + 0.5, "the robot drives")
        self.peer.write(writer, t.Twist(t.Vector3(0.0, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0)))

    def test_late_reader_receives_latched_messages(self):
        _, static = self.peer.reader("rt/tf_static", t.TFMessage, latched=True)
        (transform,) = t.TFMessage.deserialize(static.get(timeout=TIMEOUT_S)[1]).transforms
        self.assertAlmostEqual(transform.transform.translation.x, 0.25, 5)

    def test_service_answers_its_client(self):
        call = self.peer.client("/robot/pose/get_local_data", TRIGGER)
        for _ in range(3):
            answer = call()
            self.assertTrue(answer.success, answer.message)
            self.assertIn("x", json.loads(answer.message))
        call = self.peer.client("/robot/waypoint/set_property", CALL)
        self.assertTrue(call(arguments='["Speed", 2.5]').success)
        self.assertFalse(call(arguments='["Sped", 2.5]').success)

    def test_each_client_of_a_service_in_one_program_gets_its_answer(self):
        for _ in range(3):
            call = self.peer.client("/robot/waypoint/get_properties", TRIGGER)
            self.assertTrue(call().success)


if __name__ == "__main__":
    unittest.main()
