"""Poses, properties, hierarchy and colors."""

import math

from support import BuilderTest, messages, named


class Poses(BuilderTest):
    def test_translate_and_rotate_add_up_in_any_order(self) -> None:
        robot = named(
            self.scene("""
                r = Morsy()
                r.rotate(0.0, 0.0, 3.5)
                r.translate(1.0, 2.0, 0.0)
                r.translate(z=0.75)
                r.rotate(z=-0.5, x=0.25)
                """),
            "r",
        )
        self.assertEqual(robot["location"], [1.0, 2.0, 0.75])
        self.assertEqual(robot["rotation"], [0.25, 0.0, 3.0])

    def test_stored_pose_of_a_model(self) -> None:
        document = self.scene("""
            a = ATRV()
            a.translate(x=1.0, z=0.2)
            assert list(a.location) == [1.0, 0.0, 0.1 + 0.2], a.location
            b = ATRV()
            b.location = (5, 6, 7)
            """)
        self.assertEqual(named(document, "a")["location"], [1.0, 0.0, 0.2])
        self.assertEqual(named(document, "b")["location"], [5.0, 6.0, 6.9])

    def test_direct_access(self) -> None:
        document = self.scene("""
            r = Robot()
            r.scale = [10, 10, 1]
            r.location[2] = 3
            r.rotation_euler = (0.1, 0.2, 0.3)
            r.rotation_euler.z += 0.5
            """)
        robot = named(document, "r")
        self.assertEqual(robot["scale"], [10.0, 10.0, 1.0])
        self.assertEqual(robot["location"], [0.0, 0.0, 3.0])
        self.assertEqual(robot["rotation"], [0.1, 0.2, 0.8])
        with self.assertRaises(ValueError):
            self.scene("r = Robot()\nr.location = (1, 2)")

    def test_cameras_look_forward_and_remap_rotate(self) -> None:
        half = math.pi / 2
        for builder in ("VideoCamera", "SemanticCamera", "DepthCamera", "Velodyne"):
            document = self.scene(f"r = ATRV()\nc = {builder}()\nc.rotate(0.2, 0.3, 0.4)\nr.append(c)")
            rotation = named(document, "r.c")["rotation"]
            for value, expected in zip(rotation, (half + 0.3, math.pi + 0.4, half + 0.2)):
                self.assertAlmostEqual(value, expected, msg=builder)

    def test_zone(self) -> None:
        document = self.scene("""
            r = ATRV()
            z = Zone('Charging')
            z.size = [1, 2, 3]
            z.translate(4)
            z.rotate(1)
            """)
        zone = next(entry for entry in document["objects"] if entry["kind"] == "zone")
        self.assertEqual(
            (zone["scale"], zone["location"], zone["rotation"]), ([1.0, 2.0, 3.0], [4.0, 0.0, 0.0], [0.0] * 3)
        )
        self.assertEqual(zone["properties"], {"Zone_Tag": True, "Type": "Charging"})
        self.assertEqual(zone["shape"], {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]})
        self.assertEqual(len(messages(document, "warning")), 1)


class Properties(BuilderTest):
    def test_types(self) -> None:
        document = self.scene("""
            from morse.builder.abstractcomponent import timer
            r = ATRV()
            r.properties(a=True, b=5, c=2.0, d='s', t=timer(1.5), e=float('inf'))
            r.properties(b=7.0)
            assert r.property_value('d') == 's' and r.property_value('none') is None
            """)
        values = named(document, "r")["properties"]
        self.assertEqual(values["t"], {"$timer": 1.5})
        self.assertEqual(values["e"], {"$float": "inf"})
        self.assertIs(values["a"], True)
        self.assertIsInstance(values["c"], float)
        self.assertIsInstance(values["b"], float)

    def test_lists_tuples_and_dictionaries(self) -> None:
        document = self.scene("""
            r = ATRV()
            r.properties(a=[1, 'x'], b=(1, 2.5), c={'k': [True]}, d=None, e=b'ab', f=r.location)
            r.property_value('a').append(3)
            r._bpy_object.game.properties['d'].value = [0]
            r._bpy_object.game.properties['d'].name = 'g'
            """)
        values = named(document, "r")["properties"]
        self.assertEqual(values["a"], [1, "x", 3])
        self.assertEqual(values["b"], {"$tuple": [1, 2.5]})
        self.assertEqual(values["c"], {"k": [True]})
        self.assertEqual(values["e"], {"$bytes": "YWI="})
        self.assertEqual(values["f"], [0.0, 0.0, 0.1])
        self.assertEqual(values["g"], [0])
        self.assertNotIn("d", values)
        self.assertEqual(document["builder_log"], [])

    def test_values_converted_to_text_are_reported(self) -> None:
        document = self.scene("r = ATRV()\nr.properties(a=[{1: 2}], b=range(3))")
        first, second = messages(document, "warning")
        self.assertIn("property 'a' holds {1: 2}, which the simulator gets as text", first)
        self.assertIn("property 'b' holds range(0, 3)", second)
        with self.assertRaisesRegex(ValueError, "'x' holds itself"):
            self.scene("r = ATRV()\nx = []\nx.append(x)\nr.properties(x=x)")

    def test_level_and_frequency_are_separate_keys(self) -> None:
        document = self.scene("r = ATRV()\ng = GPS()\ng.level('raw')\ng.frequency(5)\ng.frequency()\nr.append(g)")
        entry = named(document, "r.g")
        self.assertEqual((entry["level"], entry["rate_hz"]), ("raw", 5.0))
        self.assertEqual(entry["properties"], {"Component_Tag": True})

    def test_profile_is_for_sensors(self) -> None:
        document = self.scene(
            "r = ATRV()\np = Pose()\np.profile()\nr.append(p)\nm = MotionVW()\nm.profile()\nr.append(m)"
        )
        self.assertEqual(named(document, "r.p")["properties"]["profile_action"], "0")
        self.assertTrue(named(document, "r.p")["options"]["profile"])
        self.assertEqual([entry["object"] for entry in document["builder_log"]], ["r.m"])


