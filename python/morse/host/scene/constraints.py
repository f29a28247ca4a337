"""Constraints between bodies, with the interface of the game engine: ``blenderapi.constraints()``."""

from __future__ import annotations

import math
from typing import Callable, NoReturn

from morse.core.mathutils import Euler
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.scene.without_effect import without_effect
from morse.host.values import quaternion, vector

#: Types of constraints, with the numbers of the game engine.
POINTTOPOINT_CONSTRAINT = 1
LINEHINGE_CONSTRAINT = 2
ANGULAR_CONSTRAINT = 3
CONETWIST_CONSTRAINT = 4
VEHICLE_CONSTRAINT = 11
GENERIC_6DOF_CONSTRAINT = 12

_FREE: list[float] | None = None
_LOCKED = [0.0, 0.0]
#: Initial limits of each type: along x, y, z, then about x, y, z.
_LIMITS = {
    POINTTOPOINT_CONSTRAINT: [_LOCKED] * 3 + [_FREE] * 3,
    LINEHINGE_CONSTRAINT: [_LOCKED] * 3 + [_FREE, _LOCKED, _LOCKED],
    ANGULAR_CONSTRAINT: [_FREE] * 3 + [_LOCKED] * 3,
    CONETWIST_CONSTRAINT: [_LOCKED] * 3 + [_FREE] * 3,
    GENERIC_6DOF_CONSTRAINT: [_LOCKED] * 3 + [_FREE] * 3,
}
_VEHICLES = "use a robot on wheels: derive from morse.core.wheeled_robot or from Hummer"
#: Flag: the two bodies do not collide with each other.
_NO_COLLISION = 128

#: Settings of the physics engine of the game engine. They have no effect.
_SETTINGS = (
    "setCFM setContactBreakingTreshold setDeactivationAngularTreshold setDeactivationLinearTreshold "
    "setDeactivationTime setDebugMode setERPContact setERPNonContact setLinearAirDamping setNumIterations "
    "setNumTimeSubSteps setSolverDamping setSolverTau setSolverType setSorConstant setUseEpa exportBulletFile"
).split()


class Constraint:
    """A constraint of two bodies. It exists until it or one of its objects is removed."""

    def __init__(self, number: int, name: str, kind: int, is_in_world: bool) -> None:
        self.constraint_id = number
        self.constraint_type = kind
        self._name = name
        self._is_in_world = is_in_world
        self._limits = list(_LIMITS[kind])

    def getConstraintId(self) -> int:
        """Number of the constraint."""
        return self.constraint_id

    def setParam(self, axis: int, value0: float, value1: float = 0.0) -> None:
        """Set the limits of an axis: 0 to 2 along x, y, z [m], 3 to 5 about x, y, z [rad].

        The axis is free if the first value is greater, and locked if both are equal. Positions are those of the second
        object in the frame of the first one; for a constraint with the world, those of the object in the world.
        """
        if axis not in range(6):
            raise ValueError(f"setParam: an axis is 0 to 5 here, for there are no motors and springs, not {axis!r}")
        low, high = vector((value0, value1), 2)
        self._limits[axis] = _FREE if low > high else [low, high]
        limit = self._limits[axis]
        if limit is not None and self._is_in_world:
            # For the simulator, the world is the second object.
            limit = [-high, -low]
        simulator().do("limit_constraint", name=self._name, axis=axis, limit=limit)

    def getParam(self, axis: int) -> float:
        """Lower limit of an axis; 0 for a free axis. [m or rad]"""
        if axis not in range(6):
            raise ValueError(f"getParam: an axis is 0 to 5 here, not {axis!r}")
        return (self._limits[axis] or _LOCKED)[0]

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a constraint has no {name!r} here")


class Vehicle:
    """The drive of a car such as the Hummer. Commands apply to all steered or driven wheels; ``wheel`` is ignored."""

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self._values = {"steering": 0.0, "engine": 0.0, "brake": 0.0}

    def setSteeringValue(self, steering: float, wheel: int = 0) -> None:
        """Steer, positive to the left. [rad]"""
        self._drive(steering=steering)

    def applyEngineForce(self, force: float, wheel: int = 0) -> None:
        """Set the engine force; negative values drive forward. [N]"""
        self._drive(engine=force)

    def applyBraking(self, braking: float, wheel: int = 0) -> None:
        """Set the brake impulse per physics step; ignored while there is an engine force. [N s]"""
        self._drive(brake=braking)

    def _drive(self, **values: float) -> None:
        for name, value in values.items():
            (self._values[name],) = vector((value,), 1)
        simulator().do("steer", robot=self._robot, **self._values)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the drive of a car has no {name!r} here: its wheels are those of its model")


