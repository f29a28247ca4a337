"""The Environment: files, camera, display, services of managers, time, nodes, end."""

import textwrap

from support import IMPORT, SOCKET, BuilderTest, messages, named, names

from morse.core.exceptions import MorseBuilderError


class EnvironmentTest(BuilderTest):
    def env(self, lines: str, arguments: str = "'empty'", before: str = "r = ATRV()") -> dict:
        """The document of a scene with these lines about ``env``."""
        self.document = self.describe(f"{IMPORT}{before}\nenv = Environment({arguments})\n{textwrap.dedent(lines)}\n")
        return self.document["environment"]


class Files(EnvironmentTest):
    def test_shipped_and_own_files(self) -> None:
        for name in ("sandbox", "indoors-1/indoor-1", "laas/grande_salle"):
            self.assertEqual(self.env("", repr(name))["file"], name)
        path = self.write("", "mine.blend")
        self.assertEqual(self.env("", repr(path))["file"], path)

    def test_resource_path(self) -> None:
        self.write("", "data/here.blend")
        import os
        from unittest import mock

        with mock.patch.dict(os.environ, MORSE_RESOURCE_PATH=self.folder + "/nowhere:" + self.folder + "/data"):
            self.assertEqual(self.env("", "'here.blend'")["file"], "here.blend")

    def test_unknown_file_is_fatal(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, "Environment 'nowhere' not found"):
            self.env("", "'nowhere'")

    def test_only_one(self) -> None:
        with self.assertRaisesRegex(MorseBuilderError, r"one Environment.*scene.py:3"):
            self.env("other = Environment('sandbox')")


