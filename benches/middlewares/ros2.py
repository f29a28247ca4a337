"""ROS 2: ticks from a command to the message that shows its effect, discovery, and the processor time of messages.

The peer is Cyclone DDS, which `cargo xtask test` installs below target/. The time of large messages is compared with its C
library publishing the same bytes at the same rate.
"""

import itertools
import random
import struct
import subprocess
import sys
import threading
import time

from common.simulator import Simulator

from middlewares import ros, ros2_joints, ros_peer

_COMMANDS = 300
_TICKS_PER_S = 60
_SECONDS = 10.0
# Names of threads, truncated by Linux.
_SENDING = ("RustDDS Partici", "RustDDS discove", "ros2")
_KINDS = {"pose": "PoseStamped", "odometry": "Odometry", "velocity": "TwistStamped", "imu": "Imu", "gps": "PointStamped"}

_RGBD_HZ = 30
_RGBD = f"""
from morse.builder import *
robot = ATRV()
for camera, topic in ((VideoCamera(), '/color'), (DepthCamera(), '/depth')):
    camera.translate(x=0.2, z=0.9)
    camera.properties(cam_width=640, cam_height=480)
    camera.frequency({_RGBD_HZ})
    camera.add_stream('ros2', topic=topic)
    robot.append(camera)
camera.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera')
env = Environment('indoors-1/indoor-1')
"""

_domains = itertools.count(1 + random.SystemRandom().randrange(0, 180))


def measure(binary, folder):
    """Rows of the table."""
    yield from _latency(binary, folder)
    yield from ros2_joints.measure(binary, folder, *_peer())
    image = (ros.CAMERA, "/robot/camera/image", "Image", 30)
    yield from _stream(binary, folder, "image of 640 × 480 at 30 Hz", *image)
    yield from _rgbd(binary, folder)
    cloud = (ros.CLOUD, "/robot/cloud", "PointCloud2", 10)
    yield from _stream(binary, folder, "point cloud of 64 × 1024 at 10 Hz", *cloud)
    yield from _swarm(binary, folder)


def _peer():
    # Imported here, as other benchmarks do not need the peer.
    from middlewares import ros2_peer

    return ros2_peer, ros2_peer.Peer(next(_domains))


def _scene(folder, text):
    scene = folder / "ros2.py"
    scene.write_text(text.replace("add_stream('ros')", "add_stream('ros2')"), encoding="utf-8")
    return scene


def _latency(binary, folder):
    """As in ROS 1, a command arrives in the first four fifths of a tick."""
    draw = random.Random(1)
    module, peer = _peer()
    types = module.ros2_types
    with Simulator(binary, _scene(folder, ros.DRIVE), environment=peer.environment):
        begin = time.perf_counter()
        odometry = peer.reader("/robot/odometry", types.Odometry, module.qos(depth=1000))
        odometry.next()
        known_s = time.perf_counter() - begin
        begin = time.perf_counter()
        other = module.Peer(peer.domain)
        other.reader("/robot/odometry", types.Odometry, module.qos()).next()
        first_s = time.perf_counter() - begin
        motion = peer.writer("/robot/motion", types.Twist, module.qos())
        still = types.Vector3(0.0, 0.0, 0.0)
        ticks = []
        for number in range(_COMMANDS):
            before = _odometry(odometry.next())
            time.sleep(0.8 * draw.random() / _TICKS_PER_S)
            # Messages received meanwhile are older than the command.
            for message in odometry.take():
                before = _odometry(message)
            motion.write(types.Twist(types.Vector3(float(1 - number % 2), 0.0, 0.0), still))
            after = _odometry(odometry.next())
            while abs(after[1] - before[1]) < 0.05 and after[0] < before[0] + 1.0:
                after = _odometry(odometry.next())
            ticks.append(round((after[0] - before[0]) * _TICKS_PER_S))
            # The robot settles.
            for _ in range(10):
                odometry.next()
    ticks.sort()
    for name, part in (("median", 0.5), ("99 %", 0.99)):
        row = f"Twist in, effect in Odometry out, {name}"
        yield (row, f"{ticks[int(part * len(ticks))]} ticks", "≤ 2 ticks", "the minimum is 2 ticks")
    yield ("Twist in, effect in Odometry out, worst", f"{ticks[-1]} ticks", "", f"{_COMMANDS} commands")
    yield ("first message after the start of a peer", f"{first_s * 1e3:.0f} ms", "≤ 1000 ms", "")
    yield ("first message after the start of the simulation, for a waiting peer", f"{known_s * 1e3:.0f} ms", "", "")


def _odometry(message):
    """Time [s] and forward speed of an odometry."""
    seconds, nanoseconds = struct.unpack_from("<iI", message, 4)
    # Counted from the end: covariance, then the twist.
    (speed,) = struct.unpack_from("<d", message, len(message) - 36 * 8 - 6 * 8)
    return seconds + 1e-9 * nanoseconds, speed


