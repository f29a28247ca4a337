"""Actuators in a process with a lag: an action takes effect a fixed simulated time after its start."""

import json
import socket

from harness import wait_until
from own import test_own_processes as processes

JUMP = '''

class Jump(Actuator):
    """Sets its robot's pose: x is the start time of the action, y the command."""

    add_data("v", 0.0, "float")

    def default_action(self):
        now = self.robot_parent.gettime()
        if os.environ.get("SLOW_JUMP") == "yes":
            wait_for("time", lambda text: float(text) > min(now + 0.03, 0.9))
        self.robot_parent.force_pose([now, self.local_data["v"], 0.0], None)
        self.local_data["v"] += random.random() * 1e-9


class Sees(Sensor):
    """Prints the position of the other robot in each tick."""

    def default_action(self):
        now = self.robot_parent.gettime()
        print("sees", json.dumps([now, self.position_3d.x]), flush=True)
'''

WIRING = """
class Jump(ActuatorCreator):
    _classpath = "own.parts.Jump"

other = FakeRobot()
jump = Jump()
other.append(jump)
sees = sensor("Sees")
other.append(sees)
place = Pose()
other.append(place)
other.add_default_interface("socket")
"""

PLANNING = 'env.host(jump, process="planning", lag=0.1)'


class LaggingActuators(processes.OwnSceneCase):
    scene = processes.OwnProcesses.scene
    finished = processes.OwnProcesses.finished
    digest = processes.OwnProcesses.digest

    def setUp(self):
        super().setUp()
        self.write(processes.PARTS + JUMP)
        self.environment["OWN_FOLDER"] = str(self.folder)

    def seen(self, out):
        return [json.loads(line.split(" ", 1)[1]) for line in out.splitlines() if line.startswith("sees")]

    def test_effects_are_delayed_by_the_lag_without_blocking_ticks(self):
        out, _ = self.finished(WIRING, PLANNING, SLOW_JUMP="yes")
        seen = self.seen(out)
        started = [(now, x) for now, x in seen if x > 0.0]
        self.assertGreater(len(started), 45)
        for now, x in started:
            # Sensors read the new pose in the tick after the effect.
            self.assertGreater(now - x, 0.1 + 1 / 60 - 1e-6)
            self.assertLess(now - x, 0.2 + 2 / 60 + 1e-6)
        self.assertAlmostEqual(started[0][0] - started[0][1], 0.1 + 1 / 60, 6)
        # The next action starts in the tick after the effect of the previous one.
        starts = sorted({x for _, x in started})
        for first, second in zip(starts, starts[1:]):
            self.assertAlmostEqual(second - first, 0.1 + 1 / 60, 6)

    def test_computing_time_does_not_change_the_result(self):
        slow = self.finished(WIRING, PLANNING, SLOW_JUMP="yes")
        fast = self.finished(WIRING, PLANNING, SLOW_JUMP="no")
        self.assertEqual(self.digest(slow), self.digest(fast))
        self.assertEqual(self.seen(slow[0]), self.seen(fast[0]))
        self.assertNotEqual(self.digest(fast), self.digest(self.finished(WIRING, "", SLOW_JUMP="no")))

    def test_sensor_and_actuator_share_a_process_with_lag(self):
        hosts = 'env.host([jump, slow], process="planning", lag=0.1)'
        slow = self.finished(WIRING, hosts, SLOW="yes", SLOW_JUMP="yes")
        self.assertEqual(self.digest(slow), self.digest(self.finished(WIRING, hosts, SLOW="no", SLOW_JUMP="no")))
        self.assertGreater(self.seen(slow[0])[-1][1], 0.5)
        counts = [json.loads(line.split(" ", 1)[1])[2]["count"] for line in slow[0].splitlines() if line.startswith("watch")]
        self.assertGreater(counts[-1], 3)

    def test_actuator_takes_the_newest_command(self):
        scene = processes.SCENE % (WIRING, PLANNING)
        client = self.run_scene(scene, environment=self.environment).connect()
        self.addCleanup(client.socket.close)
        port = int(client.ask('p simulation get_stream_port ["other.jump"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            stream.sendall(b'{"v": 3.0}\n{"v": 5.0}\n')
            y = lambda: json.loads(client.ask("r other.place get_local_data").split(" ", 2)[2])["y"]
            wait_until(lambda: abs(y() - 5.0) <= 1e-3, "the robot is at y = 5 m")
