"""Game engine API of components, against a recording fake simulator."""

import unittest

import support  # noqa: F401  (finds the package)

from morse.core import blender_modules, blenderapi
from morse.core.game_engine import NotInThisSimulator
from morse.core.mathutils import Quaternion
from morse.host import channel
from morse.host.scene.node import node


class Recorder:
    """Answers queries of the scene, and records its commands."""

    def __init__(self):
        self.done = []
        self.changes = 0
        self.place = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]
        self.about = {"properties": {"speed": 2.0}, "color": [1.0, 0.5, 0.0, 1.0], "parent": None, "children": []}

    def ask(self, query, **details):
        return {
            "node": self.about,
            "nodes": ["box", "arm"],
            "pose": self.place,
            "velocity": [[0.0, 2.0, 0.0], [0.0, 0.0, 1.0]],
            "armatures": ["arm"],
            "meshes": [{"materials": ["paint"], "vertices": 3, "triangles": 1}],
            "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]], "slots": [0]},
            "components": {
                "robot": {"class": "a.B", "kind": "robot", "external": False},
                "ghost": {"class": "a.B", "kind": "robot", "external": True},
                "robot.pose": {"class": "c.D", "kind": "sensor", "external": False},
            },
            "zones": ["dock"],
        }[query]

    def do(self, command, **details):
        self.changes += 1
        self.done.append((command, details))


