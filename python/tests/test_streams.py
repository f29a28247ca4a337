"""add_stream and default interfaces: stream classes, levels, and warnings."""

from support import SOCKET, SOCKET_IN, SOCKET_OUT, SOCKET_REQUESTS, BuilderTest, messages, named

from morse.core.exceptions import MorseBuilderError


class Streams(BuilderTest):
    def streams_of(self, lines: str, name: str = "r.c") -> list:
        document = self.scene("r = ATRV()\n" + lines + "\nr.append(c)")
        self.document = document
        return document["component_datastream"].get(name, [])

    def test_directions(self) -> None:
        self.assertEqual(self.streams_of("c = Pose()\nc.add_stream('socket')"), [[SOCKET, SOCKET_OUT, "OUT", {}]])
        self.assertEqual(self.streams_of("c = MotionVW()\nc.add_stream('socket')"), [[SOCKET, SOCKET_IN, "IN", {}]])
        streams = self.streams_of("c = MotionVW()\nc.add_stream('socket', 'my.Out', direction='OUT')")
        self.assertEqual(streams, [[SOCKET, "my.Out", "OUT", {}]])

    def test_options_are_kept_as_given(self) -> None:
        streams = self.streams_of(
            "c = Pose()\nc.add_stream('ros', topic='/x', frame_id=None, sizes=(1, 2.0), port=61000)"
        )
        self.assertEqual(streams[0][3], {"topic": "/x", "frame_id": None, "sizes": {"$tuple": [1, 2.0]}, "port": 61000})

    def test_class_path_and_manager_of_the_user(self) -> None:
        streams = self.streams_of("c = Pose()\nc.add_stream('my.Manager', 'my.pkg.Class', topic='/x')")
        self.assertEqual(streams, [["my.Manager", "my.pkg.Class", "OUT", {"topic": "/x"}]])

    def test_several_calls_are_several_streams(self) -> None:
        streams = self.streams_of("c = Pose()\nc.add_stream('socket')\nc.add_stream('text')\nc.add_stream('socket')")
        self.assertEqual(len(streams), 3)

    def test_default_levels_are_written_to_the_component(self) -> None:
        for builder, level in (("Odometry", "integrated"), ("GPS", "simple"), ("Sick", "raw"), ("Hokuyo", "raw")):
            self.streams_of(f"c = {builder}()\nc.add_stream('socket')")
            self.assertEqual(named(self.document, "r.c")["level"], level, builder)
            self.streams_of(f"c = {builder}()")
            self.assertIsNone(named(self.document, "r.c")["level"], builder)

    def test_a_level_of_our_own_has_the_streams_of_the_component_without_level(self) -> None:
        streams = self.streams_of("c = IMU()\nc.level('physical')\nc.add_stream('socket')")
        self.assertEqual(streams, [[SOCKET, SOCKET_OUT, "OUT", {}]])
        self.assertEqual(named(self.document, "r.c")["level"], "physical")

    def test_a_chosen_class_leaves_the_level_alone(self) -> None:
        self.streams_of("c = Odometry()\nc.add_stream('socket', 'my.Class')")
        self.assertIsNone(named(self.document, "r.c")["level"])

    def test_a_class_of_some_levels_brings_its_level(self) -> None:
        for classpath in ("pocolibs.sensors.pom.PomPoster", "pocolibs.sensors.pom.PomSensorPoster"):
            self.streams_of(f"c = Odometry()\nc.add_stream('pocolibs', 'morse.middleware.{classpath}')")
            self.assertEqual(named(self.document, "r.c")["level"], "integrated")
        # A class for any data, and components whose class has its fields at no level.
        self.streams_of(f"c = Odometry()\nc.add_stream('socket', '{SOCKET_OUT}')")
        self.assertIsNone(named(self.document, "r.c")["level"])
        self.streams_of("c = Pose()\nc.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster')")
        self.assertIsNone(named(self.document, "r.c")["level"])

    def test_a_class_of_another_level_comes_with_a_warning(self) -> None:
        classpath = "morse.middleware.pocolibs.sensors.pom.PomPoster"
        lines = f"c = Odometry()\nc.level('raw')\nc.add_stream('pocolibs', '{classpath}')"
        self.assertEqual(self.streams_of(lines)[0][1], classpath)
        self.assertEqual(named(self.document, "r.c")["level"], "raw")
        (warning,) = messages(self.document, "warning")
        self.assertIn(f"{classpath} is a stream of level 'integrated'", warning)
        self.assertIn("'raw'", warning)

    def test_generic_streams_come_with_a_warning(self) -> None:
        self.assertEqual(self.streams_of("c = Airspeed()\nc.add_stream('socket')"), [[SOCKET, SOCKET_OUT, "OUT", {}]])
        self.assertEqual(len(messages(self.document, "warning")), 1)
        text = "morse.middleware.text_datastream.Publisher"
        self.assertEqual(self.streams_of("c = Collision()\nc.add_stream('text')")[0][1], text)

    def test_ros_has_the_classes_of_its_table(self) -> None:
        ros = "morse.middleware.ros_datastream.ROSDatastreamManager"
        for builder, classpath in (
            ("Pose", "pose.PoseStampedPublisher"),
            ("Odometry", "odometry.OdometryPublisher"),
            ("Hokuyo", "laserscanner.LaserScanPublisher"),
            ("DepthCamera", "depth_camera.DepthCameraPublisher"),
            ("Gyroscope", "StringPublisher"),
        ):
            streams = self.streams_of(f"c = {builder}()\nc.add_stream('ros')")
            self.assertEqual(streams, [[ros, f"morse.middleware.ros.{classpath}", "OUT", {}]], builder)
        streams = self.streams_of("c = Infrared()\nc.level('range')\nc.add_stream('ros')")
        self.assertEqual(streams, [[ros, "morse.middleware.ros.infrared.RangePublisher", "OUT", {}]])
        streams = self.streams_of("c = MotionVW()\nc.add_stream('ros', topic='/cmd_vel')")
        self.assertEqual(streams, [[ros, "morse.middleware.ros.motion_vw.TwistReader", "IN", {"topic": "/cmd_vel"}]])

    def test_ros_2_has_one_class_for_all(self) -> None:
        ros2 = "morse.middleware.ros2_datastream."
        for builder in ("Pose", "Airspeed", "Odometry", "CompoundSensor([])"):
            builder = builder if "(" in builder else builder + "()"
            streams = self.streams_of(f"c = {builder}\nc.add_stream('ros2', frame_id='map')")
            expected = [ros2 + "ROS2DatastreamManager", ros2 + "ROS2Publisher", "OUT", {"frame_id": "map"}]
            self.assertEqual(streams, [expected], builder)
            self.assertEqual(messages(self.document, "warning"), [], builder)
        streams = self.streams_of("c = SteerForce()\nc.add_stream('ros2')")
        self.assertEqual(streams, [[ros2 + "ROS2DatastreamManager", ros2 + "ROS2Reader", "IN", {}]])
        streams = self.streams_of("c = Pose()\nc.add_stream('ros2', 'morse.middleware.ros.pose.TFPublisher')")
        self.assertEqual(streams[0][:2], [ros2 + "ROS2DatastreamManager", "morse.middleware.ros.pose.TFPublisher"])

    def test_unsuitable_streams_are_logged_and_omitted(self) -> None:
        cases = {
            "c = Airspeed()\nc.add_stream('ros')": "no stream for 'ros'",
            "c = Pose()\nc.add_stream('rso2')": "did you mean 'ros2'?",
            "c = Odometry()\nc.level('raw')\nc.add_stream('ros')": "at level 'raw'",
            "c = Odometry()\nc.level('exact')\nc.add_stream('socket')": "no level 'exact'",
            "c = Pose()\nc.add_stream('carrier_pigeon')": "carrier_pigeon",
            "c = SensorCreator()\nc.add_stream('socket')": "no class path",
        }
        for lines, reason in cases.items():
            self.assertEqual(self.streams_of(lines), [], lines)
            log = self.document["builder_log"]
            self.assertEqual([(entry["severity"], entry["object"]) for entry in log], [("error", "r.c")], lines)
            self.assertIn(reason, log[0]["message"])
            self.assertTrue(log[0]["source"]["file"].endswith("scene.py"))

    def test_classes_of_the_user(self) -> None:
        lines = "class Mine(SensorCreator):\n    _classpath = 'my.pkg.Mine'\nc = Mine()\nc.add_stream('socket')"
        self.assertEqual(self.streams_of(lines), [[SOCKET, SOCKET_OUT, "OUT", {}]])
        entry = named(self.document, "r.c")
        self.assertEqual((entry["class"], entry["builder"], entry["rate_hz"]), ("my.pkg.Mine", "Mine", 60.0))
        lines = "class Mine(ActuatorCreator):\n    _classpath = 'my.pkg.Mine'\nc = Mine()\nc.add_stream('socket')"
        self.assertEqual(self.streams_of(lines), [[SOCKET, SOCKET_IN, "IN", {}]])

    def test_unexportable_components_end_the_script(self) -> None:
        for builder in ("Keyboard", "Joystick", "Drag"):
            with self.assertRaises(SystemExit) as caught:
                self.scene(f"r = ATRV()\nc = {builder}()\nr.append(c)\nc.add_stream('socket')")
            self.assertIn(builder, str(caught.exception.code))

    def test_the_old_form_with_a_module_is_refused(self) -> None:
        with self.assertRaisesRegex(MorseBuilderError, "class path"):
            self.streams_of("c = Pose()\nc.add_stream('yarp', 'post_json_message', 'morse/middleware/yarp/json_mod')")

    def test_yarp_json(self) -> None:
        streams = self.streams_of("c = GPS()\nc.add_stream('yarp_json')")
        self.assertEqual(streams[0][0], "morse.middleware.yarp_datastream.YarpDatastreamManager")
        self.assertEqual(streams[0][1], "morse.middleware.yarp.yarp_json.YarpJsonPublisher")

    def test_kinect_streams_both_cameras(self) -> None:
        document = self.scene("r = ATRV()\nk = Kinect()\nr.append(k)\nk.add_stream('ros', frame_id='kinect')")
        self.assertEqual(list(document["component_datastream"]), ["r.Kinect.depth", "r.Kinect.rgb"])


