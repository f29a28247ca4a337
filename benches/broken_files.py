"""Runs the command on broken files: scene documents, URDF, SDF and MJCF files with some changed, moved or repeated parts.

    python3 benches/broken_files.py --count 1000 --seed 1 target/debug/morse

Each file is run for some simulated seconds. It must be refused or run: a panic, a signal, no end, or too much memory is a
failure. Failing files stay in the folder `--keep`, and their seed is printed. The exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from broken_scenes import scenes

ROOT = Path(__file__).resolve().parents[1]
#: Time limit of a run. [s]
LIMIT_S = 60
#: Simulated time of a run. [s]
SIMULATED_S = 2
#: Limit of the address space of a run. [bytes]
MEMORY_BYTES = 6 << 30
#: Exit statuses of the command for files that run, and for files that are refused.
GOOD = (0, 1, 2)
#: Words that replace numbers in XML, and their values in JSON.
NUMBERS = (
    "0", "-1", "1", "1e-9", "-1e-9", "1e3", "1e6", "1e9", "-1e9", "1e12", "1e18", "1e35", "-1e35", "1e39", "1e300",
    "1e-300", "nan", "inf", "-inf", "4294967296", "9223372036854775807", "-9223372036854775808", "0.1", "3.14159",
)
SDF = """<sdf version="1.7"><model name="cart"><pose>0 0 0.3 0 0 0</pose>
<link name="base"><inertial><mass>5</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.2</izz><ixy>0</ixy><ixz>0</ixz>
<iyz>0</iyz></inertia></inertial><collision name="c"><geometry><box><size>0.6 0.4 0.2</size></box></geometry><surface>
<friction><ode><mu>0.8</mu></ode></friction></surface></collision><visual name="v"><geometry><box><size>0.6 0.4 0.2</size>
</box></geometry></visual><sensor name="lidar" type="ray"><update_rate>10</update_rate><ray><scan><horizontal>
<samples>90</samples><min_angle>-1.5</min_angle><max_angle>1.5</max_angle></horizontal></scan><range><min>0.1</min>
<max>10</max></range></ray></sensor></link>
<link name="wheel"><pose>0.2 0.25 -0.1 -1.5708 0 0</pose><inertial><mass>0.5</mass><inertia><ixx>0.002</ixx>
<iyy>0.002</iyy><izz>0.003</izz></inertia></inertial><collision name="c"><geometry><cylinder><radius>0.1</radius>
<length>0.05</length></cylinder></geometry></collision></link>
<joint name="axle" type="revolute"><parent>base</parent><child>wheel</child><axis><xyz>0 0 1</xyz><limit><lower>-1e16
</lower><upper>1e16</upper><effort>5</effort><velocity>20</velocity></limit><dynamics><damping>0.1</damping></dynamics>
</axis></joint></model></sdf>"""
MJCF = """<mujoco model="arm"><option gravity="0 0 -9.81" timestep="0.002"/><default><joint damping="0.5" armature="0.01"/>
<geom density="500" friction="0.9 0.01 0.001"/></default><worldbody><geom name="floor" type="plane" size="5 5 0.1"/>
<body name="base" pos="0 0 0.5"><geom type="box" size="0.1 0.1 0.1"/><body name="upper" pos="0 0 0.1">
<joint name="shoulder" type="hinge" axis="0 1 0" range="-90 90"/><geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.04"/>
<body name="lower" pos="0 0 0.4"><joint name="elbow" type="hinge" axis="0 1 0" stiffness="2"/><inertial pos="0 0 0.1"
mass="0.4" diaginertia="0.002 0.002 0.001"/><geom type="cylinder" size="0.03 0.15" pos="0 0 0.15"/><body pos="0 0 0.3">
<joint name="slide" type="slide" axis="0 0 1" range="0 0.1"/><geom type="sphere" size="0.05"/></body></body></body></body>
<body name="ball" pos="1 0 1"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body></worldbody><actuator>
<position joint="elbow" kp="20" ctrlrange="-1 1"/><motor joint="shoulder" gear="10"/></actuator><equality>
<joint joint1="shoulder" joint2="elbow" polycoef="0 1 0 0 0"/></equality></mujoco>"""


class Seed(NamedTuple):
    """A good file."""

    name: str
    ending: str
    text: str


class Outcome(NamedTuple):
    """Outcome of a run of a broken file; `problem` is empty if it was refused or ran."""

    number: int
    ending: str
    status: int
    problem: str
    log: str


def seeds(morse: str) -> list[Seed]:
    """The good files: the documents of the scenes, and robots in each format."""
    found = [Seed("cart", "sdf", SDF), Seed("arm", "xml", MJCF)]
    for robot in sorted((ROOT / "assets/robots").glob("*.urdf")):
        found.append(Seed(robot.stem, "urdf", robot.read_text(encoding="utf-8")))
    for scene in scenes():
        built = subprocess.run(
            [morse, "build", scene.name], cwd=scene.parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=LIMIT_S, check=False,
        )  # fmt: skip
        if built.returncode == 0:
            found.append(Seed(scene.stem, "json", built.stdout.decode()))
    return found


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values below a JSON value."""
    found = [path] if path else []
    if isinstance(node, dict):
        for key, value in node.items():
            found += places(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            found += places(value, (*path, index))
    return found


def at(node: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for key in path:
        node = node[key]
    return node


def number(chance: random.Random) -> Any:
    """A number for JSON; those that are not finite have their own form there."""
    word = chance.choice(NUMBERS)
    value = float(word)
    if value != value or value in (float("inf"), float("-inf")):
        return {"$float": word}
    return int(value) if chance.random() < 0.3 else value


def broken_json(text: str, chance: random.Random) -> str:
    """A document with some changed values."""
    document = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        # Most values of a scene are of its objects.
        root = document["objects"] if chance.random() < 0.8 and document.get("objects") else document
        paths = places(root)
        if not paths:
            continue
        path = chance.choice(paths)
        parent, key = at(root, path[:-1]), path[-1]
        value = parent[key]
        way = chance.random()
        if isinstance(value, (int, float)) and not isinstance(value, bool) and way < 0.7:
            parent[key] = number(chance)
        elif way < 0.3:
            parent[key] = copy.deepcopy(at(root, chance.choice(paths)))
        elif way < 0.45:
            parent[key] = chance.choice((None, True, "", [], {}, "x" * 5000, number(chance)))
        elif way < 0.6:
            del parent[key]
        elif isinstance(parent, list) and way < 0.75:
            parent += [copy.deepcopy(value) for _ in range(chance.choice((1, 2, 30)))]
        elif isinstance(value, str):
            words = [at(root, other) for other in paths if isinstance(at(root, other), str)]
            parent[key] = chance.choice(words)
        else:
            parent[key] = number(chance)
    return json.dumps(document)


def changed_words(text: str, chance: random.Random, others: list[str]) -> str:
    """A text of XML with one changed word, or another text of the file."""
    words = text.split()
    numbers = [place for place, word in enumerate(words) if word.strip("-.0123456789e") == ""]
    if not numbers or chance.random() < 0.2:
        return chance.choice(others or [""])
    for place in chance.sample(numbers, chance.randint(1, len(numbers))):
        words[place] = chance.choice(NUMBERS)
    if chance.random() < 0.1:
        words.pop()
    return " ".join(words)


def broken_xml(text: str, chance: random.Random) -> str:
    """A file of XML with some changed, moved, repeated or removed elements."""
    root = ET.fromstring(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        elements = list(root.iter())
        parents = {child: parent for parent in elements for child in parent}
        texts = [value for element in elements for value in element.attrib.values()]
        texts += [element.text for element in elements if element.text and element.text.strip()]
        if len(elements) == 1:
            break
        element = chance.choice(elements[1:])
        way = chance.random()
        if way < 0.7:
            named = [one for one in elements if one.attrib or (one.text and one.text.strip())]
            element = chance.choice(named or elements)
            if element.attrib:
                key = chance.choice(sorted(element.attrib))
                element.set(key, changed_words(element.attrib[key], chance, texts))
            else:
                element.text = changed_words(element.text or "", chance, texts)
        elif way < 0.78:
            parents[element].remove(element)
        elif way < 0.86:
            parent = parents[element]
            for _ in range(chance.choice((1, 2, 30))):
                parent.append(copy.deepcopy(element))
        elif way < 0.93:
            chance.choice(elements).append(copy.deepcopy(element))
        else:
            element.tag = chance.choice(elements).tag
    return ET.tostring(root, encoding="unicode")


def limit() -> None:
    """Limits the memory of a run, in its process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def outcome(morse: str, seed: Seed, number_of: int, chance: random.Random, keep: Path) -> Outcome:
    """Breaks a file and runs it."""
    broken = broken_json(seed.text, chance) if seed.ending == "json" else broken_xml(seed.text, chance)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / f"{seed.name}.{seed.ending}"
        file.write_text(broken, encoding="utf-8")
        # Any free ports, so that runs do not disturb each other.
        ports = ["--port", "0", "--stream-port", "0"]
        command = [morse, "run", "--fast", "--skip-missing-middlewares", "--duration", str(SIMULATED_S), *ports, file.name]
        problem, status, log = "", 0, ""
        try:
            ended = subprocess.run(
                command, cwd=name, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                timeout=LIMIT_S, check=False, preexec_fn=limit, env={**os.environ, "RUST_BACKTRACE": "1"},
            )  # fmt: skip
            status, log = ended.returncode, ended.stdout.decode(errors="replace")
            if status not in GOOD or "panicked" in log:
                problem = f"status {status}"
            elif len(log) > 1 << 20:
                problem = f"a log of {len(log)} bytes"
        except subprocess.TimeoutExpired as late:
            problem, log = f"no end after {LIMIT_S} s", (late.output or b"").decode(errors="replace")
        if problem:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{number_of}.{seed.ending}").write_text(broken, encoding="utf-8")
        return Outcome(number_of, seed.ending, status, problem, log)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("morse", help="the program")
    parser.add_argument("--count", type=int, default=1000, help="number of broken files [default: 1000]")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; each file has the next one [default: 1]")
    parser.add_argument("--kind", choices=("json", "urdf", "sdf", "xml"), help="only files of this kind")
    parser.add_argument("--keep", type=Path, default=Path("broken"), help="folder for failing files [default: broken]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time [default: processors]")
    given = parser.parse_args()
    morse = str(Path(given.morse).resolve())
    good = [seed for seed in seeds(morse) if given.kind in (None, seed.ending)]
    kinds = sorted({seed.ending for seed in good})

    def one(number_of: int) -> Outcome:
        chance = random.Random(number_of)
        kind = chance.choice(kinds)
        return outcome(morse, chance.choice([seed for seed in good if seed.ending == kind]), number_of, chance, given.keep)

    counts: Counter[str] = Counter()
    failures = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for found in pool.map(one, range(given.seed, given.seed + given.count)):
            counts[f"{found.ending}: {found.problem or ('ran' if found.status == 0 else 'refused')}"] += 1
            if found.problem:
                failures += 1
                place = next((line for line in found.log.splitlines() if "panicked" in line), "")
                print(f"seed {found.number} ({found.ending}): {found.problem} {place}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