def _stream(binary, folder, name, scene, topic, kind, rate_hz):
    """One subscriber of large messages, which are not decoded."""
    module, peer = _peer()
    reader = peer.reader(topic, getattr(module.ros2_types, kind), module.qos(best_effort=True, depth=100))
    with Simulator(binary, _scene(folder, scene), environment=peer.environment) as simulator:
        message = reader.next()
        usage = ros_peer.Usage(simulator.process.pid, _SENDING)
        stamps = _stamps(reader)
        whole, sending = usage.share(), usage.share_of_sending()
    if len(stamps) < 2:
        yield (f"{name}, rate", f"{len(stamps)} messages in {_SECONDS:.0f} s", f"{rate_hz} Hz", "too few to compare")
        return
    reached_hz = len(stamps) / _SECONDS
    # Expected by the stamps: one message per period between the first and the last.
    expected = round((stamps[-1] - stamps[0]) * rate_hz) + 1
    least = _peer_share(module, peer, reader, (topic, kind), reached_hz, message)
    against = f"{sending / least:.2f} × Cyclone DDS with the same bytes, {100 * least:.1f} %" if least else ""
    yield (f"{name}, sending threads", f"{100 * sending:.1f} % of a core", "≤ 1.5 ×", against)
    yield (f"{name}, whole process", f"{100 * whole:.0f} % of a core", "", f"{len(message) / 1e6:.2f} MB each")
    yield (f"{name}, rate", f"{reached_hz:.1f} Hz", f"{rate_hz} Hz", "")
    yield (f"{name}, lost", f"{max(0, expected - len(stamps))} of {expected}", "0", "")


def _stamps(reader):
    """Times of all received messages. [s]"""
    return _stamps_of([reader])[0]


def _stamps_of(readers):
    """Times of all messages that each reader has received. [s]"""
    stamps, end = [[] for _ in readers], time.perf_counter() + _SECONDS
    while time.perf_counter() < end:
        for reader, own in zip(readers, stamps):
            for message in reader.take():
                seconds, nanoseconds = struct.unpack_from("<iI", message, 4)
                own.append(seconds + 1e-9 * nanoseconds)
        time.sleep(0.002)
    return stamps


def _rgbd(binary, folder):
    """A camera of colors and one of depths, with a subscriber of both."""
    module, peer = _peer()
    policies = module.qos(best_effort=True, depth=100)
    readers = [peer.reader(topic, module.ros2_types.Image, policies) for topic in ("/color/image", "/depth/image")]
    with Simulator(binary, _scene(folder, _RGBD), environment=peer.environment) as simulator:
        for reader in readers:
            reader.next()
        usage = ros_peer.Usage(simulator.process.pid, _SENDING)
        received = _stamps_of(readers)
        whole = usage.share()
    name = f"colors and depths of 640 × 480 at {_RGBD_HZ} Hz"
    per_s = min(len(stamps) for stamps in received) / _SECONDS
    simulated_s = max(stamps[-1] - stamps[0] if stamps else 0.0 for stamps in received)
    against = f"{simulated_s / _SECONDS:.2f} × real time"
    yield (f"{name}, pictures of each per second", f"{per_s:.1f}", f"{_RGBD_HZ}", against)
    yield (f"{name}, whole process", f"{100 * whole:.0f} % of a core", "≤ 40 %", "")
    if simulated_s:
        share = f"{100 * whole * _SECONDS / simulated_s:.0f} % of a core"
        yield (f"{name}, processor time per simulated second", share, "≤ 40 %", "")


def _peer_share(module, peer, reader, stream, rate_hz, message):
    """Share of one core that Cyclone DDS needs to publish a message at the measured rate."""
    command = [sys.executable, module.__file__, str(peer.domain), *stream, "1", str(rate_hz), str(_SECONDS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as publisher:
        publisher.stdin.write(message)
        publisher.stdin.close()
        while publisher.poll() is None:
            reader.take()
            time.sleep(0.002)
        return float(publisher.stdout.read())


def _swarm(binary, folder):
    """Many small messages, compared with the same robots without streams."""
    plain = _swarm_share(binary, folder, "pass", subscribes=False)[0]
    for subscribes, target in ((False, "≤ 5 %"), (True, "≤ 40 %")):
        share, messages = _swarm_share(binary, folder, "sensor.add_stream('ros2')", subscribes)
        yield (
            f"{ros.ROBOTS} robots × {len(_KINDS)} topics at 20 Hz, {'all subscribed' if subscribes else 'no subscriber'}",
            f"{100 * (share - plain):.0f} % of a core",
            target,
            f"{100 * share:.0f} % in total, {100 * plain:.0f} % without streams; {messages:.0f} messages per second",
        )


def _swarm_share(binary, folder, stream, subscribes):
    module, peer = _peer()
    scene = _scene(folder, ros.SWARM.format(robots=ros.ROBOTS, stream=stream))
    with Simulator(binary, scene, environment=peer.environment) as simulator:
        topics = [(f"/robot{number}/{name}", kind) for number in range(ros.ROBOTS) for name, kind in _KINDS.items()]
        drain = Drain(module, peer, topics if subscribes else [])
        time.sleep(2.0)
        usage, begin = ros_peer.Usage(simulator.process.pid, _SENDING), drain.count
        time.sleep(_SECONDS)
        share, messages = usage.share(), (drain.count - begin) / _SECONDS
        drain.stop()
    return share, messages


class Drain:
    """Takes the messages of many topics on a thread."""

    def __init__(self, module, peer, topics):
        kind = lambda name: getattr(module.ros2_types, name)
        # An IMU publishes with best effort.
        policies = lambda name: module.qos(best_effort=name == "Imu", depth=100)
        self._readers = [peer.reader(topic, kind(name), policies(name)) for topic, name in topics]
        for reader in self._readers:
            reader.next()
        self.count, self._ends = 0, False
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def _take(self):
        while not self._ends:
            self.count += sum(len(reader.take()) for reader in self._readers)
            time.sleep(0.5)

    def stop(self):
        """Ends the thread."""
        self._ends = True
        self._thread.join()
