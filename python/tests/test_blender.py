"""Scripts that use Blender's own module, `bpy`."""

import math

from support import BuilderTest, messages, named, names

from morse.core.exceptions import MorseBuilderError, MorseBuilderNoComponentError


class Objects(BuilderTest):
    def test_primitives_of_operators_are_solid_objects_of_the_scene(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            bpy.ops.mesh.primitive_cube_add(radius=0.5, location=(1, 2, 3), rotation=(0, 0, 0.1))
            bpy.context.object.name = 'Box'
            assert bpy.context.active_object is bpy.data.objects['Box']
            bpy.ops.mesh.primitive_uv_sphere_add(size=2, location=(0, 0, 1))
            bpymorse.add_mesh_cylinder(radius=0.2, depth=4)
            bpymorse.get_context_object().scale = (1, 1, 2)
            bpy.ops.object.lamp_add(type='SUN', location=(0, 0, 10))
            bpy.context.object.data.energy = 0.3
            assert [o.type for o in bpy.data.objects][-4:] == ['MESH', 'MESH', 'MESH', 'LAMP']
            assert bpy.data.lamps[0].energy == 0.3
            """)
        box = named(document, "Box")
        self.assertEqual(box["shape"], {"kind": "cube", "half_extents": [0.5, 0.5, 0.5]})
        self.assertEqual((box["location"], box["rotation"], box["body"]), ([1, 2, 3], [0, 0, 0.1], {"physics": "STATIC"}))
        self.assertEqual(box["source"]["line"], 5)
        self.assertEqual(named(document, "Sphere")["shape"], {"kind": "sphere", "radius": 2.0})
        cylinder = named(document, "Cylinder")
        self.assertEqual((cylinder["shape"]["depth"], cylinder["scale"]), (4.0, [1, 1, 2]))
        sun = named(document, "Sun")
        self.assertEqual((sun["shape"]["lamp_type"], sun["shape"]["energy"], sun["rotation"]), ("SUN", 0.3, [0, 0, 0]))
        self.assertEqual(messages(document, "warning"), [])

    def test_objects_are_in_the_scene_once_they_are_linked(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            frame = bpy.data.objects.new('frame', None)
            lamp = bpy.data.lamps.new(name='torch', type='SPOT')
            lamp.energy = 2.0
            torch = bpy.data.objects.new('torch', lamp)
            bpy.context.scene.objects.link(torch)
            """)
        self.assertEqual([name for name in names(document) if name in ("frame", "torch")], ["torch"])
        self.assertEqual(named(document, "torch")["shape"]["energy"], 2.0)

    def test_copies_parents_and_deletion(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            r.translate(1.0)
            r.rotate(z=math.pi / 2)
            box = Cube('box')
            box.translate(1.0, 3.0)
            box.set_color(1, 0, 0)
            chair = PassiveObject('props/objects', 'RollingChair')
            bpymorse.select_only(box._bpy_object)
            bpy.ops.object.duplicate()
            copy = bpy.context.selected_objects[0]
            copy.name = 'copy'
            bpymorse.select_only(copy)
            bpy.ops.transform.translate(value=(0, 1, 0))
            bpy.context.scene.objects.active = r._bpy_object
            bpy.ops.object.parent_set(type='OBJECT')
            linked = chair._bpy_object.copy()
            linked.name = 'second'
            bpy.context.scene.objects.link(linked)
            child = Empty('child')
            child._bpy_object.parent = box._bpy_object
            gone = Cube('gone')
            bpymorse.delete(['gone'])
            bpymorse.deselect_all()
            chair._bpy_object.select = True
            bpy.ops.object.delete()
            """)
        copy = named(document, "copy")
        self.assertEqual((copy["parent"], copy["visual"]), ("r", {"color": [1.0, 0.0, 0.0]}))
        # At (1, 4, 0) in the world, seen from a robot at (1, 0, 0.1) that looks along +Y.
        for value, expected in zip(copy["location"], (4.0, 0.0, -0.1)):
            self.assertAlmostEqual(value, expected)
        self.assertAlmostEqual(copy["rotation"][2], -math.pi / 2)
        self.assertEqual(named(document, "child")["parent"], "box")
        self.assertEqual(named(document, "second")["model"]["prefix"], "RollingChair")
        self.assertFalse({"gone", "RollingChair", "chair"} & set(names(document)))

    def test_deleted_objects_of_the_environment_are_invisible_and_without_collision(self) -> None:
        document = self.describe(
            "from morse.builder import *\nimport bpy\nr = ATRV()\nenv = Environment('sandbox')\n"
            "bpy.data.objects.remove(bpy.data.objects['Ball1'])\nbpymorse.delete('Ball2')\n"
        )
        for name in ("Ball1", "Ball2"):
            ball = named(document, name)
            self.assertEqual((ball["visual"], ball["body"]), ({"visible": False}, {"physics": "NO_COLLISION"}))

    def test_selecting_makes_active_and_reading_does_not(self) -> None:
        self.describe(
            "from morse.builder import *\nr = ATRV()\nbox = Cube('box')\nr.select()\nenv = Environment('sandbox')\n"
            "box.select()\nbpymorse.get_object('Ball1')\nassert bpymorse.get_context_object() is box._bpy_object\n"
            "assert bpymorse.get_selected_objects() == [box._bpy_object] and not r._bpy_object.select\n"
        )

    def test_a_robot_is_deleted_with_its_components(self) -> None:
        document = self.scene("""
            r, other = ATRV(), ATRV()
            pose = Pose()
            pose.add_stream('socket')
            other.append(pose)
            bpymorse.delete(other._bpy_object)
            """)
        self.assertEqual((names(document), document["component_datastream"]), (["r"], {}))

    def test_matrices_quaternions_and_dimensions(self) -> None:
        document = self.scene("""
            import mathutils
            r = ATRV()
            box = Cube('box')._bpy_object
            box.dimensions = (1, 2, 4)
            assert list(box.scale) == [0.5, 1, 2]
            box.matrix_world = mathutils.Matrix.Translation((1, 2, 3)) * box.matrix_world
            box.rotation_mode = 'QUATERNION'
            box.rotation_quaternion = (math.cos(0.2), 0, 0, math.sin(0.2))
            assert abs(box.matrix_local[0][0] - 0.5 * math.cos(0.4)) < 1e-9
            """)
        box = named(document, "box")
        for value, expected in zip([*box["location"], *box["rotation"], *box["scale"]], (1, 2, 3, 0, 0, 0.4, 0.5, 1, 2)):
            self.assertAlmostEqual(value, expected)
        self.assertEqual(messages(document, "warning"), [])


class Properties(BuilderTest):
    def test_new_properties_are_the_last_ones_until_they_are_renamed(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            r.select()
            bpy.ops.object.game_property_new()
            new = r._bpy_object.game.properties[-1]
            new.name, new.type, new.value = 'Speed', 'INT', 4
            bpymorse.new_game_property(type='BOOL', name='Speed')
            assert [view.name for view in r._bpy_object.game.properties][-2:] == ['Speed', 'Speed.001']
            assert r._bpy_object.game.properties.get('none') is None
            """)
        properties = named(document, "r")["properties"]
        self.assertEqual((properties["Speed"], properties["Speed.001"]), (4, True))

    def test_parts_of_models_are_found_while_building(self) -> None:
        self.scene("""
            r = ATRV()
            assert r.get_child('Wheel.1').name == 'Wheel.1'
            assert r.get_child('Wheel').name.startswith('Wheel')
            assert r.get_child('Antenna') is None
            assert r._blender_filename == 'atrv'
            """)

    def test_settings_of_parts_belong_to_the_component_with_the_model(self) -> None:
        document = self.scene("""
            a, b = ATRV(), ATRV()
            for robot in (a, b):
                assert robot.get_child('Wheel.1') is not robot.get_child('Wheel.2')
                assert robot.get_child('Wheel.1') is robot.get_child('Wheel.1')
            wheel = b.get_child('Wheel.2')
            wheel.location = (0, 0, 0)
            wheel.rotation_euler = (0, 0, 0.5)
            wheel.scale = (2, 1, 1)
            wheel.color = (1, 0, 0, 1)
            wheel.hide_render = True
            bpymorse.select_only(wheel)
            bpymorse.new_game_property()
            label = wheel.game.properties[-1]
            label.name, label.type, label.value = 'Label', 'STRING', 'spare'
            wheel.game.mass = 2
            s = Pose('s')
            b.append(s)
            s._bpy_object.parent = wheel
            """)
        self.assertEqual(named(document, "a")["options"], {})
        settings = named(document, "b")["options"]["part_settings"]
        self.assertEqual(
            settings,
            {
                "Wheel.2": {
                    "location": [0.0, 0.0, 0.0],
                    "rotation": [0.0, 0.0, 0.5],
                    "scale": [2.0, 1.0, 1.0],
                    "properties": {"Label": "spare"},
                    "visual": {"color": [1.0, 0.0, 0.0], "visible": False},
                }
            },
        )
        self.assertEqual(named(document, "b.s")["attach_to"], "Wheel.2")
        (warning,) = messages(document, "warning")
        self.assertIn("'Wheel.2' is a part of a model file, so this has no effect: mass", warning)

    def test_texts_are_modules(self) -> None:
        self.scene("""
            bpymorse.new_text()
            text = bpymorse.get_last_text()
            text.name = 'speeds_of_this_scene.py'
            text.write('FAST = 3\\n')
            import speeds_of_this_scene
            assert speeds_of_this_scene.FAST == 3
            r = ATRV()
            """)

    def test_a_human_of_a_model_without_skeleton_has_no_armature(self) -> None:
        document = self.scene("h = Human('atrv')\nassert h.skeleton is None\nh.add_interface('socket')")
        self.assertEqual(names(document), ["h"])
        self.assertRegex(messages(document, "warning")[0], "'atrv' has no HumanSkeleton")

    def test_modules_of_the_original_that_scripts_import(self) -> None:
        self.scene("""
            import bge, GameLogic, PhysicsConstraints, Rasterizer
            from bge import constraints, events, logic, render, types
            from morse.builder.abstractcomponent import Configuration
            from morse.builder.data import MORSE_COMPONENTS, MORSE_RESOURCE_PATH
            assert MORSE_RESOURCE_PATH.split(':')[0] == MORSE_COMPONENTS and MORSE_COMPONENTS.endswith('share/morse/data')
            r = ATRV()
            p = Pose()
            p.frequency(10)
            p.add_stream('socket')
            r.append(p)
            assert Configuration.frequency == {p.name: 10} and p.name in Configuration.datastream
            """)


