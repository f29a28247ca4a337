"""Settings of bodies in scripts."""

import math

from support import BuilderTest, messages, named


class Bodies(BuilderTest):
    def test_robots_passive_objects_and_primitives_have_the_same_methods(self) -> None:
        document = self.scene("""
            r = Robot()
            r.set_physics_type('CHARACTER')
            box = Cube('Box')
            box.set_rigid_body()
            box.set_mass(3)
            box.set_friction(0.8)
            wall = Plane('Wall')
            wall.set_physics_type('STATIC')
            chair = PassiveObject('props/objects', 'RollingChair')
            chair.set_dynamic()
            """)
        self.assertEqual(named(document, "r")["body"], {"physics": "CHARACTER"})
        self.assertEqual(named(document, "Box")["body"], {"physics": "RIGID_BODY", "mass": 3.0, "friction": 0.8})
        self.assertEqual(named(document, "Wall")["body"], {"physics": "STATIC"})
        self.assertEqual(named(document, "chair")["body"], {"physics": "DYNAMIC"})

    def test_an_unknown_physics_type_names_the_known_ones(self) -> None:
        self.scene("""
            try:
                Cube('c').set_physics_type('JELLY')
            except ValueError as error:
                assert 'RIGID_BODY' in str(error)
            else:
                raise AssertionError
            """)

    def test_settings_of_the_game_engine_reach_the_body(self) -> None:
        document = self.scene("""
            box = Cube('Box')
            game = box._bpy_object.game
            game.physics_type = 'RIGID_BODY'
            game.lock_location_z = True
            game.lock_rotation_x = game.lock_rotation_y = True
            game.lock_rotation_y = False
            game.mass = 7
            game.collision_bounds_type = 'SPHERE'
            game.damping = 0.5
            game.use_sleep = True
            assert game.mass == 7 and game.lock_location_z is True
            """)
        self.assertEqual(
            named(document, "Box")["body"],
            {
                "physics": "RIGID_BODY",
                "lock_location": [False, False, True],
                "lock_rotation": [True, False, False],
                "mass": 7.0,
                "bounds": "SPHERE",
                "linear_damping": 0.5,
                "allow_sleep": False,
            },
        )
        self.assertEqual(document["builder_log"], [])

    def test_settings_of_objects_without_body_are_reported(self) -> None:
        document = self.scene("""
            r = ATRV()
            r._bpy_object.game.lock_rotation_x = True
            p = Pose('p')
            p._bpy_object.game.lock_location_x = True
            r.append(p)
            Cube('c').set_mass(3)
            """)
        first, second = messages(document, "warning")
        self.assertIn("r.p has no body, so this has no effect: lock_location; set a physics type", first)
        self.assertIn("c has no body, so this has no effect: mass", second)

    def test_wrong_settings_of_the_game_engine_are_refused(self) -> None:
        for line, error, message in (
            ("game.physics_type = 'JELLY'", ValueError, "RIGID_BODY"),
            ("game.collision_bounds_type = 'BALL'", ValueError, "SPHERE"),
            ("game.mass = 'heavy'", TypeError, "game.mass takes a number"),
            ("game.masss", AttributeError, "game.masss is not known"),
            ("game.sensors['Radar']", AttributeError, "game.sensors are logic bricks"),
        ):
            with self.assertRaisesRegex(error, message):
                self.scene(f"game = Cube('c')._bpy_object.game\n{line}")


class Attributes(BuilderTest):
    def test_attributes_without_effect_are_kept_and_reported_once(self) -> None:
        document = self.scene("""
            for i in range(3):
                obj = ATRV(f'robot{i}')._bpy_object
                obj.game.use_actor = True
                obj.game.lock_locatoin_x = True
                obj.draw_type = 'WIRE'
                obj.data.show_limits = True
                assert obj.game.use_actor and obj.draw_type == 'WIRE' and obj.data.show_limits
            """)
        warnings = messages(document, "warning")
        self.assertEqual(len(warnings), 4, warnings)
        for path in ("game.use_actor", "game.lock_locatoin_x", "draw_type", "data.show_limits"):
            self.assertEqual(sum(f"attribute {path} has no effect" in warning for warning in warnings), 1, path)
        self.assertIn("did you mean game.lock_location_x?", warnings[1])
        self.assertEqual(document["builder_log"][0]["source"]["line"], 5)

    def test_color_and_visibility(self) -> None:
        document = self.scene("""
            a, b, c = Cube('A'), Cube('B'), Cube('C')
            a._bpy_object.color = (1, 0.5, 0, 1)
            b._bpy_object.color[3] = 0.25
            c._bpy_object.hide_render = True
            assert list(a._bpy_object.color) == [1, 0.5, 0, 1] and c._bpy_object.hide_render
            """)
        self.assertEqual(named(document, "A")["visual"], {"color": [1.0, 0.5, 0.0]})
        self.assertEqual(named(document, "B")["visual"], {"color": [1.0, 1.0, 1.0], "alpha": 0.25})
        self.assertEqual(named(document, "C")["visual"], {"visible": False})
        with self.assertRaisesRegex(TypeError, "color takes 4 numbers, not 3"):
            self.scene("Cube('A')._bpy_object.color = (1, 0, 0)")

    def test_data_of_cameras(self) -> None:
        document = self.scene("""
            r = ATRV()
            one = VideoCamera()
            one.camera._bpy_object.data.clip_start = 0.5
            one._bpy_object.data.clip_end = 50
            r.append(one)
            two = DepthCamera()
            two.get_child('CameraRobot').data.angle = math.pi / 2
            r.append(two)
            """)
        values = named(document, "r.one")["properties"]
        self.assertEqual((values["cam_near"], values["cam_far"]), (0.5, 50.0))
        self.assertAlmostEqual(named(document, "r.two")["properties"]["cam_focal"], 16.0)
        self.assertEqual(document["builder_log"], [])

    def test_data_of_lamps(self) -> None:
        document = self.scene("""
            r = ATRV()
            light = Light()
            light.light._bpy_object.data.energy = 2
            light._bpy_object.data.distance = 30
            light._bpy_object.data.color = (1, 0.5, 0)
            r.append(light)
            spot = Spot('MySpot')
            spot._bpy_object.data.energy *= 3
            spot._bpy_object.data.spot_size = 0.5
            """)
        values = named(document, "r.light")["properties"]
        self.assertEqual((values["energy"], values["distance"], values["color"]), (2.0, 30.0, "(1.0,0.5,0.0)"))
        self.assertEqual(
            named(document, "MySpot")["shape"],
            {"kind": "spot", "lamp_type": "SPOT", "size_rad": 0.5, "distance_m": 10.0, "energy": 3.0},
        )
        # Lamps shine along their local -Z: after this rotation, along +X.
        self.assertEqual(named(document, "MySpot")["rotation"], [0.0, -math.pi / 2, 0.0])

    def test_a_component_can_be_put_on_a_part_whose_settings_are_in_the_document(self) -> None:
        document = self.scene("""
            r = ATRV()
            (wheel,) = r.append_meshes(['Wheel'], 'my/robot.blend')
            wheel.location[2] = 1
            s = Pose('s')
            r.append(s)
            s._bpy_object.parent = wheel
            """)
        (part,) = messages(document, "warning")
        self.assertEqual((named(document, "r.s")["parent"], named(document, "r.s")["attach_to"]), ("r", "Wheel"))
        self.assertIn("location that the part 'Wheel' has in its file: it becomes [0.0, 0.0, 1.0] as a whole", part)
        self.assertEqual(named(document, "r")["options"]["part_settings"], {"Wheel": {"location": [0.0, 0.0, 1.0]}})