class Constraints:
    """``blenderapi.constraints()``: constraints, and drives of cars."""

    POINTTOPOINT_CONSTRAINT = POINTTOPOINT_CONSTRAINT
    LINEHINGE_CONSTRAINT = LINEHINGE_CONSTRAINT
    ANGULAR_CONSTRAINT = ANGULAR_CONSTRAINT
    CONETWIST_CONSTRAINT = CONETWIST_CONSTRAINT
    VEHICLE_CONSTRAINT = VEHICLE_CONSTRAINT
    GENERIC_6DOF_CONSTRAINT = GENERIC_6DOF_CONSTRAINT

    def createConstraint(
        self,
        physicsid_1: int,
        physicsid_2: int,
        constraint_type: int,
        pivot_x: float = 0.0,
        pivot_y: float = 0.0,
        pivot_z: float = 0.0,
        axis_x: float = 0.0,
        axis_y: float = 0.0,
        axis_z: float = 0.0,
        flag: int = 0,
    ) -> Constraint:
        """Connect two objects, given by their ``getPhysicsId()``, or an object and the world (0).

        The pivot [m] and the rotation of the constraint (angles about x, y, z [deg]) are in the frame of the first
        object, which must be moved by physics. A hinge rotates about the x axis of the constraint. Raises ValueError.
        """
        if constraint_type == VEHICLE_CONSTRAINT:
            raise ValueError(f"createConstraint: vehicles are not made here: {_VEHICLES}")
        if constraint_type not in _LIMITS:
            kinds = ", ".join(map(str, sorted(_LIMITS)))
            raise ValueError(f"createConstraint: the kind of a constraint is one of {kinds}, not {constraint_type!r}")
        one = _object(physicsid_1, "the first object")
        other = _object(physicsid_2, "the second object") if physicsid_2 else None
        if one == other:
            raise ValueError(f"createConstraint: {one} cannot be connected with itself")
        if not simulator().ask("node", node=one)["moves"]:
            raise ValueError(f"createConstraint: the first object is one that physics moves, and {one} is not")
        angles = vector((axis_x, axis_y, axis_z))
        number = len(scene_state.constraints) + 1
        name = f"{one} to {other or 'the world'}, {number}"
        simulator().do(
            "constrain",
            name=name,
            node=one,
            other=other,
            pivot=vector((pivot_x, pivot_y, pivot_z)),
            orientation=quaternion(Euler(map(math.radians, angles))),
            limits=_LIMITS[constraint_type],
            collides=not flag & _NO_COLLISION,
        )
        made = Constraint(number, name, constraint_type, other is None)
        # Numbers are not reused.
        scene_state.constraints.append(made)
        return made

    def removeConstraint(self, constraint_id: int) -> None:
        """Remove a constraint. Raises ValueError for an unknown number."""
        known = scene_state.constraints
        found = known[constraint_id - 1] if constraint_id in range(1, len(known) + 1) else None
        if found is None:
            raise ValueError(f"removeConstraint: there is no constraint {constraint_id!r}")
        simulator().do("remove_constraint", name=found._name)
        known[constraint_id - 1] = None

    def getVehicleConstraint(self, constraint_id: int) -> Vehicle:
        """The drive of a car, given by ``getPhysicsId()`` of its robot."""
        robot = _object(constraint_id, "the car")
        return scene_state.vehicles.setdefault(robot, Vehicle(robot))

    def getCharacter(self, obj: object) -> NoReturn:
        """Not available: raises NotImplementedError."""
        hint = "set velocities of the object"
        raise NotImplementedError(f"getCharacter: there are no characters of the game engine here: {hint}")

    def createVehicle(self, physicsid: int) -> NoReturn:
        """Not available: raises NotImplementedError."""
        raise NotImplementedError(f"createVehicle: vehicles are not made here: {_VEHICLES}")

    def setGravity(self, x: float, y: float, z: float) -> NoReturn:
        """Not available: raises NotImplementedError."""
        raise NotImplementedError("setGravity: gravity is set in the scene, by Environment.set_gravity")

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name in _SETTINGS:
            return lambda *_, **__: without_effect(f"blenderapi.constraints().{name}")
        raise AttributeError(f"blenderapi.constraints() has no {name!r} here")


def physics_id(name: str) -> int:
    """Number of the body of an object, for constraints."""
    return scene_state.physics_ids.setdefault(name, len(scene_state.physics_ids) + 1)


def _object(number: int, which: str) -> str:
    known: dict[str, int] = scene_state.physics_ids
    for name, found in known.items():
        if found == number and number is not True:
            return name
    hint = "its getPhysicsId(), which is not 0 for one with a body"
    raise ValueError(f"{which} is given by {hint}, and not by {number!r}")
