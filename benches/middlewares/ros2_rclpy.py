"""ROS 2 with genuine rclpy and Fast DDS: pictures, rates, the graph, and nodes that do not read or restart.

The peers are the environments of rclpy that `cargo xtask test` installs. They have the default policies, and the kernel's
default buffers. Times of simulator and peers are those of the same monotonic clock.
"""

import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

from common.simulator import Simulator

from middlewares import ros_peer

_ROOT = Path(__file__).resolve().parents[2]
_PEER = Path(__file__).with_name("ros2_rclpy_peer.py")
_DISTRIBUTIONS = ("jazzy", "kilted")
_SECONDS = 20.0
_RESTARTS = 100
_TIMEOUT_S = 60.0
_domains = itertools.count(1 + random.SystemRandom().randrange(0, 90))

_SMALL = {
    "/clock": ("rosgraph_msgs/msg/Clock", 60.0),
    "/odom": ("nav_msgs/msg/Odometry", 60.0),
    "/imu": ("sensor_msgs/msg/Imu", 60.0),
    "/scan": ("sensor_msgs/msg/LaserScan", 10.0),
    "/pose": ("geometry_msgs/msg/PoseStamped", 20.0),
}

_SCENE = """
from morse.builder import *
robot = ATRV()
def mount(sensor, topic, frequency, **properties):
    sensor.frequency(frequency)
    sensor.properties(**properties)
    sensor.add_stream('ros2', topic=topic)
    robot.append(sensor)
mount(Odometry(), '/odom', 60)
mount(IMU(), '/imu', 60)
scan = Hokuyo()
scan.translate(x=0.3, z=0.4)
mount(scan, '/scan', 10)
mount(Pose(), '/pose', 20)
{cameras}
env = Environment('indoors-1/indoor-1')
"""
_CAMERA = """
camera = VideoCamera()
camera.translate(x=0.2, z=0.9)
mount(camera, '/camera', 10, cam_width={}, cam_height={})
"""
_SECOND_PAIR = """
rear = Hokuyo()
rear.translate(x=-0.3, z=0.4)
mount(rear, '/rear_scan', 10)
side = VideoCamera()
side.translate(x=0.2, y=0.2, z=0.9)
mount(side, '/side', 10, cam_width=320, cam_height=240)
"""


def measure(binary, folder):
    """Rows of the table."""
    for distribution in _DISTRIBUTIONS:
        if not _python(distribution).exists():
            raise RuntimeError(f"there is no rclpy of {distribution}: `cargo xtask test` installs it")
    for distribution in _DISTRIBUTIONS:
        yield from _rates(binary, folder, distribution)
        for size in ((320, 240), (640, 480)):
            yield from _pictures(binary, folder, distribution, size)
        yield from _graph(binary, folder, distribution)
    yield from _share_of_step(binary, folder)
    yield from _silent_node(binary, folder)
    yield from _restarts(binary, folder)


def _python(distribution):
    return _ROOT / "target" / f"rclpy-{distribution}" / "bin" / "python"


def _environment(domain):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ROS_", "RMW_"))}
    return {**kept, "ROS_DOMAIN_ID": str(domain), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}


def _start(binary, folder, cameras="", domain=None):
    scene = folder / "rclpy.py"
    scene.write_text(_SCENE.format(cameras=cameras), encoding="utf-8")
    return Simulator(binary, scene, environment=_environment(domain))