class Looks(BuilderTest):
    def test_materials_color_their_objects(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            red = bpy.data.materials.new(name='red')
            red.diffuse_color = (1, 0, 0)
            for name in ('one', 'two'):
                Cube(name)._bpy_object.data.materials.append(red)
            red.diffuse_color[1] = 0.5
            red.alpha = 0.25
            own = Sphere('own')._bpy_object
            own.active_material.diffuse_color = (0, 0, 1)
            own.material_slots[0].material.physics.friction = 3.0
            assert bpymorse.get_material('red') is red and bpymorse.get_last_material() is own.active_material
            r._bpy_object.active_material = bpymorse.create_new_material()
            """)
        for name in ("one", "two"):
            self.assertEqual(named(document, name)["visual"], {"color": [1.0, 0.5, 0.0], "alpha": 0.25})
        self.assertEqual(named(document, "own")["visual"], {"color": [0.0, 0.0, 1.0]})
        self.assertEqual(named(document, "own")["body"]["friction"], 3.0)
        self.assertEqual(named(document, "r")["visual"], {})

    def test_materials_of_files_are_changed_by_name_everywhere(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            paint = bpy.data.materials['Paint']
            paint.diffuse_color = (1, 0, 0)
            assert bpy.data.materials.get('Paint') is paint and paint.name == 'Paint'
            if bpy.data.materials.get('mine') is None:
                bpy.data.materials.new('mine')
            bpy.data.materials['mine'].alpha = 0.5
            box = Cube('box')
            box._bpy_object.data.materials.append(bpy.data.materials['mine'])
            """)
        expected = {"Paint": {"color": [1.0, 0.0, 0.0]}, "mine": {"alpha": 0.5}}
        self.assertEqual(document["environment"]["materials"], expected)
        self.assertEqual(named(document, "box")["visual"], {"materials": {"*": {"alpha": 0.5, "name": "mine"}}})

    def test_materials_of_objects_of_files_are_changed_by_slot_and_by_name(self) -> None:
        document = self.describe("""
            from morse.builder import *
            import bpy
            r = ATRV()
            body = r._bpy_object
            body.data.materials[0].diffuse_color = (0, 1, 0)
            body.data.materials['Rubber'].alpha = 0.5
            assert body.data.materials[0].diffuse_color[1] == 1.0
            red = bpy.data.materials.new('red')
            body.material_slots[2].material = red
            red.diffuse_color = (1, 0, 0)
            env = Environment('sandbox')
            ground = bpy.data.objects['Ground']
            for slot in ground.material_slots:
                slot.material.diffuse_color = (0, 0, 1)
            assert ground.data.materials.get('Grass').name == 'Grass'
            """)
        slots = {"0": {"color": [0.0, 1.0, 0.0]}, "Rubber": {"alpha": 0.5}, "2": {"color": [1.0, 0.0, 0.0]}}
        self.assertEqual(named(document, "r")["visual"], {"materials": slots})
        self.assertEqual(named(document, "Ground")["visual"], {"materials": {"*": {"color": [0.0, 0.0, 1.0]}}})
        self.assertNotIn("materials", document["environment"])

    def test_an_unknown_material_of_an_own_object_is_reported_with_the_nearest_name(self) -> None:
        with self.assertRaisesRegex(KeyError, "did you mean `?'?red"):
            self.scene("""
                import bpy
                box = Cube('box')._bpy_object
                box.data.materials.append(bpy.data.materials.new('red'))
                box.data.materials['rad']
                """)

    def test_settings_without_effect_are_reported_once_and_read_back(self) -> None:
        document = self.scene("""
            import bpy
            r = ATRV()
            for turn in range(2):
                material = r._bpy_object.active_material
                material.specular_intensity = 0.1
                assert material.specular_intensity == 0.1
                scene = bpy.context.scene
                scene.render.engine = 'BLENDER_GAME'
                scene.render.image_settings.file_format = 'PNG'
                bpy.ops.view3d.viewnumpad(type='TOP')
                r._bpy_object.constraints.new('TRACK_TO').target = r._bpy_object
                for area in bpy.context.screen.areas:
                    area.spaces[0].viewport_shade = 'TEXTURED'
            assert len(bpy.data.images) == 0
            """)
        warned = [message.split(" has no effect")[0] for message in messages(document, "warning")]
        self.assertEqual(
            warned,
            [
                "the attribute material.specular_intensity",
                "the attribute render.image_settings.file_format",
                "bpy.ops.view3d.viewnumpad()",
                "the attribute constraints 'TRACK_TO'",
                "the attribute constraints['TRACK_TO'].target",
            ],
        )

    def test_unset_values_cannot_be_used(self) -> None:
        with self.assertRaisesRegex(AttributeError, "render.use_shadows is not known here"):
            self.scene("import bpy\nif bpy.context.scene.render.use_shadows:\n    pass")


