"""Thousands of robots: from the script to the first tick, at rest, driving, with scanners, on one thread and on two."""

import functools
import json
import math
import resource
import statistics
import subprocess
import time

from command import building, throughput
from common import scenes
from common.simulator import Simulator

from world import room

_ROBOTS = 1_000
_MANY = 10_000
_APART_M = 4.0
_UNIT = "simulated s / CPU s"
_ROUNDS = 3
# More rounds, as each is short and the speed of the machine varies between them.
_ROUNDS_OF_TWO_THREADS = 9
# After this time all robots have fallen onto the ground and are at rest.
_SETTLED_S = 5
_STARTS = {1_000: "≤ 0.6 s", 10_000: "≤ 6 s"}
_MEMORY_MAX = "≤ 600 MB"
_MB = 1e6


def measure(binary, folder):
    """Rows of the table."""
    yield from _starts(binary, folder)
    yield from _at_rest_and_driving(binary, folder)
    yield from _scanners(binary, folder)
    yield from _many(binary, folder)
    yield from _digests(binary, folder)


def _starts(binary, folder):
    script = folder / "crowd.py"
    script.write_text(building.SCRIPT, encoding="utf-8")
    _started(binary, script, 1)  # unpacks the Builder
    baseline_s, _, _ = _started(binary, script, 1)
    for robots, target in _STARTS.items():
        runs = [_started(binary, script, robots) for _ in range(_ROUNDS)]
        wall_s, cpu_s, memory = (statistics.median(column) for column in zip(*runs))
        what = f"{robots:,} robots with three components each, from the script to the end of the first tick"
        if robots == _MANY:
            what += ", without sockets, for lack of ports"
        yield what, f"{wall_s:.2f} s, {cpu_s:.2f} s of CPU time", target, f"{wall_s / baseline_s:.1f} × one robot, {baseline_s:.2f} s"
        limit = _MEMORY_MAX if robots == _MANY else ""
        yield f"the same, memory of the simulator of {robots:,} robots", f"{memory / _MB:.0f} MB", limit, ""


def _started(binary, script, robots):
    """Wall time [s], CPU time [s] and memory [bytes] of a run of one tick."""
    before, begin = _children_s(), time.perf_counter()
    options = ["--port", "0", "--stream-port", "0", "--fast", "--json", "--duration", "0.001"]
    command = [str(binary), "run", *options, str(script), str(robots), *(["bare"] if robots == _MANY else [])]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    report = json.loads(ended.stdout)
    return time.perf_counter() - begin, _children_s() - before, report["memory_peak_bytes"]


def _children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _at_rest_and_driving(binary, folder):
    places = scenes.robot_places(_ROBOTS, _APART_M)
    drives = folder / "motions.json"
    drives.write_text(scenes.equipped(_ROBOTS, _APART_M, "v_omega.MotionVW"), encoding="utf-8")
    speeds = [f"{name}.actuator set_speed {json.dumps(_speeds(number))}" for number, name in enumerate(places)]
    waypoints = folder / "waypoints.json"
    waypoints.write_text(scenes.equipped(_ROBOTS, _APART_M, "waypoint.Waypoint"), encoding="utf-8")
    goals = [f"{name}.actuator setdest {json.dumps([-x, -y, 0.0, 0.5, 1.0])}" for name, (x, y, _) in places.items()]
    what = f"{_ROBOTS:,} ATRVs with pose, odometry and"
    targets = {room.OWN: "≥ 20", "the models of the original": "≥ 15"}
    for models, environment in room.models():
        rest = _rate(binary, drives, environment, [])
        yield f"{what} MotionVW at rest, {models}, one thread", f"{rest:.1f} {_UNIT}", f"≥ 200 {_UNIT}", ""
        rate = _rate(binary, drives, environment, speeds)
        yield (
            f"{what} MotionVW driving about, {models}, one thread",
            f"{rate:.1f} {_UNIT}",
            f"{targets[models]} {_UNIT}",
            f"{rate / rest:.3f} × the same at rest",
        )
        if models == room.OWN:
            crossing = _rate(binary, waypoints, environment, goals)
            yield (
                f"{what} Waypoint, each to the opposite position, so that their paths cross, {models}, one thread",
                f"{crossing:.1f} {_UNIT}",
                f"≥ 10 {_UNIT}",
                f"{crossing / rate:.2f} × driving about",
            )
            yield _two_threads("the same driving about", binary, drives, environment, speeds, 1.6)
            yield from _read(binary, drives, environment, {"at rest": [], "driving about": speeds})


