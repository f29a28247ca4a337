"""ROS 2: ticks from a command of joints, in a stream of 500 Hz, to the joint states that show its effect."""

import bisect
import struct
import threading
import time

from common.simulator import Simulator

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
controller.add_stream('ros2')
arm.append(controller)
env = Environment('empty', fastmode=True)
"""


def measure(binary, folder, module, peer):
    """Rows of the table."""
    names = [f"j{number}" for number in range(1, _JOINTS + 1)]
    links = "".join(_LINK.format(number=number) for number in range(_JOINTS + 1))
    joints = "".join(
        _JOINT.format(number=number, before=number - 1, y=number % 2, z=1 - number % 2) for number in range(1, _JOINTS + 1)
    )
    file = folder / "seven_joints.urdf"
    file.write_text(f'<robot name="arm"><link name="world"/>{links}<joint name="foot" type="fixed"><parent link="world"/>'
                    f'<child link="l0"/></joint>{joints}</robot>', encoding="utf-8")
    scene = folder / "seven_joints.py"
    scene.write_text(_SCENE.format(file=str(file)), encoding="utf-8")
    with Simulator(binary, scene, environment=peer.environment):
        states = peer.reader("/joint_states", module.ros2_types.JointState, module.qos(depth=1000))
        states.next()
        ticks, late = _ticks(module, peer, states, names)
    for name, part in (("median", 0.5), ("99 %", 0.99)):
        row = f"7 joints, commands at {_RATE_HZ:.0f} Hz, effect in /joint_states, {name}"
        yield (row, f"{ticks[int(part * len(ticks))]} ticks", "1 tick", "the minimum is 1 tick")
    share = f"{100 * late / (_RATE_HZ * _SECONDS):.1f} % of {_RATE_HZ * _SECONDS:.0f} commands were sent more than 1 ms late"
    yield (f"7 joints, commands at {_RATE_HZ:.0f} Hz, worst", f"{ticks[-1]} ticks", "", share)


def _ticks(module, peer, states, names):
    """Ticks from each command to its effect, in order, and the number of commands that were sent late."""
    types = module.ros2_types
    writer = peer.writer("/arm/controller", types.JointState, module.qos())
    sent, late = [], 0
    arrivals = []
    ended = threading.Event()

    def receive():
        while not ended.is_set():
            for message in states.take():
                arrivals.append((time.perf_counter(), _first_position(message)))
            time.sleep(0.0005)

    receiver = threading.Thread(target=receive)
    receiver.start()
    begin = time.perf_counter()
    for number in range(1, round(_RATE_HZ * _SECONDS) + 1):
        wait_s = begin + number / _RATE_HZ - time.perf_counter()
        late += wait_s < -1e-3
        time.sleep(max(0.0, wait_s))
        positions = [number * _STEP_RAD] * len(names)
        header = types.Header(types.Time(0, 0), "")
        sent.append(time.perf_counter())
        writer.write(types.JointState(header, names, positions, [], []))
    time.sleep(0.5)
    ended.set()
    receiver.join()
    times = [moment for moment, _ in arrivals]
    shown = [round(position / _STEP_RAD) for _, position in arrivals]
    ticks = []
    for number, moment in enumerate(sent, 1):
        # Newer commands replace older ones within a tick.
        effect = bisect.bisect_left(shown, number)
        if effect < len(shown):
            ticks.append(max(1, effect - bisect.bisect_right(times, moment) + 1))
    return sorted(ticks), late


def _first_position(message):
    """Position of the first joint of an encoded JointState. [rad]"""
    at = 4 + 8
    (length,) = struct.unpack_from("<I", message, at)
    at += 4 + length
    at = 4 + (at - 4 + 3) // 4 * 4
    (count,) = struct.unpack_from("<I", message, at)
    at += 4
    for _ in range(count):
        at = 4 + (at - 4 + 3) // 4 * 4
        (length,) = struct.unpack_from("<I", message, at)
        at += 4 + length
    at = 4 + (at - 4 + 3) // 4 * 4 + 4
    at = 4 + (at - 4 + 7) // 8 * 8
    return struct.unpack_from("<d", message, at)[0]
