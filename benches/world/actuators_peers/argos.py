"""ARGoS 3: driving foot-bots in its engine dynamics2d, as multiples of real time.

Equal to our scene: number of robots, their positions and commands, 60 ticks per second, two physics steps
per tick. Different: a foot-bot is a disc of 17 cm in a plane (Chipmunk), kept at its speed by joints; an ATRV is a box
in space, on a floor by contacts with friction.
"""

import itertools
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

_CONTROLLER = Path(__file__).resolve().parent / "drive.cpp"
_TICKS_PER_S = 60
_STEPS_PER_TICK = 2
_ARENA_M = 1000.0
_THREADS = {"no threads": 0, "two threads": 2}
# The plane as a whole, or in halves for two threads: begin and end of each part. [m]
_ENGINES = {
    "one engine": [(-_ARENA_M / 2, _ARENA_M / 2)],
    "two engines": [(-_ARENA_M / 2, 0.0), (0.0, _ARENA_M / 2)],
}


def built(folder):
    """Builds the controller of the foot-bots in a folder; prints a message and returns `None` without ARGoS."""
    prefix = _prefix()
    if prefix is None:
        print("no comparison with ARGoS: no argos3 on the PATH, no ARGOS_ROOT", file=sys.stderr)
        return None
    controller = folder / "libdrive.so"
    build = ["c++", "-std=c++17", "-O3", "-march=native", "-fPIC", "-shared", f"-I{prefix}/include", str(_CONTROLLER)]
    try:
        subprocess.run([*build, "-o", str(controller)], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no comparison with ARGoS: {error}", file=sys.stderr)
        return None
    return controller


def fastest(controller, robots, duration_s):
    """Multiple of real time of its fastest configuration, and the name of that configuration.

    `robots` has the position [m], the speed [m/s] and the turn rate [rad/s] of each robot.
    """
    experiment = controller.parent / "drive.argos"
    factors = {}
    for threads, engines in itertools.product(_THREADS, _ENGINES):
        # The run of one tick measures the time of start and end.
        walls_s = []
        for ticks in (1, duration_s * _TICKS_PER_S):
            text = _experiment(controller, robots, ticks / _TICKS_PER_S, _THREADS[threads], _ENGINES[engines])
            experiment.write_text(text, encoding="utf-8")
            walls_s.append(_wall_s(_prefix(), experiment))
        factors[f"{threads}, {engines}"] = (duration_s - 1 / _TICKS_PER_S) / (walls_s[1] - walls_s[0])
    best = max(factors, key=factors.get)
    return factors[best], best


def _prefix():
    """Installation folder of ARGoS."""
    if "ARGOS_ROOT" in os.environ:
        return Path(os.environ["ARGOS_ROOT"])
    program = shutil.which("argos3")
    return program and Path(program).resolve().parent.parent


def _wall_s(prefix, experiment):
    libraries = str(prefix / "lib" / "argos3")
    environment = {**os.environ, "ARGOS_PLUGIN_PATH": libraries, "LD_LIBRARY_PATH": libraries}
    command = [str(prefix / "bin" / "argos3"), "--no-visualization", "--config-file", str(experiment)]
    begin = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def _experiment(controller, robots, duration_s, threads, engines):
    footbots = "\n".join(
        f"""<foot-bot id="robot{number:04d}"><body position="{x},{y},{z}" orientation="0,0,0"/>
<controller config="drive"><params speed="{speed}" turn="{turn}"/></controller></foot-bot>"""
        for number, ((x, y, z), speed, turn) in enumerate(robots)
    )
    return f"""<argos-configuration>
<framework><system threads="{threads}"/>
<experiment length="{duration_s}" ticks_per_second="{_TICKS_PER_S}" random_seed="1"/></framework>
<controllers><drive id="drive" library="{controller}"><actuators><differential_steering implementation="default"/></actuators>
<sensors/><params/></drive></controllers>
<arena size="{_ARENA_M},{_ARENA_M},2">{footbots}</arena>
<physics_engines>{"".join(_engine(number, *part) for number, part in enumerate(engines))}</physics_engines>
<media/></argos-configuration>
"""


def _engine(number, begin, end):
    corners = [(begin, -_ARENA_M / 2), (end, -_ARENA_M / 2), (end, _ARENA_M / 2), (begin, _ARENA_M / 2)]
    sides = "".join(f'<vertex point="{x},{y}"/>' for x, y in corners)
    return f"""<dynamics2d id="engine{number}" iterations="{_STEPS_PER_TICK}">
<boundaries><top height="1"/><bottom height="-1"/><sides>{sides}</sides></boundaries></dynamics2d>
"""
