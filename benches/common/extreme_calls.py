"""Scenes with components drawn by chance, and calls of every service with extreme arguments."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

NUMBERS = (0, 1, -1, 0.5, 1e-30, 1e-6, 1e3, 1e6, 1e9, 1e15, 1e30, -1e6, -1e15)
TEXTS = ("", "robot0", "arm", "nothing", "joint1", "x" * 5000)
PLACES = ([0, 0, 0.2], [0, 0, 0], [3, 0, 0.3], [0, 5, 1], [5, 5, 1])
#: Models besides the environments and the classes of robots, which the simulator lists.
MODELS = (
    *("robots/humanoid", "robots/quadruped", "robots/small_hand", "robots/mobile_manipulator", "robots/human_rig"),
    *("props/objects", "props/furnitures", "props/kitchen_objects", "props/crates", "actuators/kuka_lwr"),
)
ROBOTS = ("ATRV", "Morsy", "Quadrotor", "Pioneer3DX", "Jido", "Submarine")
#: Services that end or pause the run, write files, or make steps.
LEFT_OUT = ("quit", "terminate", "pause", "resume", "step", "start_recording", "stop_recording", "set_log_level", "sleep")
SCENE = """
from morse.builder import *

for number, name in enumerate({robots}):
    robot = globals()[name]('robot%d' % number)
    robot.translate(3.0 * number - 8.0, 0.0, 0.3)
    for part in (Pose('pose'), Hokuyo('scan'), MotionVW('motion'), Waypoint('waypoint'), Teleport('teleport')):
        robot.append(part)
    if number == 0:
        for nth, extra in enumerate({extras}):
            robot.append(globals()[extra]('extra%d' % nth))
    robot.add_default_interface('socket')
arm = Robot('six_axis_arm', name='arm')
arm.translate(0.0, 5.0)
for part in (JointController('controller'), ContactSensor('contacts'), JointPositions('joints')):
    arm.append(part)
arm.add_default_interface('socket')
human = Robot('humanoid', name='humanoid')
human.translate(5.0, 5.0, 1.0)
human.add_default_interface('socket')
for number in range(12):
    box = Cube('box%d' % number)
    box.translate(-8.0 + number, -4.0, 0.5 + number)
env = Environment('outdoors')
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""


def scene(extras: Sequence[str]) -> str:
    """The script of a scene with robots, people, boxes, and components of the classes `extras`."""
    return SCENE.format(robots=repr(ROBOTS), extras=repr(tuple(extras)))


def vector(chance: random.Random, count: int = 3) -> list[object]:
    """Numbers, most of them extreme."""
    return [chance.choice(NUMBERS) for _ in range(count)]


def value(chance: random.Random) -> object:
    """An argument of any type."""
    values: tuple[object, ...] = (
        chance.choice(NUMBERS),
        chance.choice(TEXTS),
        vector(chance, chance.randrange(1, 8)),
        vector(chance, 1000),
        chance.random() < 0.5,
        {"x": chance.choice(NUMBERS)},
        chance.choice(PLACES),
    )
    return chance.choice(values)


def urdf(chance: random.Random) -> str:
    """The text of a robot with many links: a chain, or a star of boxes that overlap."""
    count = chance.choice((3, 30, 300, 1000))
    is_chain = chance.random() < 0.5
    mass = chance.choice((1e-9, 1.0, 1e9))
    size = chance.choice((1e-3, 0.1, 1e3))
    kind = chance.choice(("revolute", "continuous", "fixed", "prismatic"))
    inertia = '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>'
    box = f'<geometry><box size="{size} {size} {size}"/></geometry>'
    links = [
        f'<link name="l{n}"><inertial><mass value="{mass}"/>{inertia}</inertial>'
        f"<collision>{box}</collision><visual>{box}</visual></link>"
        for n in range(count)
    ]
    joints = [
        f'<joint name="j{n}" type="{kind}"><parent link="l{n - 1 if is_chain else 0}"/><child link="l{n}"/>'
        '<origin xyz="0 0 0.05"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="2"/></joint>'
        for n in range(1, count)
    ]
    return f'<robot name="r">{"".join(links)}{"".join(joints)}</robot>'