class _Peer:
    """A running peer. Its first line is read."""

    def __init__(self, distribution, domain, *words, waits=True):
        command = [str(_python(distribution)), "-W", "ignore", str(_PEER), *map(str, words)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment(domain))
        if waits:
            self.line()

    def line(self):
        """The next line."""
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the peer has ended")
        return line

    def kill(self):
        """Ends the process at once."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


def _topics(names):
    return [f"{name}={kind}" for name, (kind, _) in names.items()]


def _heard(binary, folder, distribution, topics, cameras=""):
    """The messages of `_SECONDS` by topic: stamps [ns] and arrival times [s]."""
    domain = next(_domains)
    with _start(binary, folder, cameras, domain):
        with _Peer(distribution, domain, "hear", _SECONDS, *_topics(topics)) as peer:
            return json.loads(peer.line())


def _lost(messages, rate_hz):
    """The number of messages that did not arrive, by the stamps of those that did, and of the expected ones."""
    if len(messages) < 2:
        return round(rate_hz * _SECONDS), round(rate_hz * _SECONDS)
    stamps = [stamp for stamp, _ in messages]
    expected = round((stamps[-1] - stamps[0]) * 1e-9 * rate_hz) + 1
    return expected - len(set(stamps)), expected


def _rates(binary, folder, distribution):
    heard = _heard(binary, folder, distribution, _SMALL)
    for topic, (_, rate_hz) in _SMALL.items():
        messages = heard[topic]
        stamps = [stamp for stamp, _ in messages]
        wrong = sum(later <= earlier for earlier, later in itertools.pairwise(stamps))
        reached_hz = (len(messages) - 1) / (messages[-1][1] - messages[0][1]) if len(messages) > 1 else 0.0
        deviation = 100.0 * (reached_hz / rate_hz - 1.0)
        note = f"nominal {rate_hz:g} Hz; {wrong} of {len(stamps)} stamps repeated or earlier"
        yield (f"{distribution}: rate of {topic}", f"{reached_hz:.2f} Hz, {deviation:+.2f} %", "within 0.5 %", note)


def _pictures(binary, folder, distribution, size):
    topics = {"/camera/image": ("sensor_msgs/msg/Image", 10.0), **_SMALL}
    heard = _heard(binary, folder, distribution, topics, _CAMERA.format(*size))
    name = "%s: pictures of %d × %d at 10 Hz beside five small topics" % (distribution, *size)
    lost, expected = _lost(heard["/camera/image"], 10.0)
    messages = heard["/camera/image"]
    rate_hz = (len(messages) - 1) / (messages[-1][1] - messages[0][1]) if len(messages) > 1 else 0.0
    yield (f"{name}, lost", f"{lost} of {expected}", "0", f"{rate_hz:.2f} Hz heard")
    small = [_lost(heard[topic], rate) for topic, (_, rate) in _SMALL.items()]
    yield (f"{name}, lost small messages", f"{sum(lost for lost, _ in small)} of {sum(count for _, count in small)}", "0", "")


def _graph(binary, folder, distribution):
    """Time until the node is gone from the graph."""
    for kill, name, target in ((signal.SIGTERM, "SIGTERM", "≤ 1 s"), (signal.SIGKILL, "SIGKILL", "≤ 10 s")):
        domain = next(_domains)
        with _start(binary, folder, domain=domain) as simulator, _Peer(distribution, domain, "watch") as peer:
            there, _ = json.loads(peer.line())
            assert there
            # Past the discovery of all endpoints.
            time.sleep(2.0)
            begin = time.monotonic()
            simulator.process.send_signal(kill)
            _, gone = json.loads(peer.line())
        yield (f"{distribution}: node gone from the graph after {name}", f"{gone - begin:.2f} s", target, "")


def _step_s(process, seconds):
    """CPU time of the thread that computes the steps, per second."""
    begin, used = time.monotonic(), ros_peer.processor_time_s(process, ("morse",))
    time.sleep(seconds)
    return (ros_peer.processor_time_s(process, ("morse",)) - used) / (time.monotonic() - begin)


def _memory_mb(process):
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def _share_of_step(binary, folder):
    """The step of a scene with two scanners and two cameras, with and without a node that hears all topics.

    Without readers nothing is encoded, and no pictures are drawn, so that the difference is an upper bound.
    """
    image = ("sensor_msgs/msg/Image", 10.0)
    topics = {**_SMALL, "/rear_scan": _SMALL["/scan"], "/camera/image": image, "/side/image": image}
    cameras = _CAMERA.format(320, 240) + _SECOND_PAIR
    domain, heard, alone = next(_domains), [], []
    with _start(binary, folder, cameras, domain) as simulator:
        process = simulator.process.pid
        time.sleep(2.0)
        for _ in range(4):
            alone.append(_step_s(process, 5.0))
            with _Peer("jazzy", domain, "once", *_topics(topics)):
                time.sleep(2.0)
                heard.append(_step_s(process, 5.0))
            # Past the farewell of the node.
            time.sleep(2.0)
    share = 100.0 * (1.0 - statistics.median(alone) / statistics.median(heard))
    note = f"{1e3 * statistics.median(heard):.0f} ms a second with readers, {1e3 * statistics.median(alone):.0f} ms without"
    yield ("work of ROS in the step, two scanners and two cameras", f"{share:.1f} %", "≤ 5 %", note)


def _silent_node(binary, folder):
    """A node that is stopped after discovery, beside a node that reads."""
    topics = {"/camera/image": ("sensor_msgs/msg/Image", 10.0), **_SMALL}
    domain = next(_domains)
    with ExitStack() as stack:
        simulator = stack.enter_context(_start(binary, folder, _CAMERA.format(320, 240), domain))
        stack.enter_context(_Peer("jazzy", domain, "once", *_topics(topics)))
        process = simulator.process.pid
        silent = stack.enter_context(_Peer("jazzy", domain, "once", *_topics(topics)))
        time.sleep(5.0)
        before, without = _memory_mb(process), []
        stopped = []
        for _ in range(4):
            without.append(_step_s(process, 5.0))
            silent.process.send_signal(signal.SIGSTOP)
            stopped.append(_step_s(process, 5.0))
            silent.process.send_signal(signal.SIGCONT)
        silent.process.send_signal(signal.SIGSTOP)
        time.sleep(30.0)
        after = _memory_mb(process)
        with _Peer("jazzy", domain, "hear", _SECONDS, *_topics(topics)) as peer:
            heard = json.loads(peer.line())
        silent.process.send_signal(signal.SIGCONT)
    change = 100.0 * (statistics.median(stopped) / statistics.median(without) - 1.0)
    yield ("a node that never reads: CPU time of the step", f"{change:+.1f} %", "within 1 %", "medians of 4 alternating rounds")
    yield ("a node that never reads for 30 s: memory", f"{before:.0f} to {after:.0f} MB", "flat", "")
    lost = [_lost(heard[topic], rate) for topic, (_, rate) in topics.items()]
    row = f"{sum(lost for lost, _ in lost)} of {sum(count for _, count in lost)}"
    yield ("messages that another node lost meanwhile", row, "0", "")


def _restarts(binary, folder):
    """A node that is killed and started again."""
    domain = next(_domains)
    with _start(binary, folder, domain=domain) as simulator:
        process = simulator.process.pid
        with _Peer("jazzy", domain, "once", *_topics(_SMALL)):
            time.sleep(2.0)
            step_before = _step_s(process, 10.0)
        memory = []
        for _ in range(_RESTARTS):
            _Peer("jazzy", domain, "once", *_topics(_SMALL)).kill()
            memory.append(_memory_mb(process))
        with _Peer("jazzy", domain, "once", *_topics(_SMALL)):
            time.sleep(2.0)
            step_after = _step_s(process, 10.0)
    change = 100.0 * (step_after / step_before - 1.0)
    name = f"a node killed and started again {_RESTARTS} times"
    yield (f"{name}: CPU time of the step", f"{change:+.1f} %", "within 1 %", "")
    marks = ", ".join(f"{memory[at]:.0f}" for at in (9, len(memory) // 2, len(memory) - 1))
    yield (f"{name}: memory after 10, 50 and 100", f"{marks} MB", "flat", "")
