"""YARP, MOOS, pocolibs, MAVLink and PPRZLink: processor time of messages and images.

`commands.py` measures the ticks from commands to effects, `restarts.py` the time to reconnect.
The peers are those of the tests: `cargo xtask test` installs pymavlink and ivy-python, `cargo xtask peers` builds the original
MOOSDB and pocolibs from their sources. Without these, small programs of the tests replace them. Rows name the peers.
"""

import functools
import json
import os
import sys
import time
import unittest
from contextlib import ExitStack

from common.simulator import Simulator

from middlewares import commands, peers, poster_reader, restarts, ros, ros_peer

# After `peers`, which puts the peers of the tests on the search path.
import pocolibs_peers  # isort: skip
import yarp_peers  # isort: skip

ROBOTS = 100
_SECONDS = 10.0

_SWARM = """
from morse.builder import *
for number in range({robots}):
    robot = FakeRobot('robot%d' % number)
    robot.translate(2.0 * (number % 20), 2.0 * (number // 20), 1.0)
    for kind in (Pose, Odometry):
        sensor = kind(kind.__name__.lower())
        sensor.frequency(60)
        if kind is Odometry:
            sensor.level('integrated')
        {stream}
        robot.append(sensor)
env = Environment('empty')
"""

_FOLLOWERS = """
from morse.builder import *
for number in range({robots}):
    robot = FakeRobot('robot%d' % number)
    robot.translate(y=2.0 * number)
    teleport = Teleport()
    {stream}
    robot.append(teleport)
    pose = Pose()
    pose.add_service('socket')
    if number == 0:
        pose.add_stream('socket')
    robot.append(pose)
env = Environment('empty')
"""

_CAMERA = """
from morse.builder import *
robot = ATRV()
camera = VideoCamera()
camera.translate(x=0.2, z=0.9)
camera.properties(cam_width=320, cam_height=240)
camera.frequency(30)
camera.add_stream('yarp')
robot.append(camera)
env = Environment('{environment}')
"""

_MAVLINK = "sensor.add_stream('mavlink', device='udpout:127.0.0.1:{port}', system_id=number + 1)"
_POCOLIBS = (
    "sensor.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster', poster='%s%d' % (kind.__name__, number))"
)


def measure(binary, folder):
    """Rows of the table."""

    def write(text):
        scene = folder / "middlewares.py"
        scene.write_text(text, encoding="utf-8")
        return scene

    with_posters = pocolibs_peers.ipc_permitted()
    if not with_posters:
        _print_omission("pocolibs", "System V IPC is not permitted here")
    try:
        import mavlink_peers
    except unittest.SkipTest as reason:
        _print_omission("MAVLink and PPRZLink", reason)
        mavlink_peers = None
    yield from _yarp(binary, write)
    yield from _moos(binary, write)
    if with_posters:
        yield from _pocolibs(binary, write, folder)
    if mavlink_peers:
        yield from _mavlink(binary, write)
        yield from _pprzlink(binary, write, mavlink_peers)
    yield from commands.yarp(binary, write)
    yield from commands.moos(binary, write)
    if with_posters:
        yield from commands.pocolibs(binary, write, folder)
    if mavlink_peers:
        yield from commands.mavlink(binary, write, mavlink_peers)
        yield from commands.pprzlink(binary, write, mavlink_peers)
    yield from _images(binary, write)
    yield from restarts.yarp(binary, write)
    yield from restarts.moos(binary, write)


def _print_omission(what, reason):
    print(f"no rows of {what}: {reason}", file=sys.stderr, flush=True)


def _used(simulator, thread, peer=None):
    """The shares of one core of a process, of its thread of a middleware, and of a peer."""
    time.sleep(1.0)
    usage = ros_peer.Usage(simulator.process.pid, (thread,))
    if peer:
        peer.begin()
    time.sleep(_SECONDS)
    return usage.share(), usage.share_of_sending(), peer.share() if peer else 0.0