class DefaultInterfaces(BuilderTest):
    def test_all_components_of_a_robot_get_the_interface(self) -> None:
        document = self.scene("""
            r = ATRV()
            pose = Pose()
            pose.add_stream('socket', port=61000)
            r.append(pose)
            odo = Odometry()
            r.append(odo)
            keyb = Keyboard()
            r.append(keyb)
            cam = Pose()
            pose.append(cam)
            ptu = PTU()
            r.append(ptu)
            box = Cube('Box')
            r.append(box)
            r.add_default_interface('socket')
            """)
        streams = document["component_datastream"]
        self.assertEqual(list(streams), ["r.odo", "r.pose", "r.pose.cam", "r.ptu"])
        self.assertEqual(streams["r.pose"], [[SOCKET, SOCKET_OUT, "OUT", {"port": 61000}]])
        self.assertEqual(named(document, "r.odo")["level"], "integrated")
        services = document["component_service"]
        self.assertEqual(list(services), ["r.keyb", "r.odo", "r.pose", "r.pose.cam", "r.ptu"])
        self.assertEqual(services["r.keyb"], [SOCKET_REQUESTS])

    def test_services_are_not_deduplicated(self) -> None:
        document = self.scene(
            "r = ATRV()\np = Pose()\np.add_service('socket')\nr.append(p)\nr.add_default_interface('socket')"
        )
        self.assertEqual(document["component_service"], {"r.p": [SOCKET_REQUESTS] * 2})

    def test_the_last_one_counts(self) -> None:
        document = self.scene(
            "r = ATRV()\np = Pose()\nr.append(p)\nr.add_default_interface('ros')\nr.add_default_interface('socket')"
        )
        self.assertEqual([stream[0] for stream in document["component_datastream"]["r.p"]], [SOCKET])

    def test_ros_2_reaches_every_component(self) -> None:
        document = self.scene("r = ATRV()\np = Pose()\nr.append(p)\nr.add_default_interface('ros2')")
        self.assertEqual(document["component_datastream"]["r.p"][0][1], "morse.middleware.ros2_datastream.ROS2Publisher")
        self.assertEqual(document["component_service"]["r.p"], ["morse.middleware.ros2_request_manager.ROS2RequestManager"])

    def test_a_middleware_without_services_is_fatal(self) -> None:
        with self.assertRaises(KeyError):
            self.scene("r = ATRV()\np = Pose()\nr.append(p)\nr.add_default_interface('text')")

    def test_kinect_is_not_streamed_twice(self) -> None:
        document = self.scene("r = ATRV()\nk = Kinect()\nr.append(k)\nr.add_default_interface('socket')")
        counts = {name: len(streams) for name, streams in document["component_datastream"].items()}
        self.assertEqual(counts, {"r.Kinect.depth": 1, "r.Kinect.rgb": 1})
