"""The calls of the scene editor at the end of a script become edits of the document, with their lines."""

from support import END, IMPORT, BuilderTest

BLOCK = """
from morse.builder import edit
edit.add('Pose', 'robot.pose', (0.0, 0.0, 0.5), interface='socket')
edit.add_prop('props/objects', 'Desk', 'desk', [1, 2, 0])
edit.copy('robot', 'robot2', (3.0, 0.0, 0.0), (0.0, 0.0, 1.5))
edit.place('desk', (4.0, 0.0, 0.0))
edit.set_property('desk', 'Label', 'table')
edit.set_property('desk', 'Type', None)
edit.set_rate('robot.pose', 10)
edit.remove('robot2.pose')
edit.set_level('robot.odometry', 'raw')
edit.set_level('robot.odometry', None)
edit.set_modifiers('robot.pose', [('Noise', {'pos_std': 0.1}), ('NED', {})])
edit.add_zone('dock', 'Charging', (2, 0, 0.5), (1, 1, 0.5))
edit.set_size('dock', (2, 1, 0.5))
"""


class Edits(BuilderTest):
    def test_calls_are_in_the_document_in_their_order_with_their_lines(self) -> None:
        path = self.write(IMPORT + "robot = ATRV()" + END + BLOCK)
        document = self.describe_file(path)
        nowhere = [0.0, 0.0, 0.0]
        expected = [
            {
                "add": {
                    "builder": "Pose",
                    "name": "robot.pose",
                    "place": {"location": [0.0, 0.0, 0.5], "rotation": nowhere},
                    "interface": "socket",
                }
            },
            {
                "add_prop": {
                    "file": "props/objects",
                    "object": "Desk",
                    "name": "desk",
                    "place": {"location": [1.0, 2.0, 0.0], "rotation": nowhere},
                }
            },
            {
                "copy": {
                    "original": "robot",
                    "name": "robot2",
                    "place": {"location": [3.0, 0.0, 0.0], "rotation": [0.0, 0.0, 1.5]},
                }
            },
            {"place": {"name": "desk", "place": {"location": [4.0, 0.0, 0.0], "rotation": nowhere}}},
            {"set": {"name": "desk", "property": "Label", "value": "table"}},
            {"set": {"name": "desk", "property": "Type", "value": None}},
            {"rate": {"name": "robot.pose", "rate_hz": 10.0}},
            {"remove": {"name": "robot2.pose"}},
            {"level": {"name": "robot.odometry", "level": "raw"}},
            {"level": {"name": "robot.odometry"}},
            {
                "modifiers": {
                    "name": "robot.pose",
                    "modifiers": [
                        {"modifier": "Noise", "arguments": {"pos_std": 0.1}},
                        {"modifier": "NED", "arguments": {}},
                    ],
                }
            },
            {
                "add_zone": {
                    "name": "dock",
                    "zone_type": "Charging",
                    "location": [2.0, 0.0, 0.5],
                    "half_extents": [1.0, 1.0, 0.5],
                }
            },
            {"size": {"name": "dock", "half_extents": [2.0, 1.0, 0.5]}},
        ]
        self.assertEqual([edit["operation"] for edit in document["edits"]], expected)
        self.assertEqual([edit["source"]["line"] for edit in document["edits"]], list(range(6, 19)))
        self.assertEqual([one["name"] for one in document["objects"]], ["robot"], "the simulator carries edits out")

    def test_scene_without_edits_has_no_key_for_them(self) -> None:
        self.assertNotIn("edits", self.scene("robot = ATRV()"))

    def test_wrong_arguments_are_named_with_the_call(self) -> None:
        cases = [
            ("edit.place('a', (1, 2))", "place: location"),
            ("edit.place(1, (1, 2, 3))", "place: name"),
            ("edit.set_rate('a', 'fast')", "set_rate: rate"),
            ("edit.add('ATRV', 'a', interface=3)", "add: interface"),
        ]
        for call, text in cases:
            with self.subTest(call), self.assertRaisesRegex((TypeError, ValueError), text):
                self.describe(IMPORT + "robot = ATRV()" + END + "from morse.builder import edit\n" + call)