def _swarm(binary, scene, environment, thread, start):
    """Shares of one core, and counts of received and expected messages. `start()` returns the peer of a running simulation."""
    with Simulator(binary, scene, environment=environment) as simulator:
        peer = start()
        try:
            used = _used(simulator, thread, peer)
            found = peer.found() if isinstance(peer, poster_reader.PosterReader) else None
        finally:
            peer.stop()
        found = found or peer.found()
    peer.close()
    return used, found


@functools.lru_cache(maxsize=1)
def _plain_share(binary, scene):
    """Share of one core of the robots without streams, equal for all middlewares."""
    with Simulator(binary, scene) as simulator:
        return _used(simulator, "")[0]


def _swarm_rows(binary, write, name, what, peer, thread, stream, environment, start):
    plain = _plain_share(binary, write(_SWARM.format(robots=ROBOTS, stream="pass")))
    used, (received, expected) = _swarm(binary, write(_SWARM.format(robots=ROBOTS, stream=stream)), environment, thread, start)
    yield from _shares(f"{name}: {what}", peer, plain, used)
    yield (f"{name}: {what}, lost", f"{expected - received} of {expected}", "0", f"{received} received")


def _shares(name, peer, plain, used):
    whole, sending, reading = used
    remark = "" if reading < 0.8 else ", which is too slow to keep up"
    yield (
        name,
        f"{100 * whole:.0f} % of a core",
        "≤ 30 %",
        f"{100 * plain:.1f} % without streams; the sending or receiving thread {100 * sending:.1f} %; "
        f"peer: {peer}, {100 * reading:.0f} %{remark}",
    )


def _yarp(binary, write):
    server = yarp_peers.NameServer()
    try:
        ports = [f"/morse/robot{number}/{kind}/out" for number in range(ROBOTS) for kind in ("pose", "odometry")]
        start = lambda: peers.YarpReaders(server, ports)
        what = f"{ROBOTS} robots × Pose and Odometry at 60 Hz over tcp"
        environment = {**os.environ, **server.environment}
        stream = "sensor.add_stream('yarp')"
        peer = "name server and port of the tests"
        yield from _swarm_rows(binary, write, "YARP", what, peer, "yarp", stream, environment, start)
    finally:
        server.close()


def _moos(binary, write):
    database = peers.MoosCounter()

    def start():
        database.connected.wait(60.0)
        return database

    what = f"{ROBOTS} robots × Pose and Odometry at 60 Hz, 7 and 13 variables each"
    peer = "counting database"
    stream = f"sensor.add_stream('moos', moos_port={database.port})"
    yield from _swarm_rows(binary, write, "MOOS", what, peer, "moos", stream, None, start)


def _pocolibs(binary, write, folder):
    os.environ["H2DEV_DIR"] = str(folder)
    devices = poster_reader.Devices()
    devices.init()
    readers = []

    def start():
        names = [f"{kind}{number}" for number in range(ROBOTS) for kind in ("Pose", "Odometry")]
        readers.append(poster_reader.PosterReader(devices, names))
        return readers[0]

    what = f"{ROBOTS} robots × Pose and Odometry at 60 Hz as POM_POS"
    peer = "reader with System V IPC, 120 times a second"
    try:
        for row in _swarm_rows(binary, write, "pocolibs", what, peer, "pocolibs", _POCOLIBS, {**os.environ}, start):
            if row[0].endswith("lost"):
                written = row[3].removesuffix(" received")
                note = f"{written} written, {readers[0].seen} seen by the polling reader"
                row = (row[0].replace("lost", "not written"), *row[1:3], note)
            yield row
    finally:
        devices.end()
        del os.environ["H2DEV_DIR"]


def _mavlink(binary, write):
    from pymavlink.dialects.v10 import common

    counter = peers.MavlinkCounter()
    what = f"{ROBOTS} robots × ATT_POS_MOCAP, LOCAL_POSITION_NED and HEARTBEAT at 60 Hz over UDP"
    stream = _MAVLINK.format(port=counter.port)
    rows = list(_swarm_rows(binary, write, "MAVLink", what, "counting socket", "mavlink", stream, None, lambda: counter))
    decoder = common.MAVLink(None)
    decoded = sum(len(decoder.parse_buffer(frame) or ()) for frame in counter.kept)
    yield rows[0]
    yield (*rows[1][:3], f"{rows[1][3]}, and {counter.beats} heartbeats; pymavlink decodes {decoded} of {len(counter.kept)}")


