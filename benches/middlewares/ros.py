"""ROS 1: ticks from a command to the message that shows its effect, and the processor time of messages.

The peer is `ros_peer.py`: raw connections, to measure the simulator without the queues of rospy.
"""

import json
import random
import selectors
import socket
import struct
import subprocess
import sys
import threading
import time

from common.simulator import Simulator

from middlewares import ros_peer

_COMMANDS = 300
_TICKS_PER_S = 60
_SECONDS = 10.0
ROBOTS = 200
_TWIST = ("geometry_msgs/Twist", "9f195f881246fdfa2798d1d3eebca84a")

DRIVE = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
motion.add_stream('ros')
robot.append(motion)
odometry = Odometry()
odometry.add_stream('ros')
robot.append(odometry)
env = Environment('empty')
"""

CAMERA = """
from morse.builder import *
robot = ATRV()
camera = VideoCamera()
camera.translate(x=0.2, z=0.9)
camera.properties(cam_width=640, cam_height=480)
camera.frequency(30)
camera.add_stream('ros')
robot.append(camera)
env = Environment('indoors-1/indoor-1')
"""

CLOUD = """
from morse.builder import *
robot = ATRV()
cloud = DepthCamera()
cloud.translate(x=0.2, z=0.9)
cloud.rotate(y=-0.4)
cloud.properties(cam_width=1024, cam_height=64)
cloud.frequency(10)
cloud.add_stream('ros')
robot.append(cloud)
env = Environment('empty')
"""

SWARM = """
from morse.builder import *
for number in range({robots}):
    robot = FakeRobot('robot%d' % number)
    robot.translate(2.0 * (number % 20), 2.0 * (number // 20), 1.0)
    for kind in (Pose, Odometry, Velocity, IMU, GPS):
        sensor = kind(kind.__name__.lower())
        sensor.frequency(20)
        {stream}
        robot.append(sensor)
env = Environment('empty')
"""
_SENSORS = ("pose", "odometry", "velocity", "imu", "gps")

# Lower bound for a publisher: the same bytes at the same rate, from memory to one socket.
_SENDER = """
import json, resource, socket, sys, time
size, rate, seconds = json.loads(sys.argv[1])
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
client = server.accept()[0]
data = bytes(size)
begin = time.perf_counter()
for number in range(round(rate * seconds)):
    client.sendall(data)
    time.sleep(max(0.0, begin + (number + 1) / rate - time.perf_counter()))
used = resource.getrusage(resource.RUSAGE_SELF)
print((used.ru_utime + used.ru_stime) / (time.perf_counter() - begin))
"""


def measure(binary, folder):
    """Rows of the table."""
    yield from _latency(binary, folder)
    yield from _stream(binary, folder, "image of 640 × 480 at 30 Hz", CAMERA, "/robot/camera/image", 30)
    yield from _stream(binary, folder, "point cloud of 64 × 1024 at 10 Hz", CLOUD, "/robot/cloud", 10)
    yield from _swarm(binary, folder)


def _scene(folder, text):
    scene = folder / "ros.py"
    scene.write_text(text, encoding="utf-8")
    return scene


def _latency(binary, folder):
    """A command arrives in the first four fifths of a tick, acts in the next tick, and sensors show it one tick later."""
    draw = random.Random(1)
    with ros_peer.Peer() as peer:
        with Simulator(binary, _scene(folder, DRIVE), environment=peer.environment):
            peer.wait_for(["/robot/odometry", "/robot/motion"])
            motion = peer.publish("/robot/motion", *_TWIST)
            begin = time.perf_counter()
            odometry = peer.subscribe("/robot/odometry")
            ros_peer.read_message(odometry)
            first_s = time.perf_counter() - begin
            ticks = []
            for number in range(_COMMANDS):
                before = _odometry(odometry)
                time.sleep(0.8 * draw.random() / _TICKS_PER_S)
                # Messages received meanwhile are older than the command.
                while _is_readable(odometry):
                    before = _odometry(odometry)
                speed = float(1 - number % 2)
                motion.sendall(struct.pack("<I6d", 48, speed, 0.0, 0.0, 0.0, 0.0, 0.0))
                after = _odometry(odometry)
                while abs(after[1] - before[1]) < 0.05 and after[0] < before[0] + 60:
                    after = _odometry(odometry)
                ticks.append(after[0] - before[0])
                # The robot settles.
                for _ in range(10):
                    _odometry(odometry)
    ticks.sort()
    for name, part in (("median", 0.5), ("99 %", 0.99)):
        yield (f"Twist in, effect in Odometry out, {name}", f"{ticks[int(part * len(ticks))]} ticks", "≤ 2 ticks", "the minimum is 2 ticks")
    yield ("Twist in, effect in Odometry out, worst", f"{ticks[-1]} ticks", "", f"{_COMMANDS} commands")
    yield ("first message of a new subscriber", f"{first_s * 1e3:.0f} ms", "≤ 300 ms", "")


def _odometry(connection):
    """Sequence number and forward speed of the next odometry."""
    message = ros_peer.read_message(connection)
    (number,) = struct.unpack_from("<I", message)
    # Counted from the end: covariance, then the twist.
    (speed,) = struct.unpack_from("<d", message, len(message) - 36 * 8 - 6 * 8)
    return number, speed


def _is_readable(connection):
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


def _stream(binary, folder, name, scene, topic, rate_hz):
    """One subscriber of large messages."""
    with ros_peer.Peer() as peer:
        with Simulator(binary, _scene(folder, scene), environment=peer.environment) as simulator:
            peer.wait_for([topic])
            connection = peer.subscribe(topic)
            # The first message may have been queued since the first tick.
            ros_peer.read_message(connection)
            usage = ros_peer.Usage(simulator.process.pid)
            numbers, size = [], 0
            end = time.perf_counter() + _SECONDS
            while time.perf_counter() < end:
                message = ros_peer.read_message(connection)
                numbers.append(*struct.unpack_from("<I", message))
                size = max(size, 4 + len(message))
            whole, sending = usage.share(), usage.share_of_sending()
    lost = numbers[-1] - numbers[0] + 1 - len(numbers)
    reached_hz = len(numbers) / _SECONDS
    # At the measured rate: a slow build renders fewer images.
    least = _sender_share(size, reached_hz)
    against = f"{sending / least:.2f} × a sendall of the same bytes in Python, {100 * least:.1f} %" if least else ""
    yield (f"{name}, sending thread", f"{100 * sending:.1f} % of a core", "≤ 1.5 ×", against)
    yield (f"{name}, whole process", f"{100 * whole:.0f} % of a core", "", f"{size / 1e6:.2f} MB each")
    yield (f"{name}, rate", f"{reached_hz:.1f} Hz", f"{rate_hz} Hz", "")
    yield (f"{name}, lost", f"{lost} of {lost + len(numbers)}", "0", "")


def _sender_share(size, rate_hz):
    command = [sys.executable, "-c", _SENDER, json.dumps([size, rate_hz, _SECONDS])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sender:
        with socket.create_connection(("127.0.0.1", int(sender.stdout.readline()))) as connection:
            while connection.recv(1 << 20):
                pass
        return float(sender.stdout.readline())


def _swarm(binary, folder):
    """Many small messages, compared with the same robots without streams."""
    plain = _swarm_share(binary, folder, "", subscribes=False)[0]
    for subscribes, target in ((False, "≤ 5 %"), (True, "≤ 40 %")):
        share, messages = _swarm_share(binary, folder, "sensor.add_stream('ros')", subscribes)
        yield (
            f"{ROBOTS} robots × {len(_SENSORS)} topics at 20 Hz, {'all subscribed' if subscribes else 'no subscriber'}",
            f"{100 * (share - plain):.0f} % of a core",
            target,
            f"{100 * share:.0f} % in total, {100 * plain:.0f} % without streams; {messages:.0f} messages per second",
        )


def _swarm_share(binary, folder, stream, subscribes):
    scene = _scene(folder, SWARM.format(robots=ROBOTS, stream=stream or "pass"))
    topics = [f"/robot{number}/{sensor}" for number in range(ROBOTS) for sensor in _SENSORS]
    with ros_peer.Peer() as peer:
        with Simulator(binary, scene, environment=peer.environment) as simulator:
            if stream:
                peer.wait_for(topics)
            drain = Drain([peer.subscribe(topic) for topic in topics] if subscribes else [])
            time.sleep(1.0)
            usage, begin = ros_peer.Usage(simulator.process.pid), drain.messages()
            time.sleep(_SECONDS)
            share, messages = usage.share(), (drain.messages() - begin) / _SECONDS
            drain.stop()
    return share, messages


class Drain:
    """Reads many connections on a thread. All messages of one connection have the same size."""

    def __init__(self, connections):
        self._selector = selectors.DefaultSelector()
        self._sizes, self._bytes = {}, {}
        for connection in connections:
            self._sizes[connection] = 4 + len(ros_peer.read_message(connection))
            self._bytes[connection] = 0
            self._selector.register(connection, selectors.EVENT_READ)
        self._ends = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        while not self._ends:
            if not self._bytes:
                return
            for key, _ in self._selector.select(0.1):
                self._bytes[key.fileobj] += len(key.fileobj.recv(1 << 16))

    def messages(self):
        """Number of messages so far."""
        return sum(count / self._sizes[connection] for connection, count in self._bytes.items())

    def stop(self):
        """Ends the thread and the connections."""
        self._ends = True
        self._thread.join()
        for connection in self._bytes:
            connection.close()
        self._selector.close()