class GameEngine(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.addCleanup(setattr, channel, "_current", channel._current)
        channel._current = self.recorder

    def test_colors_are_read_and_set_as_a_whole_or_one_by_one(self):
        box = node("box")
        self.assertEqual(list(box.color), [1.0, 0.5, 0.0, 1.0])
        box.color = (0.0, 0.0, 1.0)
        box.color[3] = 0.5
        self.assertEqual([done["rgba"] for _, done in self.recorder.done], [[0, 0, 1, 1], [1.0, 0.5, 0.0, 0.5]])
        for wrong in ((1.0, 2.0, 0.0), (1.0,), (float("nan"), 0.0, 0.0)):
            with self.assertRaises(ValueError):
                box.color = wrong

    def test_unsupported_names_report_the_replacement(self):
        with self.assertRaisesRegex(NotInThisSimulator, "there is no window"):
            blenderapi.mouse()
        with self.assertRaisesRegex(AttributeError, "that can be replaced"):
            node("box").replaceMesh("other")
        with self.assertRaises(AttributeError):
            blenderapi.nothing_of_the_kind

    def test_drawing_and_settings_are_reported_once(self):
        with self.assertLogs("morse.core.blenderapi", "WARNING") as log:
            for _ in range(2):
                blenderapi.render().drawLine((0, 0, 0), (1, 1, 1), (1, 0, 0))
                blenderapi.game_settings().use_glsl_lights = True
        self.assertEqual(len(log.records), 2)
        self.assertEqual(blenderapi.game_settings().fps, blenderapi.getfrequency())
        self.assertEqual(len({blenderapi.AKEY, blenderapi.UPARROWKEY, blenderapi.F5KEY, blenderapi.LEFTMOUSE}), 4)

    def test_objects_of_the_editor(self):
        data = blenderapi.objectdata("box")
        self.assertEqual(list(data.location), [1.0, 2.0, 3.0])
        self.assertEqual(data.game.properties["speed"].value, 2.0)
        data.location[2] = 5.0
        data.game.properties["speed"].value = 3.0
        self.assertEqual([command for command, _ in self.recorder.done], ["place", "property"])
        with self.assertRaises(KeyError):
            blenderapi.objectdata("nowhere")

    def test_the_storage_keeps_values_of_components(self):
        storage = blenderapi.persistantstorage()
        self.addCleanup(storage.clear)
        storage.shared = [1]
        self.assertIs(blenderapi.persistantstorage()["shared"], storage.shared)
        self.assertEqual([robot.name() for robot in storage.robotDict.values()], ["robot", "ghost"])
        self.assertEqual(list(storage.externalRobotDict), [node("ghost")])
        self.assertEqual(list(storage.componentDict), ["robot.pose"])
        self.assertEqual(storage.zone_manager.contains((0, 0, 0)), ["dock"])
        with self.assertRaisesRegex(AttributeError, "kept by the simulator"):
            storage.stream_managers
        with self.assertRaisesRegex(AttributeError, "cannot be set"):
            storage.robotDict = {}
        del storage.shared
        self.assertNotIn("shared", storage)

    def test_a_kept_vector_follows_its_object(self):
        box = node("box")
        position, orientation = box.worldPosition, box.worldOrientation
        copied = position.copy()
        self.recorder.place = [4.0, 2.0, 3.0, 0.0, 0.0, 1.0, 0.0]
        self.assertEqual(position, [1.0, 2.0, 3.0])
        self.recorder.changes += 1
        self.assertEqual((position, copied), ([4.0, 2.0, 3.0], [1.0, 2.0, 3.0]))
        self.assertEqual((position - copied, position.x), ([3.0, 0.0, 0.0], 4.0))
        self.assertAlmostEqual(orientation[0][0], -1.0)
        self.assertEqual(type(position + copied), type(copied))

    def test_numbers_of_an_orientation_are_set_one_by_one(self):
        orientation = node("box").worldOrientation
        orientation[0][0], orientation[0][1], orientation[1][0], orientation[1][1] = 0.0, -1.0, 1.0, 0.0
        *_, (command, details) = self.recorder.done
        self.assertEqual(command, "place")
        for found, expected in zip(details["orientation"], (0.0, 0.0, 0.5**0.5, 0.5**0.5)):
            self.assertAlmostEqual(found, expected)

    def test_velocities_of_old_names_are_read_in_the_object_and_set_in_the_world(self):
        self.recorder.place = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5**0.5, 0.5**0.5]
        box = node("box")
        self.assertAlmostEqual(box.linearVelocity.x, 2.0)
        box.linearVelocity = (1.0, 0.0, 0.0)
        self.assertFalse(self.recorder.done[-1][1]["local"])
        self.assertEqual(box.getVelocity((1.0, 0.0, 0.0)), [0.0, 3.0, 0.0])

    def test_impulse_damping_and_limits_are_sent(self):
        box = node("box")
        box.applyImpulse((0, 0, 1), (2, 0, 0))
        box.setDamping(0.1, 0.2)
        box.linVelocityMax = 3
        commands = [command for command, _ in self.recorder.done]
        self.assertEqual(commands, ["impulse", "damping", "speed_limit"])
        self.assertEqual(self.recorder.done[2][1], {"node": "box", "which": "linear_max", "value": 3.0})
        with self.assertRaisesRegex(ValueError, "0 to 1"):
            box.setDamping(2.0, 0.0)
        self.assertEqual(box.getReactionForce(), [0.0, 0.0, 0.0])

    def test_an_axis_is_aligned_with_a_vector(self):
        box = node("box")
        box.alignAxisToVect((0.0, 0.0, 2.0), 0)
        _, details = self.recorder.done[-1]
        self.assertAlmostEqual(Quaternion([details["orientation"][i] for i in (3, 0, 1, 2)]).to_matrix()[2][0], 1.0)
        self.assertEqual(box.getAxisVect((1.0, 0.0, 0.0)), [1.0, 0.0, 0.0])

    def test_meshes_are_read(self):
        (mesh,) = node("box").meshes
        self.assertEqual((mesh.numPolygons, mesh.getMaterialName(0)), (1, "MApaint"))
        self.assertEqual(mesh.getVertex(0, 1).getXYZ(), [1.0, 0.0, 0.0])
        self.assertEqual(mesh.getPolygon(0).getMaterialName(), "MApaint")

    def test_modules_of_the_game_engine_have_their_former_names_too(self):
        blender_modules.install()
        import bge
        import GameLogic
        import PhysicsConstraints
        from bge import constraints, events, logic, types

        self.assertIs(GameLogic, logic)
        self.assertIs(PhysicsConstraints, constraints)
        self.assertEqual(events.AKEY, blenderapi.AKEY)
        self.assertEqual(bge.logic.getLogicTicRate(), blenderapi.getfrequency())
        self.assertEqual(logic.KX_INPUT_ACTIVE, blenderapi.input_active())
        self.assertIsInstance(node("arm"), types.BL_ArmatureObject)
        self.assertNotIsInstance(node("box"), types.BL_ArmatureObject)
        self.assertEqual(blenderapi.get_armatures(node("box")), [])
        with self.assertRaises(ModuleNotFoundError):
            import bge.nothing
