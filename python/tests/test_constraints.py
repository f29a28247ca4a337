"""Constraints between bodies, against a recording fake simulator."""

import math
import unittest

import support  # noqa: F401  (finds the package)

from morse.core import blenderapi
from morse.host import channel, scene_state
from morse.host.scene.node import node


class Recorder:
    def __init__(self):
        self.done = []

    def ask(self, query, **details):
        return {"has_body": details["node"] != "empty", "moves": details["node"] != "wall"}

    def do(self, command, **details):
        self.done.append((command, details))


class Constraints(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.addCleanup(setattr, channel, "_current", channel._current)
        channel._current = self.recorder
        for known in (scene_state.constraints, scene_state.vehicles, scene_state.physics_ids):
            known.clear()
            self.addCleanup(known.clear)
        self.constraints = blenderapi.constraints()

    def test_a_hinge_is_created_limited_and_removed(self):
        door, wall = node("door").getPhysicsId(), node("wall").getPhysicsId()
        self.assertEqual((door, wall, node("door").getPhysicsId()), (1, 2, 1))
        kind = self.constraints.LINEHINGE_CONSTRAINT
        hinge = self.constraints.createConstraint(door, wall, kind, 0.5, 0, 0, 0, 90, 0, 128)
        self.assertEqual((hinge.getConstraintId(), hinge.constraint_type), (1, 2))
        command, details = self.recorder.done[0]
        self.assertEqual((command, details["node"], details["other"], details["pivot"]), ("constrain", "door", "wall", [0.5, 0, 0]))
        self.assertAlmostEqual(details["orientation"][1], math.sqrt(0.5))
        self.assertEqual(details["limits"], [[0, 0], [0, 0], [0, 0], None, [0, 0], [0, 0]])
        self.assertFalse(details["collides"])
        hinge.setParam(3, -0.5, 1.0)
        self.assertEqual(hinge.getParam(3), -0.5)
        hinge.setParam(3, 1.0, -1.0)
        limits = [details["limit"] for command, details in self.recorder.done if command == "limit_constraint"]
        self.assertEqual(limits, [[-0.5, 1.0], None])
        self.constraints.removeConstraint(1)
        self.assertEqual(self.recorder.done[-1], ("remove_constraint", {"name": details["name"]}))
        self.assertEqual(self.constraints.createConstraint(door, 0, 1).constraint_id, 2)
        self.assertIsNone(self.recorder.done[-1][1]["other"])
        in_world = scene_state.constraints[-1]
        in_world.setParam(2, -1.0, 0.5)
        self.assertEqual(self.recorder.done.pop(), ("limit_constraint", {"name": in_world._name, "axis": 2, "limit": [-0.5, 1.0]}))
        self.assertTrue(self.recorder.done[-1][1]["collides"])

    def test_unsupported_constraints_are_refused_with_a_reason(self):
        box = node("box").getPhysicsId()
        for wrong, says in (
            (lambda: self.constraints.createConstraint(node("empty").getPhysicsId(), box, 1), "the first object is given by its"),
            (lambda: self.constraints.createConstraint(box, 7, 1), "the second object is given by"),
            (lambda: self.constraints.createConstraint(node("wall").getPhysicsId(), box, 1), "and wall is not"),
            (lambda: self.constraints.createConstraint(box, box, 1), "box cannot be connected with itself"),
            (lambda: self.constraints.createConstraint(box, 0, 5), "one of 1, 2, 3, 4, 12"),
            (lambda: self.constraints.createConstraint(box, 0, 11), "use a robot on wheels"),
            (lambda: self.constraints.createConstraint(box, 0, 1, float("nan")), "3 finite numbers"),
            (lambda: self.constraints.createConstraint(box, 0, 1).setParam(6, 0, 0), "an axis is 0 to 5"),
            (lambda: self.constraints.removeConstraint(9), "there is no constraint 9"),
        ):
            with self.assertRaisesRegex(ValueError, says):
                wrong()
        with self.assertRaisesRegex(NotImplementedError, "Environment.set_gravity"):
            self.constraints.setGravity(0, 0, -1)
        with self.assertLogs("morse.core.blenderapi", "WARNING"):
            self.constraints.setNumIterations(10)

    def test_the_drive_of_a_car_keeps_its_settings(self):
        car = self.constraints.getVehicleConstraint(node("hummer").getPhysicsId())
        car.setSteeringValue(0.3, 0)
        self.constraints.getVehicleConstraint(1).applyEngineForce(20.0, 1)
        self.assertEqual(self.recorder.done[-1], ("steer", {"robot": "hummer", "steering": 0.3, "engine": 20.0, "brake": 0.0}))
        with self.assertRaisesRegex(AttributeError, "wheels are those of its model"):
            car.addWheel


if __name__ == "__main__":
    unittest.main()
