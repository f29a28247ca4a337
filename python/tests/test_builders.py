"""Every builder class of the catalog, and builder classes with special behavior."""

import json
import math
import os

from support import ROOT, BuilderTest, named

import morse.builder as builder
from morse.builder import catalog

ARGUMENTS = {"Armature": "armature_name='arm'", "CompoundSensor": "[]"}


class Catalog(BuilderTest):
    def test_every_class_exists_with_its_defaults(self) -> None:
        for name, facts in catalog.builders().items():
            document = self.scene(f"c = {name}({ARGUMENTS.get(name, '')})")
            entry = named(document, document["objects"][0]["name"])
            component = facts["component"]
            self.assertEqual((entry["class"], entry["builder"]), (component["class"], name))
            self.assertEqual(entry["kind"], component["kind"])
            self.assertEqual(entry["rate_hz"], facts["rate_hz"], name)
            self.assertLessEqual(facts["properties"].items(), entry["properties"].items(), name)
            self.assertLessEqual(facts["body"].items(), entry["body"].items(), name)

    def test_the_catalog_keeps_its_format(self) -> None:
        with open(os.path.join(ROOT, "morse", "builder", "catalog", "catalog.json"), encoding="utf-8") as stream:
            text = stream.read()
        self.assertEqual(text, json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n")

    def test_the_simulator_has_the_same_wiring_tables(self) -> None:
        theirs = os.path.join(os.path.dirname(ROOT), "crates", "scene", "data", "wiring.json")
        if not os.path.isfile(theirs):
            self.skipTest("the package is tested apart from the simulator's sources")
        with open(theirs, encoding="utf-8") as stream:
            self.assertEqual(catalog.wiring(), json.load(stream))

    def test_components_do_not_share_options(self) -> None:
        document = self.scene("a = Gripper()\na.properties(Angle=10.0)\nb = Gripper()")
        angles = [entry["options"]["radars"][0]["angle_deg"] for entry in document["objects"]]
        self.assertEqual(angles, [10.0, 60.0])

    def test_star_import_has_the_names_of_the_original(self) -> None:
        names = (
            "Robot GroundRobot WheeledRobot VelodyneZB LaserSensorWithArc PassiveObject Zone Component "
            "AbstractComponent ComponentCreator SensorCreator ActuatorCreator Configuration TimeStrategies Mesh "
            "Plane Cube Sphere IcoSphere Cylinder Cone Torus Empty Coordsys Spot Camera bpymorse math os sys "
            "logging pprint mathutils logger MORSE_DATASTREAM_MODULE MorseBuilderError MorseRPCInvokationError "
            "morse_excepthook sensors actuators robots human pr2 morserobots blenderobjects creator environment "
            "morsebuilder data abstractcomponent Environment"
        ).split()
        missing = set(names) | set(catalog.builders())
        missing -= set(builder.__all__)
        self.assertEqual(missing, set())

    def test_star_imports_of_submodules(self) -> None:
        self.scene("""
            from morse.builder.actuators import *
            from morse.builder.sensors import *
            from morse.builder.blenderobjects import *
            from morse.builder.creator import SensorCreator, ActuatorCreator, ComponentCreator, bpymorse
            from morse.builder.robots.morserobots import ATRV
            from morse.builder.data import *
            assert MORSE_DATASTREAM_MODULE['socket'].endswith('SocketDatastreamManager')
            r = ATRV()
            """)


class Robots(BuilderTest):
    def test_robots_of_files_have_their_joints(self) -> None:
        document = self.scene("""
            car = SmallCar('car')
            drive = AckermannDrive('drive')
            drive.properties(**SmallCar.WHEELS, **SmallCar.STEERING)
            car.append(drive)
            for robot in (SmallArm('a'), SmallRover('b'), SixAxisArm('c'), MobileManipulator('d'), Quadruped('e'),
                          OmniBase('f'), CameraDrone('g'), Humanoid('h')):
                robot.append(JointController('controller'))
            """)
        models = {entry["name"]: entry["model"]["file"] for entry in document["objects"] if entry["kind"] == "robot"}
        self.assertEqual(models["car"], "robots/small_car")
        self.assertEqual(models["d"], "robots/mobile_manipulator")
        self.assertEqual([models[name] for name in "fgh"], ["robots/omni_base", "robots/camera_drone", "robots/humanoid"])
        properties = named(document, "car.drive")["properties"]
        self.assertEqual(properties["SteeringJoints"], "front_left_steering, front_right_steering")

    def test_physics_methods(self) -> None:
        document = self.scene("""
            r = Robot()
            r.set_mass(5)
            r.set_friction(0.5)
            r.set_rigid_body()
            r.set_collision_bounds()
            g = Morsy()
            g.make_ghost()
            x = ATRV()
            x.make_external()
            h = ATRV()
            h.make_grasper('hand')
            """)
        self.assertEqual(
            named(document, "r")["body"],
            {"mass": 5.0, "friction": 0.5, "physics": "RIGID_BODY", "bounds": "CONVEX_HULL", "compound": True},
        )
        ghost = named(document, "g")
        self.assertEqual(
            (ghost["body"]["physics"], ghost["body"]["ghost"], ghost["visual"]["alpha"]), ("NO_COLLISION", True, 0.3)
        )
        external = named(document, "x")
        self.assertTrue(external["external"])
        self.assertNotIn("Robot_Tag", external["properties"])
        self.assertIs(external["properties"]["External_Robot_Tag"], True)
        self.assertEqual(named(document, "h")["options"]["grasper"]["object"], "hand")
        with self.assertRaisesRegex(ValueError, "RIGID_BODY"):
            self.scene("r = Robot()\nr.set_physics_type('RIGID')")

    def test_defaults(self) -> None:
        document = self.scene(
            "m = Morsy()\nq = QUAD2012()\ns = SegwayRMP400()\nv = Victim()\nf = FakeRobot()\nb = Robot()"
        )
        self.assertEqual(named(document, "m")["body"]["radius"], 0.08)
        self.assertEqual(named(document, "q")["body"], {"physics": "NO_COLLISION"})
        segway = named(document, "s")
        self.assertNotIn("GroundRobot", segway["properties"])
        self.assertEqual(segway["properties"]["FixTurningSpeed"], 1.16)
        self.assertTrue(segway["options"]["detach_wheels"])
        self.assertEqual(named(document, "v")["properties"]["Requirements"], "1,2,3")
        self.assertIsNone(named(document, "f")["model"])
        self.assertEqual(
            (named(document, "b")["class"], named(document, "b")["model"]), ("morse.robots.fakerobot.FakeRobot", None)
        )

    def test_custom_robot(self) -> None:
        document = self.scene("""
            class Ranger(GroundRobot):
                def __init__(self, name=None):
                    GroundRobot.__init__(self, 'my_sim/robots/ranger.blend', name)
                    self.properties(classpath='my_sim.robots.ranger.Ranger')
                    self.motion = MotionVW()
                    self.append(self.motion)

            r = Ranger()
            """)
        entry = named(document, "r")
        self.assertEqual((entry["class"], entry["builder"]), ("my_sim.robots.ranger.Ranger", "Ranger"))
        self.assertEqual(entry["model"]["file"], "my_sim/robots/ranger.blend")
        self.assertIs(entry["properties"]["GroundRobot"], True)
        self.assertEqual(named(document, "r.motion")["source"]["line"], 6 + 1)

    def test_human_interface(self) -> None:
        document = self.scene("human = Human()\nhuman.add_interface('socket')")
        self.assertEqual(list(document["component_datastream"]), ["human.skeleton.joint_states"])
        self.assertEqual(list(document["component_service"]), ["human.skeleton", "human.skeleton.joint_states"])
        targets = named(document, "human.skeleton")["options"]["ik_targets"]
        self.assertEqual(targets[1], {"bone": "wrist_L", "name": "ik_target.human.skeleton.wrist_L"})

    def test_pr2_interface(self) -> None:
        document = self.scene("pr2 = NavPR2(with_keyboard=False)\npr2.add_interface('socket')")
        stream = document["component_datastream"]["pr2.joint_state"][0]
        self.assertEqual(stream[1], "morse.middleware.sockets.jointstate.PR2JointStatePublisher")
        self.assertIn("pr2.torso.l_arm", document["component_service"])
        scan = named(document, "pr2.base_scan")
        self.assertEqual((scan["location"], scan["properties"]["scan_window"]), ([0.275, 0.0, 0.252], 180.0))
        joints = named(document, "pr2.joint_state")["properties"]["sensors"]
        self.assertEqual(joints.split(",")[:2], ["pr2.torso.pose", "pr2.torso.head.pose"])
        self.assertEqual(named(document, "pr2.torso")["options"]["armature_name"], "torso_armature")


class Components(BuilderTest):
    def on_robot(self, lines: str) -> dict:
        self.document = self.scene("r = ATRV()\n" + lines + "\nr.append(c)")
        return named(self.document, "r.c")

    def test_compound(self) -> None:
        entry = self.on_robot("p = Pose()\nr.append(p)\ng = GPS()\nr.append(g)\nc = CompoundSensor([p, g])")
        self.assertEqual(entry["properties"]["sensors"], "r.p,r.g")
        self.assertEqual(entry["options"]["sensors"], ["r.p", "r.g"])

    def test_vlp16(self) -> None:
        entry = self.on_robot("c = VLP16_180()")
        self.assertEqual(entry["options"], {"cameras": ["r.c.cam0", "r.c.cam1", "r.c.cam2"], "master": "r.c.cam1"})
        left = named(self.document, "r.c.cam2")
        self.assertEqual((left["rate_hz"], left["properties"]["cam_focal"]), (10.0, 27.7))
        self.assertAlmostEqual(left["rotation"][2], math.pi / 2 + math.radians(60))
        self.assertEqual(json.loads(left["properties"]["keep_list"])[:2], [1, 17])

    def test_aggregator(self) -> None:
        entry = self.on_robot(
            "c = DepthCameraAggregator()\nd = DepthCamera()\nc.append(d)\nc.set_master(0)\nassert c.cameras == [d]"
        )
        self.assertEqual(entry["options"], {"cameras": ["r.c.d"], "master": "r.c.d"})

    def test_kinect(self) -> None:
        document = self.scene("r = ATRV()\nk = Kinect()\nr.append(k)\nk.frequency(5)\nk.profile()")
        depth = named(document, "r.Kinect.depth")
        self.assertEqual(depth["class"], "morse.sensors.depth_camera.DepthVideoCamera")
        self.assertEqual((depth["location"], depth["rate_hz"]), ([0.06, -0.08, 0.04], 5.0))
        self.assertEqual(named(document, "r.Kinect.rgb")["properties"]["profile"], "0")

    def test_arms(self) -> None:
        from morse.core.exceptions import MorseBuilderError

        entry = self.on_robot("c = KukaLWR()")
        self.assertEqual(entry["model"]["file"], "actuators/kuka_lwr")
        self.assertEqual(entry["options"]["ik_targets"], [{"bone": "kuka_7", "name": "ik_target.r.c.kuka_7"}])
        entry = self.on_robot("c = Armature(model_name='my/arm.blend')\nc.create_ik_targets(['a', 'b'])")
        self.assertEqual((entry["model"]["file"], len(entry["options"]["ik_targets"])), ("my/arm.blend", 2))
        with self.assertRaises(MorseBuilderError):
            self.scene("a = Armature()")

    def test_radars_follow_properties(self) -> None:
        entry = self.on_robot("c = SearchAndRescue()\nc.properties(Angle=30.0, Distance=5.0, Freq=3)")
        radar = entry["options"]["radars"][0]
        self.assertEqual((radar["angle_deg"], radar["distance_m"], radar["tick_skip"]), (30.0, 5.0, 3))
        self.assertEqual(len(self.on_robot("c = Waypoint()")["options"]["radars"]), 2)
        self.assertEqual(self.on_robot("c = Light()\nc.properties(distance=4.0)")["options"]["lamp"]["distance_m"], 4.0)

    def test_collision_is_small(self) -> None:
        entry = self.on_robot("c = Collision()\nc.properties(only_objects_with_property='obstacle')")
        self.assertEqual((entry["scale"], entry["body"]["physics"]), ([0.02] * 3, "SENSOR"))

    def test_parts_of_a_model(self) -> None:
        entry = self.on_robot("c = PTU()")
        self.assertEqual(
            (entry["model"]["file"], entry["options"]["model_parts"]), ("actuators/ptu", ["PanBase", "TiltBase"])
        )
        entry = self.on_robot(
            "class Mine(SensorCreator):\n    _classpath = 'a.B'\n    _blendname = 'my/s.blend'\n"
            "c = Mine()\nc.append_meshes(['M'])"
        )
        self.assertEqual(entry["parts"], [{"file": "my/s.blend", "objects": ["M"], "prefix": None}])

    def test_sound(self) -> None:
        with self.assertRaises(FileNotFoundError):
            self.on_robot("c = Sound()\nc.open('/path/to/file.mp3')")
        path = self.write("", "beep.wav")
        self.assertEqual(self.on_robot(f"c = Sound()\nc.open({path!r})")["options"]["sound_file"], path)

    def test_joystick(self) -> None:
        self.assertEqual(self.on_robot("c = Joystick(index=2)")["options"], {"joystick_index": 2})


class Objects(BuilderTest):
    def test_passive_objects(self) -> None:
        document = self.scene("""
            r = ATRV()
            for i in range(2):
                table = PassiveObject('props/objects', 'SmallTable')
                table.setgraspable()
            other = PassiveObject('props/kitchen_objects', 'Cornflakes', keep_pose=True)
            other.properties(Label='BREAKFAST')
            other.setgraspable()
            """)
        first = named(document, "SmallTable")
        self.assertEqual(first["properties"], {"Object": True, "Graspable": True, "Label": "SmallTable"})
        self.assertEqual(named(document, "table")["properties"]["Label"], "SmallTable.001")
        cereal = named(document, "other")
        self.assertEqual(cereal["properties"]["Label"], "BREAKFAST")
        self.assertEqual(
            cereal["model"],
            {"file": "props/kitchen_objects", "object": None, "prefix": "Cornflakes", "keep_pose": True},
        )

    def test_primitives(self) -> None:
        kinds = {
            "Plane": "plane", "Cube": "cube", "Sphere": "sphere", "IcoSphere": "ico_sphere", "Cylinder": "cylinder",
            "Cone": "cone", "Torus": "torus", "Empty": "empty", "Coordsys": "empty", "Spot": "spot", "Camera": "camera",
        }  # fmt: skip
        lines = "r = ATRV()\n" + "".join(f"{name.lower()} = {name}('My{name}')\n" for name in kinds)
        document = self.scene(lines)
        for name, kind in kinds.items():
            entry = named(document, "My" + name)
            self.assertEqual((entry["kind"], entry["shape"]["kind"], entry["class"]), ("object", kind, None))
        self.assertEqual(named(document, "MyCylinder")["shape"], {"kind": "cylinder", "radius": 1.0, "depth": 2.0})
        with self.assertRaises(TypeError):
            self.scene("c = Cube()")

    def test_a_shape_on_a_component_is_named_after_it(self) -> None:
        document = self.scene("r = ATRV()\np = Pose()\nr.append(p)\nc = Cube('Box')\np.append(c)")
        self.assertEqual(named(document, "r.p.Box")["parent"], "r.p")
