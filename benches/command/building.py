"""Building scenes: from a script to its document, for growing numbers of robots."""

import resource
import statistics
import subprocess
import time

_RUNS = 3
_ROBOTS = (1_000, 2_000, 4_000, 8_000)
# The size with a target.
_TARGET_ROBOTS = 4_000
_TARGET_S = 4.0

# Each robot has three components, named after their variables, as in typical scripts of many robots.
# With the last argument `bare` they have no sockets: 10,000 robots would need more ports than a machine has.
SCRIPT = """
import sys

from morse.builder import *

bare = sys.argv[-1] == 'bare'
for index in range(int(sys.argv[-2 if bare else -1])):
    robot = ATRV()
    robot.translate(2.0 * (index % 64), 2.0 * (index // 64))
    pose = Pose()
    robot.append(pose)
    odometry = Odometry()
    robot.append(odometry)
    motion = MotionVW()
    robot.append(motion)
    if not bare:
        pose.add_stream('socket')
        odometry.add_stream('socket')
        motion.add_interface('socket')
    AbstractComponent.close_context()
env = Environment('empty', fastmode=True)
"""


def measure(binary, folder):
    """Rows of the table."""
    script = folder / "many_robots.py"
    script.write_text(SCRIPT, encoding="utf-8")
    built_s(binary, script, 1)  # unpacks the Builder
    first_cpu_s = None
    for robots in _ROBOTS:
        runs = [built_s(binary, script, robots) for _ in range(_RUNS)]
        wall_s, cpu_s = (statistics.median(column) for column in zip(*runs))
        first_cpu_s = first_cpu_s or cpu_s
        yield (
            f"building a scene of {robots:,} robots with three components each",
            f"{wall_s:.2f} s, {cpu_s:.2f} s of CPU time",
            f"≤ {_TARGET_S:.0f} s" if robots == _TARGET_ROBOTS else "",
            f"{cpu_s / first_cpu_s:.2f} × the CPU time of {_ROBOTS[0]:,} robots, {first_cpu_s:.2f} s",
        )


def built_s(binary, script, robots):
    """Wall time and CPU time of a build [s]; both are equal on an idle machine."""
    before, begin = _children_s(), time.perf_counter()
    command = [str(binary), "build", "--output", str(script.with_suffix(".json")), str(script), str(robots)]
    subprocess.run(command, check=True)
    return time.perf_counter() - begin, _children_s() - before


def _children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
