"""Helpers for scene objects."""

from support import IMPORT, BuilderTest, messages, named

from morse.core.exceptions import MorseBuilderError


class Helpers(BuilderTest):
    def test_objects_of_the_script(self) -> None:
        document = self.scene("""
            r = Robot('', 'r')
            obj = bpymorse.get_object('r')
            obj.location[0] = 4
            bpymorse.properties(obj, speed=2.0)
            assert obj.game.properties['speed'].value == 2.0
            assert obj.game.properties['speed'].type == 'FLOAT'
            obj.game.properties['speed'].value = 3.0
            assert 'other' not in obj.game.properties
            assert bpymorse.get_context_object() is obj
            assert bpymorse.get_context_scene().objects['r'] is obj
            """)
        entry = named(document, "r")
        self.assertEqual((entry["location"], entry["properties"]["speed"]), ([4.0, 0.0, 0.0], 3.0))

    def test_objects_of_the_environment(self) -> None:
        document = self.describe(
            IMPORT + "r = ATRV()\nenv = Environment('empty')\nground = bpymorse.get_object('Ground')\n"
            "assert [round(v, 4) for v in ground.scale] == [20, 20, 0.0652]\n"
            "ground.scale = [100, 100, 0.1]\nground.location[2] = -1\nbpymorse.get_object('Lamp')\n"
        )
        entry = named(document, "Ground")
        self.assertEqual((entry["kind"], entry["builder"], entry["class"]), ("object", "Scene", None))
        self.assertEqual(
            entry["options"], {"scene_object": {"location": [0.0, 0.0, -1.0], "scale": [100.0, 100.0, 0.1]}}
        )
        self.assertEqual(entry["source"]["line"], 4)
        self.assertNotIn("Lamp", [entry["name"] for entry in document["objects"]])

    def test_settings_of_objects_of_the_environment(self) -> None:
        document = self.describe(
            IMPORT + "r = ATRV()\nenv = Environment('sandbox')\nball = bpymorse.get_object('Ball1')\n"
            "ball.game.physics_type = 'NO_COLLISION'\nball.color = (1, 0, 0, 1)\n"
            "bpymorse.get_object('Sun').data.energy = 0.5\n"
        )
        ball = named(document, "Ball1")
        self.assertEqual((ball["body"], ball["visual"]), ({"physics": "NO_COLLISION"}, {"color": [1.0, 0.0, 0.0]}))
        self.assertEqual(named(document, "Sun")["options"], {"scene_object": {"light": {"energy": 0.5}}})

    def test_settings_of_the_scene_without_effect_are_reported_once(self) -> None:
        document = self.scene("""
            r = ATRV()
            for i in range(2):
                scene = bpymorse.get_context_scene()
                scene.game_settings.fps = 30
                scene.game_settings.use_frame_rate = False
                scene.frame_current = 3
            """)
        self.assertEqual(
            messages(document, "warning"),
            [
                "the attribute game_settings.use_frame_rate has no effect in this simulator",
                "the attribute scene.frame_current has no effect in this simulator",
            ],
        )

    def test_changing_one_number_of_an_unknown_pose_is_reported(self) -> None:
        lines = "r = ATRV()\nenv = Environment('sandbox')\nball = bpymorse.get_object('Ball1')\n"
        document = self.describe(IMPORT + lines + "ball.location = [0, 0, 2]\n")
        self.assertEqual(messages(document, "warning"), [])
        document = self.describe(IMPORT + lines + "ball.location[2] = 2\n")
        self.assertEqual(named(document, "Ball1")["options"]["scene_object"]["location"], [0.0, 0.0, 2.0])
        (warning,) = messages(document, "warning")
        self.assertIn("the location that 'Ball1' has in its file", warning)
        self.assertIn("scene.py:4", warning)

    def test_unknown_before_the_environment(self) -> None:
        with self.assertRaisesRegex(KeyError, "Ground"):
            self.scene("bpymorse.get_object('Ground')")

    def test_unsupported_functions_are_refused(self) -> None:
        with self.assertRaisesRegex(MorseBuilderError, "logic.sensor_add needs Blender.* no logic bricks"):
            self.scene("bpymorse.add_sensor(type='NEAR')")
        self.scene("bpymorse.deselect_all()\nr = ATRV()\nr.select()")

    def test_configuration_shows_the_tables(self) -> None:
        self.scene("""
            p = Pose('p')
            p.add_stream('socket')
            assert list(Configuration.datastream) == ['p']
            assert Configuration.service == {} and Configuration.modifier == {} and Configuration.overlay == {}
            """)