def _pprzlink(binary, write, module):
    """PPRZLink has no sensors: poses are received."""
    bus = f"127.255.255.255:{module.free_port()}"
    name = f"PPRZLink: {ROBOTS} robots that follow ROTORCRAFT_FP at 60 Hz"
    with Simulator(binary, write(_FOLLOWERS.format(robots=ROBOTS, stream="pass"))) as simulator:
        plain, _, _ = _used(simulator, "pprzlink")
    stream = f"teleport.add_stream('pprzlink', ivy_bus='{bus}', ac_id=number + 1)"
    with ExitStack() as stack:
        simulator = stack.enter_context(Simulator(binary, write(_FOLLOWERS.format(robots=ROBOTS, stream=stream))))
        aircraft = peers.Aircraft(module, bus, ROBOTS)
        stack.callback(aircraft.close)
        with simulator.connect() as client:
            port = int(client.ask(b'p simulation get_stream_port ["robot0.pose"]').split()[2])
        poses = peers.Poses(port)
        used = _used(simulator, "pprzlink", aircraft)
        aircraft.stop()
        time.sleep(0.2)
        poses.stop()
        poses.close()
        # Of several messages in one tick the first counts: send the last one separately.
        rounds, seen = aircraft.step, len(poses.steps - {0})
        aircraft.send_poses()
        time.sleep(0.5)
        with simulator.connect() as client:
            answers = [client.ask(b"i robot%d.pose get_local_data" % number) for number in range(ROBOTS)]
    where = [json.loads(answer.split(b" ", 2)[2]) for answer in answers]
    right = sum(abs(pose["x"] - aircraft.step) < 0.1 for pose in where)
    yield from _shares(name, "ivy-python", plain, used)
    note = f"{aircraft.sent} messages sent; {aircraft.late} of {rounds} rounds sent more than a tick late"
    yield (f"{name}, robots not at the pose of the last message", f"{ROBOTS - right} of {ROBOTS}", "0", note)
    note = "of several messages in one tick the first counts; measured by a Pose over the middleware `socket`"
    yield (f"{name}, messages that moved the first robot", f"{seen} of {rounds}", "", note)


def _images(binary, write):
    for environment in ("empty", "indoors-1/indoor-1"):
        name = f"YARP: image of 320 × 240 at 30 Hz, environment {environment}"
        yield from _image_rows(binary, write(_CAMERA.format(environment=environment)), name)


def _image_rows(binary, scene, name):
    server = yarp_peers.NameServer()
    with ExitStack() as stack:
        stack.callback(server.close)
        simulator = stack.enter_context(Simulator(binary, scene, environment={**os.environ, **server.environment}))
        reader = yarp_peers.Reader(server, "/morse/robot/camera/out", "/bench/in")
        stack.callback(reader.close)
        size = len(reader.read_bytes())
        usage, count = ros_peer.Usage(simulator.process.pid, ("yarp",)), 0
        end = time.perf_counter() + _SECONDS
        while time.perf_counter() < end:
            reader.read_bytes()
            count += 1
        whole, sending = usage.share(), usage.share_of_sending()
    reached_hz = count / _SECONDS
    least = ros._sender_share(size, reached_hz)
    against = f"{sending / least:.2f} × a sendall of the same bytes in Python, {100 * least:.1f} %" if least else ""
    yield (f"{name}, sending thread", f"{100 * sending:.1f} % of a core", "≤ 10 %", against)
    note = f"{size / 1e6:.2f} MB each; peer: port of the tests over tcp"
    yield (f"{name}, whole process", f"{100 * whole:.0f} % of a core", "", note)
    yield (f"{name}, rate", f"{reached_hz:.1f} Hz", "30 Hz", "")
