"""ROS 2: ticks from a command of joints to the joint states that show its effect, at 500 ticks a second."""

import bisect
import struct
import threading
import time

from common.simulator import Simulator

from middlewares import ros_peer

_RATE_HZ, _SECONDS = 500.0, 20.0
#: Position of the joints by which two commands differ: the position of a joint names its command. [rad]
_STEP_RAD = 1e-4
_JOINTS = 7
_LINK = """<link name="l{number}"><inertial><origin xyz="0 0 0.1"/><mass value="2"/>
  <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.005"/></inertial></link>"""
_JOINT = """<joint name="j{number}" type="revolute"><parent link="l{before}"/><child link="l{number}"/><origin xyz="0 0 0.2"/>
  <axis xyz="0 {y} {z}"/><limit lower="-3" upper="3" effort="200" velocity="3"/></joint>"""
_SCENE = """
from morse.builder import *
arm = Robot({file!r}, name='arm')
controller = JointController('controller')
controller.level('kinematic')
controller.frequency({rate})
controller.add_stream('ros2')
arm.append(controller)
env = Environment('empty', fastmode=True)
env.simulator_frequency({rate})
"""


def measure(binary, folder, module, peer):
    """Rows of the table."""
    names = [f"j{number}" for number in range(1, _JOINTS + 1)]
    scene = _scene(folder)
    with Simulator(binary, scene, environment=peer.environment) as simulator:
        states = peer.reader("/joint_states", module.ros2_types.JointState, module.qos(depth=1000))
        writer = peer.writer("/arm/controller", module.ros2_types.JointState, module.qos())
        states.next()
        usage = ros_peer.Usage(simulator.process.pid, ())
        ticks, reached_hz = _answers(module, writer, states, names)
        share = usage.share()
        yield from _rows("a command in answer to each state", ticks)
        yield ("the same, states and commands a second", f"{reached_hz:.0f} of each", f"{_RATE_HZ:.0f}", "")
        yield ("the same, whole process", f"{100 * share:.0f} % of a core", "≤ 10 %", "")
    with Simulator(binary, scene, environment=peer.environment):
        states = peer.reader("/joint_states", module.ros2_types.JointState, module.qos(depth=1000))
        writer = peer.writer("/arm/controller", module.ros2_types.JointState, module.qos())
        states.next()
        yield from _rows("commands at times of their own", _stream(module, writer, states, names))


def _scene(folder):
    """A scene with an arm of seven joints that clients command by their positions."""
    links = "".join(_LINK.format(number=number) for number in range(_JOINTS + 1))
    joints = "".join(
        _JOINT.format(number=number, before=number - 1, y=number % 2, z=1 - number % 2) for number in range(1, _JOINTS + 1)
    )
    file = folder / "seven_joints.urdf"
    file.write_text(
        f'<robot name="arm"><link name="world"/>{links}<joint name="foot" type="fixed"><parent link="world"/>'
        f'<child link="l0"/></joint>{joints}</robot>',
        encoding="utf-8",
    )
    scene = folder / "seven_joints.py"
    scene.write_text(_SCENE.format(file=str(file), rate=_RATE_HZ), encoding="utf-8")
    return scene


def _rows(name, ticks):
    """The distribution of ticks, in order."""
    name = f"{_JOINTS} joints at {_RATE_HZ:.0f} Hz, {name}, ticks to its effect in /joint_states"
    for part_name, part in (("median", 0.5), ("99 %", 0.99)):
        yield (f"{name}, {part_name}", f"{ticks[int(part * len(ticks))]} ticks", "1 tick", "the minimum is 1 tick")
    first = 100 * bisect.bisect_right(ticks, 1) / len(ticks)
    yield (f"{name}, worst", f"{ticks[-1]} ticks", "", f"{first:.2f} % of {len(ticks)} commands within 1 tick")


def _message(module, names, number):
    """The command with a number."""
    types = module.ros2_types
    return types.JointState(types.Header(types.Time(0, 0), ""), names, [number * _STEP_RAD] * len(names), [], [])


def _answers(module, writer, states, names):
    """As a control loop: a command is sent as soon as a state arrives. Ticks from that state to the one that shows the effect,
    in order, and the states received a second."""
    # Of the state that each command answers; of the first state that shows it or a newer one.
    answered_s, shown_s = [], []
    begin = time.perf_counter()
    count = 0
    while time.perf_counter() < begin + _SECONDS:
        states.wait()
        messages = states.take()
        for message in messages:
            stamp_s, position = _state(message)
            shown = round(position / _STEP_RAD)
            shown_s.extend([stamp_s] * (shown - len(shown_s)))
        if messages:
            count += len(messages)
            answered_s.append(stamp_s)
            writer.write(_message(module, names, len(answered_s)))
    reached_hz = count / (time.perf_counter() - begin)
    ticks = [round((shown - answered) * _RATE_HZ) for answered, shown in zip(answered_s, shown_s, strict=False)]
    return sorted(ticks), reached_hz


def _stream(module, writer, states, names):
    """Commands at a rate of their own. Ticks from the tick that preceded each command to the one that shows its
    effect, in order. States are taken to travel as long as the fastest of them."""
    arrivals = []
    ended = threading.Event()

    def receive():
        while not ended.is_set():
            states.wait()
            now_s = time.perf_counter()
            arrivals.extend((now_s, *_state(message)) for message in states.take())

    receiver = threading.Thread(target=receive)
    receiver.start()
    sent_s = []
    begin = time.perf_counter()
    # A little off the rate of the ticks, so that commands fall at all times of a tick.
    period_s = 1.0 / (_RATE_HZ - 0.3)
    for number in range(1, round(_RATE_HZ * _SECONDS) + 1):
        time.sleep(max(0.0, begin + number * period_s - time.perf_counter()))
        sent_s.append(time.perf_counter())
        writer.write(_message(module, names, number))
    time.sleep(0.5)
    ended.set()
    receiver.join()
    # Time of the clock at simulated time 0, if no state took time to travel.
    zero_s = min(arrival_s - stamp_s for arrival_s, stamp_s, _ in arrivals)
    stamps_s = [stamp_s for _, stamp_s, _ in arrivals]
    shown = [round(position / _STEP_RAD) for _, _, position in arrivals]
    ticks = []
    for number, moment_s in enumerate(sent_s, 1):
        # Newer commands replace older ones within a tick.
        effect = bisect.bisect_left(shown, number)
        if effect < len(shown):
            ticks.append(int((stamps_s[effect] - (moment_s - zero_s)) * _RATE_HZ) + 1)
    return sorted(ticks)


def _state(message):
    """Stamp [s] and position of the first joint [rad] of an encoded JointState."""
    seconds, nanoseconds = struct.unpack_from("<iI", message, 4)
    at = 4 + 8
    (length,) = struct.unpack_from("<I", message, at)
    at = _aligned(at + 4 + length, 4)
    (count,) = struct.unpack_from("<I", message, at)
    at += 4
    for _ in range(count):
        at = _aligned(at, 4)
        (length,) = struct.unpack_from("<I", message, at)
        at += 4 + length
    at = _aligned(_aligned(at, 4) + 4, 8)
    return seconds + 1e-9 * nanoseconds, struct.unpack_from("<d", message, at)[0]


def _aligned(at, size):
    """The next offset that is a multiple of a size after the encapsulation of four bytes."""
    return 4 + (at - 4 + size - 1) // size * size