class Hierarchy(BuilderTest):
    def test_components_on_components(self) -> None:
        document = self.scene("r = ATRV()\nptu = PTU()\nr.append(ptu)\ncam = VideoCamera()\nptu.append(cam)")
        self.assertEqual(named(document, "r.ptu.cam")["parent"], "r.ptu")

    def test_child_of_a_model(self) -> None:
        document = self.scene("r = ATRV()\np = Pose()\nr.append(p, child='Wheel')")
        entry = named(document, "r.p")
        self.assertEqual((entry["parent"], entry["attach_to"]), ("r", "Wheel"))

    def test_link_of_a_robot_file(self) -> None:
        document = self.scene("r = Robot('arm.urdf', name='r')\np = Pose()\nr.append(p, link='wrist')")
        entry = named(document, "r.p")
        self.assertEqual((entry["parent"], entry["attach_to"]), ("r", "wrist"))

    def test_child_and_link_at_once_and_a_link_that_is_no_text_are_refused(self) -> None:
        for wrong in ("child='a', link='b'", "link=3"):
            with self.assertRaisesRegex(Exception, "append: "):
                self.scene(f"r = Robot('arm.urdf', name='r')\np = Pose()\nr.append(p, {wrong})")

    def test_unknown_child_is_fatal(self) -> None:
        from morse.core.exceptions import MorseBuilderError

        with self.assertRaisesRegex(MorseBuilderError, "No such child X"):
            self.scene("r = Robot()\np = Pose()\nr.append(p, child='X')")

    def test_cycles_and_foreign_objects_are_refused(self) -> None:
        from morse.core.exceptions import MorseBuilderError

        with self.assertRaises(MorseBuilderError):
            self.scene("r = Robot()\np = Pose()\nr.append(p)\np.append(r)")
        with self.assertRaises(TypeError):
            self.scene("r = Robot()\nr.append('pose')")

    def test_a_parent_made_after_its_child_comes_first(self) -> None:
        document = self.scene("p = Pose()\nr = ATRV()\nr.append(p)")
        self.assertEqual([entry["name"] for entry in document["objects"]], ["r", "r.p"])

    def test_numbers_that_are_not_finite_reach_the_checks(self) -> None:
        document = self.scene("r = ATRV()\nr.translate(float('nan'))\nr.scale = (float('inf'), 1, 1)")
        entry = named(document, "r")
        self.assertEqual(entry["location"][0], {"$float": "nan"})
        self.assertEqual(entry["scale"][0], {"$float": "inf"})

    def test_get_child(self) -> None:
        self.scene("""
            r = Robot()
            box = Cube('Box')
            r.append(box)
            pin = Cube('Pin')
            box.append(pin)
            assert r.get_child('Box').name == 'Box'
            assert r.get_child('Box.007').name == 'Box'
            assert r.get_child('Pin').name == 'Pin'
            assert r.get_child('Pin', recursive=False) is None
            assert r.get_child('none') is None
            """)

    def test_components_lists_everything(self) -> None:
        self.scene("r = ATRV()\np = Pose()\nassert AbstractComponent.components == [r, p]")


class Colors(BuilderTest):
    def test_three_numbers_or_one_triple(self) -> None:
        document = self.scene(
            "m = Morsy()\nm.set_color((1, 0, 0))\na = ATRV()\na.set_color(0, 0.5, 1)\n"
            "c = Cube('c')\nc.color(0.1, 0.2, 0.3)"
        )
        self.assertEqual(named(document, "m")["visual"]["color"], [1.0, 0.0, 0.0])
        self.assertEqual(named(document, "a")["visual"]["color"], [0.0, 0.5, 1.0])
        self.assertEqual(named(document, "c")["visual"]["color"], [0.1, 0.2, 0.3])