class Settings(EnvironmentTest):
    def test_defaults(self) -> None:
        environment = self.env("")
        self.assertEqual(
            environment["camera"],
            {
                "location": [5.0, -5.0, 5.0],
                "rotation": [0.7854, 0.0, 0.7854],
                "clip": [0.1, 100.0],
                "speed": 2.0,
                "focal_length_mm": 20.0,
            },
        )
        self.assertEqual((environment["gravity"], environment["display"], environment["fastmode"]), (9.81, {}, False))

    def test_camera(self) -> None:
        camera = self.env(
            "env.set_camera_location([1, 2, 3])\nenv.set_camera_rotation((0.1, 0, 0))\n"
            "env.set_camera_clip(clip_end=1000)\n"
            "env.set_camera_speed(10)\nenv.set_camera_focal_length(35)"
        )["camera"]
        self.assertEqual(camera["location"], [1.0, 2.0, 3.0])
        self.assertEqual((camera["clip"], camera["speed"], camera["focal_length_mm"]), ([0.1, 1000.0], 10.0, 35.0))
        self.assertEqual(
            self.env("env.place_camera([9, 9, 9])\nenv.aim_camera([1, 1, 1])")["camera"]["location"], [9.0] * 3
        )
        self.assertEqual(len(messages(self.document, "warning")), 2)

    def test_camera_is_an_object_that_scripts_move(self) -> None:
        camera = self.env("""
            env.set_camera_location([9, 9, 9])
            env.create()
            camera = bpymorse.get_object('CameraFP')
            assert camera is bpymorse.bpy.data.objects['CameraFP'] and 'CameraFP' in bpymorse.bpy.data.objects
            assert camera.type == 'CAMERA' and list(camera.location) == [9, 9, 9]
            camera.location = (1, 2, 3)
            camera.location.z += 4
            camera.rotation_euler[2] = 0.5
            camera.data.clip_end, camera.data.lens = 500, 28
            """)["camera"]
        self.assertEqual((camera["location"], camera["rotation"]), ([1.0, 2.0, 7.0], [0.7854, 0.0, 0.5]))
        self.assertEqual((camera["clip"], camera["focal_length_mm"]), ([0.1, 500.0], 28.0))
        self.assertEqual(messages(self.document, "warning"), [])
        self.assertEqual(names(self.document), ["r"])

    def test_camera_is_put_on_a_robot(self) -> None:
        document = self.describe("""
            from morse.builder import *
            robot = ATRV()
            env = Environment('empty')
            env.create()
            camera = bpymorse.get_object('CameraFP')
            camera.parent = bpymorse.get_object('robot')
            camera.location = (-2, 0, 1.5)
            """)
        camera = document["environment"]["camera"]
        self.assertEqual((camera["parent"], camera["location"]), ("robot", [-2.0, 0.0, 1.5]))
        self.assertEqual(names(document), ["robot"])

    def test_camera_comes_with_the_environment_and_stays_in_the_world_of_the_script(self) -> None:
        with self.assertRaisesRegex(KeyError, "no scene object 'CameraFP' yet"):
            self.describe("from morse.builder import *\nbpymorse.get_object('CameraFP')\nenv = Environment('empty')")
        with self.assertRaisesRegex(MorseBuilderError, "CameraFP cannot be put on 'Ground'"):
            self.env("bpymorse.get_object('CameraFP').parent = bpymorse.get_object('Ground')")

    def test_display(self) -> None:
        display = self.env(
            "env.show_framerate()\nenv.show_physics(1)\nenv.set_material_mode('MULTITEXTURE')\nenv.set_stereo()\n"
            "env.enable_mist()\nenv.set_mist_settings(depth=20.0)\nenv.set_ambient_color((0.1, 0.1, 0.1))\n"
            "env.use_vsync('OFF')"
        )["display"]
        self.assertIs(display["show_framerate"], True)
        self.assertNotIn("show_physics", display)
        self.assertEqual(display["mist"], {"enable": True, "depth": 20.0})
        self.assertEqual(display["horizon_color"], [0.1] * 3)
        self.assertEqual(len(messages(self.document, "warning")), 1)

    def test_display_camera_is_named_in_full(self) -> None:
        environment = self.env("env.select_display_camera(v)", before="r = ATRV()\nv = VideoCamera()\nr.append(v)")
        self.assertEqual(environment["display"]["selected_camera"], "r.v")

    def test_gravity_takes_floats_only(self) -> None:
        self.assertEqual(self.env("env.set_gravity(1.62)")["gravity"], 1.62)
        self.assertEqual(self.env("env.set_gravity(0)")["gravity"], 9.81)
        self.assertEqual(len(messages(self.document, "warning")), 1)

    def test_properties_and_logs(self) -> None:
        environment = self.env(
            "env.properties(longitude=43.6, latitude=1.433, altitude=0.0, UTMXOffset='123.0')\n"
            "env.set_log_level('morse.sensors.pose', 'debug')"
        )
        self.assertEqual(environment["properties"]["longitude"], 43.6)
        self.assertEqual(environment["properties"]["UTMXOffset"], "123.0")
        self.assertEqual(environment["log_levels"], {"morse.sensors.pose": "DEBUG"})

    def test_stream_managers_add_up(self) -> None:
        self.env(
            "env.configure_stream_manager('socket', time_sync=True)\n"
            "env.configure_stream_manager('socket', sync_port=1)\n"
            "env.configure_stream_manager('my.Manager', a=(1,))"
        )
        self.assertEqual(
            self.document["stream_manager"],
            {SOCKET: {"time_sync": True, "sync_port": 1}, "my.Manager": {"a": {"$tuple": [1]}}},
        )

    def test_deprecated_service(self) -> None:
        self.env("env.configure_service('socket')")
        self.assertEqual(list(self.document["component_service"]), ["simulation"])