def _read(binary, scene, environment, motions):
    """Rates while one client reads every stream."""
    for motion, commands in motions.items():
        command = functools.partial(_set_in_motion, commands=commands)
        report, share = throughput.served(binary, scene, command, environment=environment)
        rate = f"{report['simulated_s_per_cpu_s']:.2f} {_UNIT}"
        yield f"the same {motion}, every stream read by one client", rate, f"≥ 4 {_UNIT}", f"{share:.3f} of the messages read"


def _scanners(binary, folder):
    scene = folder / "scanners.json"
    scene.write_text(scenes.scanning(_ROBOTS, _APART_M), encoding="utf-8")
    names = scenes.robot_places(_ROBOTS)
    speeds = [f"{name}.actuator set_speed {json.dumps(_speeds(number))}" for number, name in enumerate(names)]
    environment = next(environment for models, environment in room.models() if models == room.OWN)
    report = _report(binary, scene, environment, speeds, threads=2)
    what = f"{_ROBOTS:,} driving ATRVs, each with a scanner of 360 rays at 10 Hz, physics at 100 Hz"
    yield f"{what}, two threads", f"{report['real_time_factor']:.1f} × real time", "≥ 15 × real time", ""
    yield _two_threads("the same", binary, scene, environment, speeds, 1.8)


def _many(binary, folder):
    scene = folder / "many.json"
    scene.write_text(scenes.equipped(_MANY, _APART_M, "v_omega.MotionVW", sensors=("pose.Pose",)), encoding="utf-8")
    names = scenes.robot_places(_MANY)
    speeds = [f"{name}.actuator set_speed {json.dumps(_speeds(number))}" for number, name in enumerate(names)]
    environment = next(environment for models, environment in room.models() if models == room.OWN)
    report = _report(binary, scene, environment, speeds, threads=2, duration_s=10)
    what = f"{_MANY:,} driving ATRVs with a pose each, two threads"
    yield what, f"{report['real_time_factor']:.2f} × real time", "≥ 0.8 × real time", ""


def _digests(binary, folder):
    scene = folder / "resting.json"
    scene.write_text(scenes.heap(200), encoding="utf-8")
    digests = {}
    for threads in (1, 2, 4, 8):
        options = ["--fast", "--json", "--digest", "--threads", str(threads), "--duration", "20"]
        with Simulator(binary, scene, *options) as simulator:
            digests.setdefault(simulator.report()["digest"], []).append(threads)
    result = "equal" if len(digests) == 1 else f"different: {json.dumps(digests)}"
    yield "digest of 200 robots that fell onto each other and came to rest, threads 1, 2, 4, 8", result, "equal", ""


def _two_threads(what, binary, scene, environment, commands, target):
    """Ratio of two threads to one, alternating, because the speed of a shared machine varies within minutes."""
    ratios = []
    for _ in range(_ROUNDS_OF_TWO_THREADS):
        one, two = (_report(binary, scene, environment, commands, threads=threads) for threads in (1, 2))
        ratios.append(two["real_time_factor"] / one["real_time_factor"])
    rounds = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return f"{what}, two threads over one", f"{statistics.median(ratios):.2f} ×", f"≥ {target} ×", f"rounds: {rounds}"


def _speeds(number):
    """Speed [m/s] and turn rate. [rad/s]"""
    return 0.6 + 0.4 * math.sin(number), (1.0 if number % 2 else -1.0) * (0.8 + 0.2 * math.cos(2.0 * number))


def _rate(binary, scene, environment, commands):
    return _report(binary, scene, environment, commands)["simulated_s_per_cpu_s"]


def _report(binary, scene, environment, commands, threads=1, duration_s=20):
    """Rates over `duration_s` of simulated time, after the robots are on the ground and have their commands."""
    options = ("--fast", "--json", "--threads", str(threads))
    with Simulator(binary, scene, *options, environment=environment) as simulator:
        _set_in_motion(simulator, commands)
        return simulator.run_for(duration_s)


def _set_in_motion(simulator, commands):
    with simulator.connect() as client:
        client.ask(f"settled time sleep [{_SETTLED_S}]".encode())
        client.send("".join(f"c{number} {command}\n" for number, command in enumerate(commands)).encode())
        for command in commands:
            answer = client.line()
            if b"SUCCESS" not in answer:
                raise RuntimeError(f"{command} failed: {answer}")
