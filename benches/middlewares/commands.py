"""Ticks from a command to the message that shows its effect, over YARP, MOOS, pocolibs, MAVLink and PPRZLink."""

import json
import math
import os
import random
import struct
import time
from contextlib import ExitStack

from common.simulator import Simulator

from middlewares import peers

# After `peers`, which puts the peers of the tests on the search path.
import moos_peers  # isort: skip
import pocolibs_peers  # isort: skip
import yarp_peers  # isort: skip

COMMANDS = 200
_PERIOD_S = 1.0 / peers.TICKS_PER_S
_POM_POS_BYTES = 656

_DRIVE = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
motion.add_stream({motion})
robot.append(motion)
{sensor} = {kind}()
{sensor}.add_stream({stream})
robot.append({sensor})
env = Environment('empty')
"""

_FLY = """
from morse.builder import *
robot = Quadrotor()
robot.translate(z=1000)
attitude = Attitude()
attitude.add_stream('mavlink', device='udpout:127.0.0.1:{port}')
robot.append(attitude)
control = RotorcraftAttitude()
control.add_stream('mavlink', device='udpout:127.0.0.1:{port}')
robot.append(control)
env = Environment('empty')
"""

_TELEPORT = """
from morse.builder import *
robot = FakeRobot()
teleport = Teleport()
teleport.add_stream('pprzlink', ivy_bus='{bus}')
robot.append(teleport)
pose = Pose()
pose.add_stream('socket')
robot.append(pose)
env = Environment('empty')
"""


def _drive(motion, kind, stream):
    return _DRIVE.format(motion=motion, kind=kind, sensor=kind.lower(), stream=stream)


def _rows(name, peer, sample, waits, command, threshold=0.05, settle=5):
    """Sends commands in the first four fifths of a tick, as for ROS 1. `sample()` waits for the next tick and value."""
    draw = random.Random(1)
    ticks = []
    for number in range(COMMANDS):
        before = sample()
        time.sleep(0.8 * draw.random() * _PERIOD_S)
        # Messages received meanwhile are older than the command.
        while waits():
            before = sample()
        command(number % 2)
        after = sample()
        while abs(after[1] - before[1]) < threshold and after[0] < before[0] + 60:
            after = sample()
        ticks.append(after[0] - before[0])
        for _ in range(settle):
            sample()
    ticks.sort()
    rest = f"worst {ticks[-1]} ticks of {COMMANDS} commands; peer: {peer}"
    yield (f"{name}, median", f"{ticks[len(ticks) // 2]} ticks", "≤ 2 ticks", "the minimum is 2 ticks")
    yield (f"{name}, 99 %", f"{ticks[int(0.99 * len(ticks))]} ticks", "≤ 2 ticks", rest)


def _tick(time_s):
    return round(time_s * peers.TICKS_PER_S)


def yarp(binary, write):
    """MotionVW and Odometry over the carrier tcp."""
    with ExitStack() as stack:
        server = yarp_peers.NameServer()
        stack.callback(server.close)
        scene = write(_drive("'yarp'", "Odometry", "'yarp'"))
        stack.enter_context(Simulator(binary, scene, environment={**os.environ, **server.environment}))
        reader = yarp_peers.Reader(server, "/morse/robot/odometry/out", "/bench/in")
        stack.callback(reader.close)
        writer = yarp_peers.Writer(server.address("/morse/robot/motion/in"), "/bench/out")
        stack.callback(writer.close)

        def sample():
            values = reader.read()
            return _tick(values[0]), values[7]

        waits = lambda: bool(reader.file.peek(1)) if peers.is_readable(reader.socket) else False
        command = lambda on: writer.write(float(1 - on), 0.0)
        yield from _rows("YARP: bottle in, effect in Odometry out", "ports of the tests", sample, waits, command)


def moos(binary, write):
    """MotionVW and Odometry through a database."""
    kind = moos_peers.RealDatabase if moos_peers.REAL.exists() else moos_peers.SmallDatabase
    with ExitStack() as stack:
        database = kind()
        stack.callback(database.stop)
        client = moos_peers.Client(database.port)
        stack.callback(client.close)
        client.register("MORSE_ROBOT_ODOMETRY_TIMESTAMP", "MORSE_ROBOT_ODOMETRY_VX")
        stream = f"'moos', moos_port={database.port}"
        stack.enter_context(Simulator(binary, write(_drive(stream, "Odometry", stream))))

        def sample():
            stamp = float(client.wait_for("MORSE_ROBOT_ODOMETRY_TIMESTAMP"))
            return _tick(stamp), float(client.wait_for("MORSE_ROBOT_ODOMETRY_VX"))

        waits = lambda: any(message.key == "MORSE_ROBOT_ODOMETRY_VX" for message in list(client.mail))
        command = lambda on: client.notify(MORSE_MOTION_VELOCITY=float(1 - on))
        peer = "MOOSDB and a raw client" if kind is moos_peers.RealDatabase else "small database and raw client of the tests"
        yield from _rows("MOOS: variable in, effect in Odometry out", peer, sample, waits, command)


def pocolibs(binary, write, folder):
    """MotionVW and Pose in posters. The speed is computed from two readings."""
    real = pocolibs_peers.RealDevices.library.exists()
    with ExitStack() as stack:
        devices = (pocolibs_peers.RealDevices if real else pocolibs_peers.OwnDevices)(str(folder))
        stack.callback(devices.stop)
        devices.init()
        posters = "'pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster', poster='pose'"
        scene = write(_drive("'pocolibs', poster='speed'", "Pose", posters))
        stack.enter_context(Simulator(binary, scene, environment={**os.environ, "H2DEV_DIR": str(folder)}))
        last = [0, 0.0]

        def read_pose():
            content = devices.peer.read("pose", _POM_POS_BYTES)
            # Date and x of POM_POS.
            return (0, 0.0) if content is None else struct.unpack_from("<i28xd", content)

        def sample():
            while (found := read_pose())[0] == last[0]:
                time.sleep(0.0005)
            speed = (found[1] - last[1]) / max(1, found[0] - last[0]) * peers.TICKS_PER_S
            last[:] = found
            return found[0], speed

        waits = lambda: read_pose()[0] != last[0]
        command = lambda on: devices.peer.write("speed", struct.pack("<ii7d", 1, 1, float(1 - on), *[0.0] * 6))
        peer = "posters by the real library" if real else "program with posters of the tests"
        command(1)
        yield from _rows("pocolibs: poster in, effect in Pose out", peer, sample, waits, command)


def mavlink(binary, write, module):
    """RotorcraftAttitude and Attitude. The value is the change of the roll rate in a tick, which jumps with a new attitude."""
    port = module.free_port()
    with ExitStack() as stack:
        peer = module.connection(f"udpin:127.0.0.1:{port}")
        stack.callback(peer.close)
        stack.enter_context(Simulator(binary, write(_FLY.format(port=port))))
        last = [0.0]

        def sample():
            message = module.receive(peer, "ATTITUDE")
            change, last[0] = message.rollspeed - last[0], message.rollspeed
            return _tick(message.time_boot_ms / 1000), change

        def command(on):
            roll = 0.2 * (1 - on)
            peer.mav.set_attitude_target_send(0, 0, 0, 0, [math.cos(roll / 2), math.sin(roll / 2), 0, 0], 0, 0, 0, 0.5)

        # Without thrust the first command acts more slowly.
        sample()
        command(1)
        for _ in range(60):
            sample()
        waits = lambda: peers.is_readable(peer.port)
        name = "MAVLink: SET_ATTITUDE_TARGET in, effect in ATTITUDE out"
        yield from _rows(name, "pymavlink over UDP", sample, waits, command, threshold=0.8, settle=12)


def pprzlink(binary, write, module):
    """Teleport. PPRZLink has no sensors: the effect is read from a stream of the middleware `socket`."""
    bus = f"127.255.255.255:{module.free_port()}"
    with ExitStack() as stack:
        simulator = stack.enter_context(Simulator(binary, write(_TELEPORT.format(bus=bus))))
        aircraft = module.Aircraft(bus)
        stack.callback(aircraft.stop)
        with simulator.connect() as client:
            port = int(client.ask(b'p simulation get_stream_port ["robot.pose"]').split()[2])
        poses = yarp_peers.socket.create_connection(("127.0.0.1", port), 60.0)
        stack.callback(poses.close)
        lines = poses.makefile("rb")
        stack.callback(lines.close)
        command = lambda on: aircraft.say(peers.Aircraft.text(0, 2 * (1 - on)))

        def sample():
            values = json.loads(lines.readline())
            return _tick(values["timestamp"]), values["x"]

        waits = lambda: peers.is_readable(poses)
        command(1)
        for _ in range(30):
            sample()
        name = "PPRZLink: ROTORCRAFT_FP in, effect in a Pose over the middleware `socket` out"
        yield from _rows(name, "ivy-python", sample, waits, command)