class Settings(BuilderTest):
    SETTINGS = """
        scene = bpy.context.scene
        scene.game_settings.physics_gravity = 1.62
        scene.game_settings.physics_step_sub = 5
        scene.game_settings.show_framerate_profile = True
        scene.world.horizon_color = (0.1, 0.2, 0.3)
        scene.world.mist_settings.use_mist = True
        scene.game_settings.fps = 120
        assert bpymorse.get_fps() == 120 and bpy.data.scenes['Scene'].gravity[2] == -1.62
        """

    def test_settings_of_the_scene_work_before_and_after_the_environment(self) -> None:
        import textwrap

        lines = textwrap.dedent(self.SETTINGS)
        begin = "from morse.builder.bpymorse import *\nfrom morse.builder import *\nr = ATRV()\n"
        environment = "env = Environment('empty')\n"
        for script in (begin + lines + environment, begin + environment + lines):
            document = self.describe(script)["environment"]
            self.assertEqual(document["gravity"], 1.62)
            self.assertEqual((document["time"]["physics_sub_steps"], document["time"]["frequency_hz"]), (5, 120.0))
            shown = document["display"]
            self.assertEqual(shown["horizon_color"], [0.1, 0.2, 0.3])
            self.assertEqual((shown["mist"], shown["show_framerate"]), ({"enable": True}, True))

    def test_texts_and_properties(self) -> None:
        self.scene("""
            r = ATRV()
            bpymorse.new_text()
            text = bpymorse.get_last_text()
            text.name = 'notes.py'
            text.write('a = 1\\n')
            assert bpymorse.get_text('notes.py').as_string() == 'a = 1\\n'
            assert [t.name for t in bpymorse.get_texts()] == ['notes.py']
            bpymorse.select_only(r._bpy_object)
            bpymorse.new_game_property(type='INT', name='count')
            r._bpy_object.game.properties['count'].value = 3
            assert bpymorse.get_properties(r._bpy_object)['count'] == 3
            """)


