"""add_interface of robots that have components of their own."""

from support import BuilderTest, messages

from morse.core.exceptions import MorseBuilderError

JOINTS = "ros.jointstate.JointStatePR2Publisher"
CONTROLLERS = {
    "torso": "/torso_lift_controller",
    "torso.head": "/head_controller",
    "torso.l_arm": "/l_arm_controller",
    "torso.r_arm": "/r_arm_controller",
}
ROS_REQUESTS = "morse.middleware.ros_request_manager.RosRequestManager"
#: Streams of the joints of all robots of the PR2, by middleware.
PR2_JOINTS = {
    "socket": {"r.joint_state": "sockets.jointstate.PR2JointStatePublisher"},
    "yarp": {"r.joint_state": "yarp_datastream.YarpPublisher"},
    "yarp_json": {"r.joint_state": "yarp.yarp_json.YarpJsonPublisher"},
    "pocolibs": {},
    "ros": {
        "r.joint_state": JOINTS,
        **{
            f"r.{armature}.pose": "ros.jointtrajectorycontrollers.JointTrajectoryControllerStatePublisher"
            for armature in CONTROLLERS
        },
    },
    "ros2": {"r.joint_state": JOINTS},
}


class Interfaces(BuilderTest):
    def streams(self, robot: str, middleware: str) -> dict:
        """The streams by component, as class path and options."""
        document = self.scene(f"r = {robot}()\nr.add_interface('{middleware}')")
        self.assertEqual(messages(document, "error"), [])
        streams = document["component_datastream"]
        self.document = document
        found = {}
        for component, entries in streams.items():
            self.assertEqual(len(entries), 1, component)
            found[component] = (entries[0][1].removeprefix("morse.middleware."), entries[0][3])
        return found

    def test_base_pr2_streams_its_joints_over_every_middleware_with_services(self) -> None:
        for middleware, expected in PR2_JOINTS.items():
            found = self.streams("BasePR2", middleware)
            self.assertEqual({name: classpath for name, (classpath, _) in found.items()}, expected, middleware)
            services = set(self.document["component_service"])
            self.assertLessEqual({f"r.{armature}" for armature in CONTROLLERS}, services, middleware)

    def test_controllers_of_pr2_have_the_names_of_the_original(self) -> None:
        for robot in ("BasePR2", "LocalizedPR2", "NavPR2"):
            found = self.streams(robot, "ros")
            self.assertEqual(found["r.joint_state"][1], {"topic": "/joint_states"})
            overlays = self.document["overlays"][ROS_REQUESTS]
            self.assertEqual(set(overlays), {f"r.{armature}" for armature in CONTROLLERS})
            for armature, controller in CONTROLLERS.items():
                self.assertEqual(found[f"r.{armature}.pose"][1], {"topic": f"{controller}/state"})
                self.assertEqual(overlays[f"r.{armature}"][1], {"namespace": controller})

    def test_base_of_pr2_has_the_topics_of_the_original(self) -> None:
        found = self.streams("LocalizedPR2", "ros")
        self.assertEqual(found["r.pose"], ("ros.pose.TFPublisher", {}))
        self.assertEqual(found["r.motion"][1], {"topic": "/cmd_vel"})
        found = self.streams("NavPR2", "ros")
        topics = {name: found[f"r.{name}"][1]["topic"] for name in ("base_scan", "odometry", "motion")}
        self.assertEqual(topics, {"base_scan": "/scan", "odometry": "/odom", "motion": "/cmd_vel"})

    def test_options_go_to_the_stream_of_the_joints(self) -> None:
        document = self.scene("r = BasePR2()\nr.add_interface('ros', topic='/second/joint_states')")
        (joints,) = document["component_datastream"]["r.joint_state"]
        self.assertEqual(joints[3], {"topic": "/second/joint_states"})

    def test_human_streams_its_joints_and_serves_its_skeleton(self) -> None:
        for middleware, served in {"socket": 2, "ros": 1, "ros2": 2, "yarp": 0, "text": 0, "moos": 0}.items():
            self.assertEqual(list(self.streams("Human", middleware)), ["r.skeleton.joint_states"], middleware)
            self.assertEqual(len(self.document["component_service"]), served, middleware)

    def test_other_robots_have_services_and_take_no_options(self) -> None:
        self.assertEqual(self.streams("ATRV", "socket"), {})
        self.assertEqual(list(self.document["component_service"]), ["r"])
        with self.assertRaisesRegex(MorseBuilderError, "no stream, so it takes no options: port"):
            self.scene("r = ATRV()\nr.add_interface('socket', port=60001)")