class Time(EnvironmentTest):
    def test_defaults(self) -> None:
        self.assertEqual(
            self.env("")["time"],
            {
                "strategy": "best_effort",
                "scale": 1.0,
                "relative": False,
                "start_s": None,
                "frequency_hz": 60.0,
                "auto_tune": True,
                "logic_step_max": None,
                "physics_step_max": None,
                "physics_sub_steps": 2,
                "internal_syncer": False,
                "request_timing": None,
            },
        )
        self.assertFalse(self.env("", "'empty', auto_tune_time=False")["time"]["auto_tune"])

    def test_strategies(self) -> None:
        time = self.env("env.set_time_strategy(TimeStrategies.FixedSimulationStep)")["time"]
        self.assertEqual((time["strategy"], time["auto_tune"]), ("fixed_step", False))
        with self.assertRaises(ValueError):
            self.env("env.set_time_strategy(7)")

    def test_strategy_after_create_counts(self) -> None:
        time = self.env("env.create()\nenv.set_time_strategy(TimeStrategies.FixedSimulationStep)")["time"]
        self.assertEqual(time["strategy"], "fixed_step")

    def test_frequency(self) -> None:
        time = self.env("env.simulator_frequency(100)\nenv.set_physics_step_sub(5)\nenv.use_relative_time(True)")[
            "time"
        ]
        self.assertEqual((time["frequency_hz"], time["auto_tune"]), (100.0, False))
        self.assertEqual((time["logic_step_max"], time["physics_step_max"], time["physics_sub_steps"]), (20, 20, 5))
        self.assertTrue(time["relative"])
        with self.assertRaises(TypeError):
            self.env("env.simulator_frequency(fps=60)")

    def test_scale(self) -> None:
        self.assertEqual(self.env("env.set_time_scale(slowdown_by=4)")["time"]["scale"], 0.25)
        self.assertEqual(self.env("env.set_time_scale(accelerate_by=3)")["time"]["scale"], 3.0)
        for call in ("set_time_scale()", "set_time_scale(2, 3)"):
            self.assertEqual(self.env("env." + call)["time"]["scale"], 1.0)
            self.assertEqual(len(messages(self.document, "error")), 1)
        with self.assertRaises(ValueError):
            self.env("env.set_time_scale(slowdown_by=0)")

    def test_internal_syncer(self) -> None:
        time = self.env("env.use_internal_syncer()")["time"]
        self.assertEqual((time["internal_syncer"], time["auto_tune"]), (True, False))

    def test_limit_of_added_objects(self) -> None:
        self.assertIsNone(self.env("")["spawned_max"])
        self.assertEqual(self.env("env.limit_spawned(50)")["spawned_max"], 50)
        with self.assertRaises(TypeError):
            self.env("env.limit_spawned('many')")
        with self.assertRaises(ValueError):
            self.env("env.limit_spawned(-1)")

    def test_version_of_morse(self) -> None:
        self.assertIsNone(self.env("")["as_morse"])
        self.assertEqual(self.env("env.as_morse('1.4')")["as_morse"], "1.4")
        with self.assertRaises(ValueError):
            self.env("env.as_morse('1.3')")

    def test_request_timing(self) -> None:
        for timing in ("tick", "immediate"):
            time = self.env(f"env.set_request_timing('tick')\nenv.set_request_timing({timing!r})")["time"]
            self.assertEqual(time["request_timing"], timing)
        for wrong in ("'Tick'", "None", "1"):
            with self.assertRaises((TypeError, ValueError)):
                self.env(f"env.set_request_timing({wrong})")

    def test_start_time(self) -> None:
        noon = 1782043200.0
        for start in ("'2026-06-21T12:00:00Z'", "'2026-06-21 12:00'", "'2026-06-21T14:00:00+02:00'", "1782043200"):
            self.assertEqual(self.env(f"env.set_start_time({start})")["time"]["start_s"], noon, start)
        for wrong in ("'noon'", "None", "-1", "float('nan')", "1e12", "[]"):
            with self.assertRaises((TypeError, ValueError)):
                self.env(f"env.set_start_time({wrong})")

    def test_recording(self) -> None:
        self.assertIsNone(self.env("")["recording"])
        self.assertEqual(self.env("env.record()")["recording"], "run.mcap")
        self.assertEqual(self.env("env.record('a/B.MCAP')")["recording"], "a/B.MCAP")
        for wrong in ("'run.bag'", "None", "1", "''"):
            with self.assertRaises((TypeError, ValueError)):
                self.env(f"env.record({wrong})")

    def test_components_that_are_too_fast(self) -> None:
        fast = "r = ATRV()\np = Pose()\np.frequency(100)\nr.append(p)"
        self.env("", before=fast)
        self.assertEqual(messages(self.document, "warning"), [])
        # The simulator compares rates, and reports the line of each.
        self.env("env.simulator_frequency(60)", before=fast)
        self.assertEqual(messages(self.document, "warning"), [])
        self.assertEqual(named(self.document, "r.p")["sources"]["frequency"]["line"], 4)
        self.env("env.set_time_scale(accelerate_by=20)", before=fast)
        self.assertEqual(len(messages(self.document, "warning")), 1)

    def test_set_speed(self) -> None:
        time = self.env("", before="bpymorse.set_speed(100)\nr = ATRV()")["time"]
        self.assertEqual((time["frequency_hz"], time["auto_tune"]), (100.0, True))


