"""Game engine API of components, against a recording fake simulator."""

import unittest

import support  # noqa: F401  (finds the package)

from morse.core import blenderapi
from morse.core.game_engine import NotInThisSimulator
from morse.host import channel
from morse.host.scene.node import node


class Recorder:
    """Answers queries of the scene, and records its commands."""

    def __init__(self):
        self.done = []
        self.about = {"properties": {"speed": 2.0}, "color": [1.0, 0.5, 0.0, 1.0], "parent": None, "children": []}

    def ask(self, query, **details):
        return {
            "node": self.about,
            "nodes": ["box", "arm"],
            "pose": [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0],
            "components": {"robot": {"class": "a.B", "kind": "robot"}, "robot.pose": {"class": "c.D", "kind": "sensor"}},
            "zones": ["dock"],
        }[query]

    def do(self, command, **details):
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
        with self.assertRaisesRegex(AttributeError, "rayCast and the sensors"):
            node("box").meshes
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
        self.assertEqual([robot.name() for robot in storage.robotDict.values()], ["robot"])
        self.assertEqual(list(storage.componentDict), ["robot.pose"])
        self.assertEqual(storage.zone_manager.contains((0, 0, 0)), ["dock"])
        with self.assertRaisesRegex(AttributeError, "kept by the simulator"):
            storage.stream_managers
        with self.assertRaisesRegex(AttributeError, "cannot be set"):
            storage.robotDict = {}
        del storage.shared
        self.assertNotIn("shared", storage)
