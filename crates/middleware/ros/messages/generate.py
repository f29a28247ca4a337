#!/usr/bin/env python3
"""Generates the Rust structs of ROS messages and services, and the definitions for Python.

See README.md in this folder. Needs only the packages that hold the definitions, not an installed ROS.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from definitions import HERE, INSTALLED, PRIMITIVES, Definition, Field, Types, load
from type_hashes import Described, Hashes, dds_name

SOURCES = HERE.parent / "src"
#: The message definitions for users' Python code.
PYTHON_DEFINITIONS = "definitions.json"
PYTHON_FOLDER = HERE.parents[3] / "python" / "morse" / "host" / "ros"

#: The message types to generate. Types that they use are added.
MESSAGES = """
std_msgs/Bool std_msgs/Empty std_msgs/Float32 std_msgs/Float32MultiArray std_msgs/Float64 std_msgs/Float64MultiArray
std_msgs/Int32 std_msgs/String
geometry_msgs/AccelStamped geometry_msgs/AccelWithCovarianceStamped geometry_msgs/Point geometry_msgs/PointStamped
geometry_msgs/Pose geometry_msgs/Pose2D geometry_msgs/PoseStamped geometry_msgs/PoseWithCovarianceStamped
geometry_msgs/Quaternion geometry_msgs/QuaternionStamped geometry_msgs/TransformStamped geometry_msgs/Twist
geometry_msgs/TwistStamped geometry_msgs/Vector3 geometry_msgs/Vector3Stamped geometry_msgs/Wrench
geometry_msgs/WrenchStamped
sensor_msgs/BatteryState sensor_msgs/CameraInfo sensor_msgs/CompressedImage sensor_msgs/FluidPressure sensor_msgs/Image
sensor_msgs/Imu sensor_msgs/JointState sensor_msgs/LaserScan sensor_msgs/MagneticField sensor_msgs/NavSatFix
sensor_msgs/PointCloud2 sensor_msgs/Range sensor_msgs/Temperature
nav_msgs/OccupancyGrid nav_msgs/Odometry tf2_msgs/TFMessage rosgraph_msgs/Clock rosgraph_msgs/Log
actionlib_msgs/GoalID actionlib_msgs/GoalStatusArray
move_base_msgs/MoveBaseActionGoal move_base_msgs/MoveBaseActionResult move_base_msgs/MoveBaseActionFeedback
trajectory_msgs/JointTrajectory
control_msgs/JointTrajectoryControllerState
control_msgs/JointTrajectoryActionGoal control_msgs/JointTrajectoryActionResult
control_msgs/JointTrajectoryActionFeedback
control_msgs/FollowJointTrajectoryActionGoal control_msgs/FollowJointTrajectoryActionResult
control_msgs/FollowJointTrajectoryActionFeedback
control_msgs/PointHeadActionGoal control_msgs/PointHeadActionResult control_msgs/PointHeadActionFeedback
asctec_msgs/CtrlInput
ackermann_msgs/AckermannDrive ackermann_msgs/AckermannDriveStamped
nav2_msgs/NavigateToPoseGoal nav2_msgs/NavigateToPoseResult nav2_msgs/NavigateToPoseFeedback
simulation_interfaces/EntityState simulation_interfaces/SimulateStepsGoal simulation_interfaces/SimulateStepsResult
simulation_interfaces/SimulateStepsFeedback
control_msgs/PointHeadFeedback
control_msgs/GripperCommandGoal control_msgs/GripperCommandResult control_msgs/GripperCommandFeedback
rcl_interfaces/Log
""".split()

#: Types that differ in ROS 2.
ROS2 = """
sensor_msgs/Range control_msgs/FollowJointTrajectoryGoal control_msgs/FollowJointTrajectoryFeedback
""".split()

SERVICES = """
std_srvs/Empty std_srvs/SetBool std_srvs/Trigger morse_msgs/Call
simulation_interfaces/DeleteEntity simulation_interfaces/GetCurrentWorld simulation_interfaces/GetEntities
simulation_interfaces/GetEntitiesStates simulation_interfaces/GetEntityBounds simulation_interfaces/GetEntityInfo
simulation_interfaces/GetEntityState simulation_interfaces/GetNamedPoseBounds simulation_interfaces/GetNamedPoses
simulation_interfaces/SetEntityInfo simulation_interfaces/GetAvailableWorlds simulation_interfaces/LoadWorld
simulation_interfaces/UnloadWorld
simulation_interfaces/GetSimulationState simulation_interfaces/GetSimulatorFeatures
simulation_interfaces/GetSpawnables simulation_interfaces/ResetSimulation simulation_interfaces/SetEntityState
simulation_interfaces/SetSimulationState simulation_interfaces/SpawnEntities simulation_interfaces/SpawnEntity
simulation_interfaces/StepSimulation
""".split()

#: Messages of ROS 2 for which only the hashes and descriptions are generated, not the structs.
ROS2_MESSAGES = ["action_msgs/GoalStatusArray", "rcl_interfaces/ParameterEvent"]

#: Services of ROS 2 for which only the hashes and descriptions are generated, not the structs.
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
ROS2_PACKAGES = ("nav2_msgs", "rcl_interfaces", "simulation_interfaces")

#: Messages that exist only in ROS 1.
ROS1_ONLY = re.compile(r"actionlib_msgs/|move_base_msgs/|rosgraph_msgs/Log|.*(Action)?(Goal|Result|Feedback)$")

KEYWORDS = {"type", "box", "loop", "match", "move", "ref", "self", "use", "where"}
#: The longest array for which Rust's standard library has `Default` and serde has `Serialize`.
ARRAY_LENGTH_MAX = 32


def snake(name: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"r#{name}" if name in KEYWORDS else name


def rust_type(types: Types, owner: Definition, field: Field) -> str:
    if field.type in PRIMITIVES:
        name = PRIMITIVES[field.type]
        if name == "String" and owner.package == "std_msgs":
            # std_msgs has a message named `String`.
            name = "std::string::String"
    elif field.type == "std_msgs/Header":
        name = "H"
    else:
        used = types.of(owner, field)
        generic = "<H>" if types.has_header(used) else ""
        place = "" if used.package == owner.package else f"super::{used.package}::"
        name = f"{place}{used.rust_name}{generic}"
    if field.array is None:
        return name
    return f"Vec<{name}>" if field.array == "" else f"[{name}; {field.array}]"


def long_array(field: Field) -> bool:
    return bool(field.array) and int(field.array or 0) > ARRAY_LENGTH_MAX


def struct(types: Types, definition: Definition, rust_name: str, what: str) -> list[str]:
    """The struct of a message, a request or a response."""
    generic = any(types.has_header(used) for used in types.used(definition))
    longest = [field for field in definition.fields if long_array(field)]
    lines = [f"/// `{definition.package}/{what}`."]
    derives = ["Debug", "Clone", "PartialEq", "Serialize", "Deserialize"]
    if not longest:
        derives.insert(2, "Default")
    lines.append(f"#[derive({', '.join(derives)})]")
    if generic:
        lines.append('#[serde(bound = "H: Header")]')
    lines.append(f"pub struct {rust_name}{'<H>' if generic else ''} {{")
    for field in definition.fields:
        lines.append(f"    /// `{field.raw} {field.name}`")
        if field.array == "" and PRIMITIVES.get(field.type) == "u8":
            lines.append('    #[serde(with = "serde_bytes")]')
        elif long_array(field):
            lines.append('    #[serde(with = "serde_arrays")]')
        lines.append(f"    pub {snake(field.name)}: {rust_type(types, definition, field)},")
    lines.append("}")
    if longest:
        assert not generic
        lines += [f"impl Default for {rust_name} {{", "    fn default() -> Self {", "        Self {"]
        for field in definition.fields:
            value = f"[0.0; {field.array}]" if field in longest else "Default::default()"
            lines.append(f"            {snake(field.name)}: {value},")
        lines += ["        }", "    }", "}"]
    if definition.constants:
        lines.append(f"impl{'<H>' if generic else ''} {rust_name}{'<H>' if generic else ''} {{")
        for constant in definition.constants:
            kind, value = PRIMITIVES[constant.type], constant.value
            if kind == "String":
                kind, value = "&'static str", f'"{value}"'
            lines.append(f"    /// `{constant.type} {constant.name} = {constant.value}`")
            lines.append(f"    pub const {constant.name.upper()}: {kind} = {value};")
        lines.append("}")
    return lines


def message(types: Types, definition: Definition) -> list[str]:
    what = definition.name + (" of ROS 2" if definition.suffix else "")
    lines = struct(types, definition, definition.rust_name, what)
    generic = types.has_header(definition)
    head = f"impl<H: Header> Message for {definition.rust_name}<H>" if generic else f"impl Message for {definition.rust_name}"
    text = types.full_text(definition).replace("\\", "\\\\").replace('"', '\\"')
    text = f'"\\\n{text}"' if text.strip() else '""'
    lines += [
        f"{head} {{",
        f'    const PACKAGE: &\'static str = "{definition.package}";',
        f'    const NAME: &\'static str = "{definition.name}";',
        f'    const ROS1_MD5: &\'static str = "{types.md5(definition)}";',
        f'    const ROS1_DEFINITION: &\'static str = {text};',
        "}",
        "",
    ]
    return lines


def halves_of(key: str) -> list[tuple[str, Definition]]:
    """Request and response of a service."""
    package, name = key.split("/")
    for root in (HERE, INSTALLED, HERE / "ros2"):
        path = root / package / "srv" / f"{name}.srv"
        if path.exists():
            break
    else:
        raise SystemExit(f"{key}: no definition; see README.md for the packages to install")
    texts = re.split(r"^---$", path.read_text(), flags=re.MULTILINE)
    return [(part, Definition(package, name + part, text)) for part, text in zip(("Request", "Response"), texts)]


def service(types: Types, key: str) -> list[str]:
    package, name = key.split("/")
    halves = halves_of(key)
    md5 = hashlib.md5("".join(types.md5_text(half) for _, half in halves).encode()).hexdigest()
    lines: list[str] = []
    for part, half in halves:
        lines += struct(types, half, f"{name}{part}", f"{name}`, {part.lower()}: `{half.name}") + [""]
    # Only ROS 2 services use headers here.
    headers = ["<Header2>" if any(map(types.has_header, types.used(half))) else "" for _, half in halves]
    # A package may have a message and a service with the same name.
    rust_name = f"{name}Service" if key in types.known else name
    lines += [
        f"/// `{package}/{name}`.",
        f"pub enum {rust_name} {{}}",
        f"impl Service for {rust_name} {{",
        f"    type Request = {name}Request{headers[0]};",
        f"    type Response = {name}Response{headers[1]};",
        f'    const PACKAGE: &\'static str = "{package}";',
        f'    const NAME: &\'static str = "{name}";',
        f'    const ROS1_MD5: &\'static str = "{md5}";',
        "}",
        "",
    ]
    return lines


def source_of(package: str) -> str:
    if (INSTALLED / package).exists():
        return "Fields and constants from the package of that name (3-clause BSD license)."
    if package == "morse_msgs":
        return "Types of MORSE."
    return "Fields and constants as the package of that name has them."


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
    """Write the Rust module ``messages`` into the folder ``out``, and the definitions for Python into ``python``."""
    types = Types()
    for key in MESSAGES:
        types.add(key)
    for key in ROS2:
        types.add(key, "2")
    services = [(key.split("/")[0], service(types, key)) for key in SERVICES]
    packages: dict[str, list[str]] = {}
    for definition in types.known.values():
        if (definition.package, definition.name) != ("std_msgs", "Header"):
            packages.setdefault(definition.package, []).extend(message(types, definition))
    for package, lines in services:
        packages.setdefault(package, []).extend(lines)
    folder = out / "messages"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.rs"):
        old.unlink()
    for package, lines in sorted(packages.items()):
        body = "\n".join(lines)
        imports = ["use serde::{Deserialize, Serialize};", ""]
        headers = [name for name in ("Header", "Header2", "Time") if re.search(rf"\b{name}\b(?=[,>)\]]|> Message)", body)]
        if headers:
            imports.append(f"use crate::header::{{{', '.join(headers)}}};")
        traits = [name for name in ("Message", "Service") if f"{name} for " in body]
        imports.append(f"use crate::message::{{{', '.join(traits)}}};")
        top = [f"//! Messages of `{package}`. {source_of(package)}", "// Written by messages/generate.py.", ""]
        (folder / f"{package}.rs").write_text("\n".join(top + imports + ["", ""]) + body)
    modules = "".join(f"pub mod {package};\n" for package in sorted(packages))
    (out / "messages.rs").write_text(
        "//! Message and service types by package, as in ROS: `sensor_msgs::LaserScan`.\n"
        "// Written by messages/generate.py.\n\n" + modules
    )
    (out / "type_hashes.rs").write_text(type_hashes())
    known = [key for key in MESSAGES if not key.startswith(ROS2_PACKAGES)]
    (python / PYTHON_DEFINITIONS).write_text(python_definitions(known))
    files = all_files(out)
    subprocess.run(["rustfmt", "--edition", "2024", "--config-path", str(HERE.parents[3]), *map(str, files)], check=True)


def all_files(out: Path) -> list[Path]:
    return [out / "messages.rs", out / "type_hashes.rs", *sorted((out / "messages").glob("*.rs"))]


def main() -> None:
    """Write the generated files, or with ``--check`` list the files that are out of date."""
    if sys.argv[1:] != ["--check"]:
        return write(SOURCES, PYTHON_FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), Path(folder))
        roots = ((SOURCES, PYTHON_FOLDER), (Path(folder), Path(folder)))
        texts = [
            {path.name: path.read_text() for path in [*all_files(out), python / PYTHON_DEFINITIONS]} for out, python in roots
        ]
    different = sorted(name for name in {*texts[0], *texts[1]} if texts[0].get(name) != texts[1].get(name))
    if different:
        raise SystemExit(f"out of date: {', '.join(different)}; run {Path(__file__).name} without --check")


if __name__ == "__main__":
    main()