class Nodes(EnvironmentTest):
    ROBOTS = (
        "a = ATRV()\np = Pose()\np.add_interface('socket')\np.alter('NED')\na.append(p)\n"
        "a1 = ATRV()\nq = Pose()\nq.add_interface('socket')\nq.add_overlay('socket', 'x.Y')\na1.append(q)"
    )

    def test_robots_of_other_nodes_are_external(self) -> None:
        environment = self.env(
            "env.configure_multinode(distribution={'n1': ['a'], 'n2': 'a1'})\nenv.create('n1')", before=self.ROBOTS
        )
        self.assertEqual(
            environment["multinode"],
            {
                "protocol": "socket",
                "server_address": "localhost",
                "server_port": "65000",
                "node_name": "n1",
                "distribution": {"n1": ["a"], "n2": ["a1"]},
            },
        )
        self.assertFalse(named(self.document, "a")["external"])
        other = named(self.document, "a1")
        self.assertTrue(other["external"])
        self.assertEqual(other["body"], {"physics": "STATIC"})
        for table in ("component_datastream", "component_service", "component_modifier"):
            self.assertEqual(list(self.document[table]), ["a.p"], table)
            self.assertEqual(list(self.document["wiring_sources"][table]), ["a.p"], table)
        self.assertEqual(self.document["overlays"], {})

    def test_unknown_node_has_no_robot(self) -> None:
        self.env("env.configure_multinode(distribution={'n1': ['a', 'a1']})\nenv.create('n9')", before=self.ROBOTS)
        self.assertTrue(all(named(self.document, name)["external"] for name in ("a", "a1")))
        self.assertEqual(self.document["component_datastream"], {})

    def test_node_name_from_the_shell(self) -> None:
        import os
        from unittest import mock

        with mock.patch.dict(os.environ, MORSE_NODE="n2"):
            environment = self.env(
                "env.configure_multinode(distribution={'n2': ['a1'], 'n1': ['a']}, server_port=7)",
                before=self.ROBOTS,
            )
        self.assertEqual((environment["multinode"]["node_name"], environment["multinode"]["server_port"]), ("n2", 7))
        self.assertEqual([named(self.document, name)["external"] for name in ("a", "a1")], [True, False])

    def test_without_distribution_all_is_local(self) -> None:
        environment = self.env("env.configure_multinode(protocol='hla')", before=self.ROBOTS)
        self.assertEqual(environment["multinode"]["protocol"], "hla")
        self.assertFalse(named(self.document, "a")["external"])


class End(EnvironmentTest):
    def test_deleted_or_out_of_scope(self) -> None:
        self.env("del env")
        document = self.describe(
            IMPORT + "def scene():\n    w = SegwayRMP400()\n    env = Environment('empty')\n"
            "    env.set_gravity(1.0)\nscene()\n"
        )
        self.assertEqual(document["environment"]["gravity"], 1.0)
        self.assertTrue(named(document, "w")["options"]["detach_wheels"])

    def test_hooks_of_the_user_run_once_after_renaming(self) -> None:
        document = self.describe(
            IMPORT + "class Mine(Robot):\n    def after_renaming(self):\n"
            "        self.properties(calls=self.property_value('calls') + 1, at=self.name)\n"
            "m = Mine()\nm.properties(calls=0)\nenv = Environment('empty')\nenv.create()\nenv.create()\n"
        )
        self.assertEqual(named(document, "m")["properties"]["calls"], 1)
        self.assertEqual(named(document, "m")["properties"]["at"], "m")

    def test_an_error_in_a_hook_is_not_swallowed(self) -> None:
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            self.describe(
                IMPORT + "class Mine(Robot):\n    def after_renaming(self):\n        1 / 0\n"
                "m = Mine()\nenv = Environment('empty')\ndel env\n"
            )