class Surface:
    """The services, properties, worlds and classes that a running simulation offers its clients."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        def answer(request: str) -> object:
            return json.loads(ask(request).split(" SUCCESS ", 1)[1])

        details = answer("simulation details")
        assert isinstance(details, dict)
        self.services: list[tuple[str, str, int]] = []
        self.properties: list[tuple[str, str]] = []
        for component in [name for robot in details["robots"] for name in robot["components"]]:
            described = answer(f'simulation describe_component ["{component}"]')
            assert isinstance(described, dict)
            for service in described["services"]:
                if service["name"] not in LEFT_OUT:
                    self.services.append((component, service["name"], len(service.get("arguments", ()))))
            properties = ask(f"{component} get_properties")
            if " SUCCESS " in properties:
                self.properties += [(component, name) for name in json.loads(properties.split(" SUCCESS ", 1)[1])]
        worlds, classes = answer("simulation worlds"), answer("simulation spawnables")
        assert isinstance(worlds, list) and isinstance(classes, list)
        self.worlds: list[str] = worlds
        self.addable = [*MODELS, *(f"environments/{world}" for world in worlds), *(entry["what"] for entry in classes)]


def call(surface: Surface, chance: random.Random, number: int) -> str:
    """A request with extreme arguments."""
    robot = f"robot{chance.randrange(len(ROBOTS))}"
    added = f"added{chance.randrange(max(1, number))}"
    name = chance.choice((robot, "arm", "humanoid", f"box{chance.randrange(12)}", added))
    calls: tuple[tuple[str, list[object]], ...] = (
        ("simulation set_entity_state", [name, vector(chance), vector(chance, 4), vector(chance), vector(chance)]),
        ("simulation set_entity_state", [name, chance.choice(PLACES), [0, 0, 0, 1], vector(chance), vector(chance)]),
        ("simulation spawn", [chance.choice(surface.addable), f"added{number}", chance.choice(PLACES)]),
        ("simulation spawn", [chance.choice(surface.addable), f"added{number}", vector(chance), vector(chance, 4)]),
        ("simulation spawn_urdf", [urdf(chance), f"added{number}", chance.choice(PLACES)]),
        ("simulation set_object_position", [name, vector(chance), vector(chance)]),
        ("simulation set_object_dynamics", [name, chance.random() < 0.5]),
        ("simulation set_object_visibility", [name, chance.random() < 0.5, True]),
        ("simulation pull", [name, vector(chance), vector(chance)]),
        (f"{robot}.motion set_speed", vector(chance, 2)),
        (f"{robot}.waypoint goto", vector(chance, 5)),
        (f"{robot}.teleport translate", vector(chance)),
        (f"{robot}.scan set_property", [chance.choice(("laser_range", "resolution", "scan_window")), chance.choice(NUMBERS)]),
        ("arm.controller set_property", [chance.choice(("Speed", "Stiffness", "Damping")), chance.choice(NUMBERS)]),
        ("simulation bounds", []),
        ("simulation entities", []),
        ("simulation get_scene_objects", []),
        ("simulation reset_objects", []),
        ("simulation record_contact_forces", []),
        ("simulation despawn_spawned", []),
        ("time set_time_scale", vector(chance, 1)),
    )
    drawn = chance.random()
    target, arguments = chance.choice(calls)
    if drawn < 0.02:
        target, arguments = "simulation load_world", [chance.choice(surface.worlds)] if chance.random() < 0.7 else []
    elif drawn < 0.2:
        component, property_name = chance.choice(surface.properties)
        target, arguments = f"{component} set_property", [property_name, value(chance)]
    elif drawn < 0.4:
        component, service, count = chance.choice(surface.services)
        target, arguments = f"{component} {service}", [value(chance) for _ in range(count)]
    return f"{target} {json.dumps(arguments)}"
