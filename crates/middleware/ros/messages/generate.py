#!/usr/bin/env python3
"""Generates the table of ROS 2 type hashes, and the definitions of ROS 1 messages.

See README.md in this folder. Needs only the packages that hold the definitions, not an installed ROS.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from definitions import HERE, INSTALLED, Types, halves_of, load
from type_hashes import Described, Hashes, dds_name

SOURCES = HERE.parent / "src"
#: The table of hashes.
HASHES = "type_hashes.rs"
#: The message definitions for users' Python code.
PYTHON_DEFINITIONS = "definitions.json"
PYTHON_FOLDER = HERE.parents[3] / "python" / "morse" / "host" / "ros"

#: The types with Rust structs: kind (msg, msg2, srv) and name.
TYPES = [line.split() for line in (HERE / "types.txt").read_text().splitlines() if line and not line.startswith("#")]
MESSAGES = [name for kind, name in TYPES if kind == "msg"]
SERVICES = [name for kind, name in TYPES if kind == "srv"]

#: Messages of ROS 2 without Rust structs: only their hashes and descriptions are generated.
ROS2_MESSAGES = ["action_msgs/GoalStatusArray", "rcl_interfaces/ParameterEvent"]

#: Services of ROS 2 without Rust structs: only their hashes and descriptions are generated.
ROS2_SERVICES = """
action_msgs/CancelGoal
rcl_interfaces/DescribeParameters rcl_interfaces/GetParameterTypes rcl_interfaces/GetParameters
rcl_interfaces/ListParameters rcl_interfaces/SetParameters rcl_interfaces/SetParametersAtomically
type_description_interfaces/GetTypeDescription
""".split()

#: Actions of ROS 2. Goal, result and feedback are among the messages.
ACTIONS = """
control_msgs/FollowJointTrajectory control_msgs/GripperCommand control_msgs/PointHead nav2_msgs/NavigateToPose simulation_interfaces/SimulateSteps
""".split()

#: Packages of which all messages are available in Python, except for action types.
PYTHON_PACKAGES = (
    "std_msgs", "geometry_msgs", "sensor_msgs", "nav_msgs", "trajectory_msgs", "actionlib_msgs", "rosgraph_msgs", "tf2_msgs",
)
#: Packages that exist only in ROS 2.
ROS2_PACKAGES = ("apriltag_msgs", "nav2_msgs", "rcl_interfaces", "ros_gz_interfaces", "simulation_interfaces", "vision_msgs/LabelInfo")

#: Messages that exist only in ROS 1.
ROS1_ONLY = re.compile(r"actionlib_msgs/|apriltag_ros/|move_base_msgs/|rosgraph_msgs/Log|.*(Action)?(Goal|Result|Feedback)$")


def compact(hashes: Hashes, described: Described) -> str:
    """The fields of a type as text: name, type number, capacity, string capacity and used type, separated by commas."""
    fields = [(part.name, *hashes.field_type(part).values()) for part in described.parts]
    return ";".join(",".join(map(str, field)) for field in fields)


def constants(hashes: Hashes, name: str) -> str:
    """The numeric constants of a type as text: names and values, separated by semicolons."""
    numbers = [one for one in hashes.constants.get(name, []) if one.type != "string"]
    return ";".join(f"{one.name}={one.value}" for one in numbers)


def type_hashes() -> str:
    """The Rust source of the tables of ROS 2 types: hashes and descriptions."""
    hashes = Hashes(lambda key: load(key, "2"))
    described = [hashes.find(key) for key in MESSAGES + ROS2_MESSAGES if not ROS1_ONLY.match(key)]
    for key in SERVICES + ROS2_SERVICES:
        package, name = key.split("/")
        full = f"{package}/srv/{name}"
        halves = [list(hashes.described(f"{full}_{part}", half).parts) for part, half in halves_of(key)]
        described.append(hashes.service(full, *halves))
    for key in ACTIONS:
        package, name = key.split("/")
        for part in ("Goal", "Result", "Feedback"):
            full = f"{package}/action/{name}_{part}"
            hashes.derive(full, *hashes.described(full, load(key + part, "2")).parts)
        described += hashes.action(f"{package}/action/{name}")
    rows = sorted((dds_name(one.name), hashes.hash(one)) for one in described)
    every = {one.name: one for one in described}
    for one in described:
        every.update(hashes.used(one))
    descriptions = "".join(f'    ("{name}", "{compact(hashes, every[name])}"),\n' for name in sorted(every))
    numbers = {name: constants(hashes, name) for name in sorted(every)}
    constant_rows = "".join(f'    ("{name}", "{text}"),\n' for name, text in numbers.items() if text)
    return (
        "//! Hashes and descriptions of the types of ROS 2: RIHS01 of REP 2016.\n// Written by messages/generate.py.\n\n"
        "/// Names of types as in DDS, sorted, each with its hash in hexadecimal digits.\n#[rustfmt::skip]\n"
        "pub const TYPE_HASHES: &[(&str, &str)] = &[\n"
        + "".join(f'    ("{name}", "{value}"),\n' for name, value in rows)
        + "];\n\n"
        "/// Names of types, sorted, each with its fields. A field has a name, a type number of\n"
        "/// `type_description_interfaces/FieldType`, a capacity, a string capacity and the name of a used type.\n#[rustfmt::skip]\n"
        f"pub const TYPE_DESCRIPTIONS: &[(&str, &str)] = &[\n{descriptions}];\n\n"
        "/// Names of types, sorted, each with its numeric constants.\n#[rustfmt::skip]\n"
        f"pub const TYPE_CONSTANTS: &[(&str, &str)] = &[\n{constant_rows}];\n"
    )


def python_definitions(known: list[str]) -> str:
    """ROS 1 types with MD5 sums and definitions, for Python: the types in `known` and all types of `PYTHON_PACKAGES`."""
    types = Types()
    for key in known:
        types.add(key)
    for package in PYTHON_PACKAGES:
        for path in sorted((INSTALLED / package / "msg").glob("*.msg")):
            if not re.search(r"Action(Goal|Result|Feedback)?$", path.stem):
                types.add(f"{package}/{path.stem}")
    rows = sorted((key, [types.md5(one), one.text]) for key, one in types.known.items())
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows) + "\n}\n"


def write(out: Path, python: Path) -> None:
    """Write the table of hashes into the folder ``out``, and the definitions into ``python``."""
    hashes = out / HASHES
    hashes.write_text(type_hashes())
    known = [key for key in MESSAGES if not key.startswith(ROS2_PACKAGES)]
    (python / PYTHON_DEFINITIONS).write_text(python_definitions(known))
    subprocess.run(["rustfmt", "--edition", "2024", "--config-path", str(HERE.parents[3]), str(hashes)], check=True)


def main() -> None:
    """Write the generated files, or with ``--check`` list the files that are out of date."""
    if sys.argv[1:] != ["--check"]:
        return write(SOURCES, PYTHON_FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), Path(folder))
        pairs = [(SOURCES / HASHES, HASHES), (PYTHON_FOLDER / PYTHON_DEFINITIONS, PYTHON_DEFINITIONS)]
        different = [name for path, name in pairs if path.read_text() != (Path(folder) / name).read_text()]
    if different:
        raise SystemExit(f"out of date: {', '.join(different)}; run {Path(__file__).name} without --check")


if __name__ == "__main__":
    main()
