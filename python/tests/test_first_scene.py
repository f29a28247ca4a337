"""The scene of the first tutorial: its five wiring tables, its objects, and the script line of each."""

import os

from support import EXAMPLES, SOCKET, SOCKET_IN, SOCKET_OUT, SOCKET_REQUESTS, BuilderTest, named, names


class FirstScene(BuilderTest):
    def setUp(self) -> None:
        super().setUp()
        self.path = os.path.join(EXAMPLES, "first_scene.py")
        self.document = self.describe_file(self.path)

    def test_streams(self) -> None:
        self.assertEqual(
            self.document["component_datastream"],
            {
                "robot.odometry": [[SOCKET, SOCKET_OUT, "OUT", {}]],
                "robot.pose": [[SOCKET, SOCKET_OUT, "OUT", {}]],
                "robot.waypoint": [[SOCKET, SOCKET_IN, "IN", {}]],
            },
        )

    def test_other_tables(self) -> None:
        noise = "morse.modifiers.pose_noise.PoseNoiseModifier"
        self.assertEqual(self.document["component_modifier"], {"robot.pose": [[noise, "OUT", {}]]})
        self.assertEqual(self.document["component_service"], {"robot.waypoint": [SOCKET_REQUESTS]})
        self.assertEqual(self.document["overlays"], {})
        self.assertEqual(self.document["stream_manager"], {SOCKET: {"time_sync": True, "sync_port": 5000}})

    def test_tables_are_sorted_by_component(self) -> None:
        keys = list(self.document["component_datastream"])
        self.assertEqual(keys, sorted(keys))

    def test_objects(self) -> None:
        self.assertEqual(names(self.document), ["robot", "robot.pose", "robot.odometry", "robot.waypoint"])
        robot = named(self.document, "robot")
        self.assertEqual((robot["kind"], robot["class"], robot["builder"]), ("robot", "morse.robots.atrv.ATRV", "ATRV"))
        self.assertEqual(robot["location"], [0.0, 0.0, 0.0])
        self.assertEqual(robot["properties"], {"Robot_Tag": True, "GroundRobot": True})
        self.assertIsNone(robot["rate_hz"])
        self.assertEqual(robot["model"]["file"], "robots/atrv")
        odometry = named(self.document, "robot.odometry")
        self.assertEqual((odometry["level"], odometry["rate_hz"], odometry["parent"]), ("differential", 60.0, "robot"))

    def test_environment(self) -> None:
        environment = self.document["environment"]
        self.assertEqual((environment["file"], environment["fastmode"]), ("empty", True))
        self.assertEqual(environment["time"]["strategy"], "best_effort")
        self.assertIsNone(environment["multinode"])

    def test_every_line_is_known(self) -> None:
        lines = {entry["name"]: entry["source"]["line"] for entry in self.document["objects"]}
        self.assertEqual(lines, {"robot": 3, "robot.pose": 5, "robot.odometry": 10, "robot.waypoint": 15})
        sources = self.document["wiring_sources"]
        self.assertEqual(sources["component_datastream"]["robot.pose"], [{"file": self.path, "line": 6}])
        self.assertEqual(sources["component_modifier"]["robot.pose"][0]["line"], 7)
        self.assertEqual(sources["component_service"]["robot.waypoint"][0]["line"], 16)
        self.assertEqual(sources["stream_manager"][SOCKET]["line"], 20)
        self.assertEqual(self.document["environment"]["source"], {"file": self.path, "line": 19})

    def test_nothing_is_logged(self) -> None:
        self.assertEqual(self.document["builder_log"], [])