class Refusals(BuilderTest):
    def test_unsupported_calls_are_refused_with_the_replacement(self) -> None:
        for line, message in {
            "bpy.ops.logic.sensor_add(type='NEAR')": "no logic bricks",
            "bpy.ops.wm.append(filename='x')": r"use PassiveObject\(FILE, PREFIX\)",
            "bpymorse.open_sound(filepath='x')": "use the actuator Sound",
            "bpy.ops.mesh.subdivide()": "make a file of them",
            "bpy.data.meshes.new('m').from_pydata([], [], [])": r"PassiveObject\(file\)",
            "ATRV()._bpy_object.copy()": "cannot be copied",
            "bpymorse.get_objects_in_blend('x.blend')": "morse inspect x.blend",
            "bpy.ops.mesh.primitive_cone_add(radius2=1.0)": "radius2 must be 0",
        }.items():
            with self.subTest(line=line), self.assertRaisesRegex(MorseBuilderError, message):
                self.scene("import bpy\n" + line)
        with self.assertRaises(MorseBuilderNoComponentError):
            self.scene("bpymorse.delete('nothing')")
        with self.assertRaisesRegex(KeyError, "no material 'steel'"):
            self.scene("import bpy\nbpy.data.materials['steel']")
        with self.assertRaisesRegex(AttributeError, "bpy.props needs Blender"):
            self.scene("import bpy\nbpy.props")

    def test_an_object_cannot_be_child_of_itself_or_of_the_environment(self) -> None:
        with self.assertRaisesRegex(MorseBuilderError, "below itself"):
            self.scene("a, b = Empty('a')._bpy_object, Empty('b')._bpy_object\na.parent = b\nb.parent = a")
        with self.assertRaisesRegex(MorseBuilderError, "in the environment's file"):
            self.describe(
                "from morse.builder import *\na = Empty('a')\nr = ATRV()\nenv = Environment('empty')\n"
                "a._bpy_object.parent = bpymorse.get_object('Ground')\n"
            )
