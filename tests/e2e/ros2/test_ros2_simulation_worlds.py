"""Worlds with the standard ROS 2 services for simulators (`simulation_interfaces`), with a real DDS peer."""

import unittest

from harness import ROOT
from ros2.test_ros2_simulation_interfaces import FAILED, INCORRECT_STATE, NOT_FOUND, NO_WORLD, OK, PAUSED, PLAYING, STOPPED
from ros2.test_ros2_simulation_interfaces import SimulationServices, UNSUPPORTED, pose
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
pose.add_stream('ros2', topic='/pose')
motion = MotionVW()
robot.append(motion)
motion.add_service('ros2')
{more}
env = Environment('empty')
"""

INDOORS = "indoors-1/indoor-1"
START = "morse:scene"


class WorldsTest(SimulationServices):
    scene = SCENE.format(more="")

    def worlds(self, sources=(), tags=(), continue_on_error=False):
        wanted = t.TagsFilter(tags=list(tags), filter_mode=0)
        return self.call(
            "get_available_worlds",
            additional_sources=list(sources),
            filter=wanted,
            offline_only=False,
            continue_on_error=continue_on_error,
        )

    def uris(self, *arguments, **more):
        answer = self.worlds(*arguments, **more)
        self.assertEqual(answer.result.result, OK, answer.result.error_message)
        return [world.world_resource.uri for world in answer.worlds]

    def load(self, uri, text="", strict=False):
        return self.call(
            "load_world",
            world_resource=t.Resource(uri=uri, resource_string=text),
            fail_on_unsupported_element=strict,
            ignore_missing_or_unsupported_assets=False,
        )

    def current(self):
        return self.call("get_current_world")

    def test_worlds_are_listed_with_tags(self):
        uris = self.uris()
        self.assertEqual(uris[0], START)
        self.assertLessEqual({"empty", INDOORS, "outdoors"}, set(uris))
        self.assertEqual(self.uris(tags=["scene"]), [START])
        self.assertNotIn(START, self.uris(tags=["environment"]))
        self.assertEqual(self.uris(tags=["forest"]), [])

    def test_additional_sources_are_subfolders_of_the_resource_folders(self):
        folder = self.simulator.folder / "towns" / "small"
        folder.mkdir(parents=True)
        (folder / "square.obj").write_text("v 0 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\n")
        (folder / "broken.glb").write_text("not glTF")
        self.assertLessEqual({"towns/small/square", "towns/small/broken"}, set(self.uris(["towns"])))
        self.assertEqual(self.worlds(["nothing"]).result.result, NOT_FOUND)
        self.assertEqual(self.worlds(["/etc"]).result.result, FAILED)
        self.assertEqual(self.worlds(["towns"] * 21).result.result, FAILED)
        answer = self.worlds(["nothing", "towns"], continue_on_error=True)
        self.assertEqual(answer.result.result, OK)
        self.assertIn("nothing", answer.result.error_message)
        self.assertIn("towns/small/square", [world.name for world in answer.worlds])
        self.assertEqual(self.load("towns/small/square").result.result, OK)
        self.assertEqual(self.load("towns/small/broken").result.result, 103)
        self.assertEqual(self.current().world.name, "towns/small/square", "a refused world changes nothing")

    def test_loaded_world_is_stopped_and_the_start_scene_can_be_loaded_again(self):
        before = self.current().world
        self.assertEqual((before.name, before.world_resource.uri, before.tags), ("empty", START, ["scene"]))
        answer = self.load(INDOORS)
        self.assertEqual((answer.result.result, answer.world.name), (OK, INDOORS), answer.result.error_message)
        self.assertEqual((self.simulation_state(), self.entities()), (STOPPED, []))
        self.assertEqual(self.current().world, answer.world)
        self.assertEqual(self.spawn("second", "ATRV", at=pose(0.0, 0.0, 0.2)).result.result, OK)
        self.assertEqual(self.set_state(PLAYING), OK)
        self.assertEqual(self.entities(), ["second"])
        # The start scene has its components, streams and services again.
        self.assertEqual(self.load(before.world_resource.uri).result.result, OK)
        self.assertEqual((self.simulation_state(), self.entities(), self.robots()), (STOPPED, ["robot"], ["robot"]))
        self.assertEqual(self.set_state(PLAYING), OK)
        self.peer.reader("/pose", t.PoseStamped).first()
        self.assertTrue(self.peer.client("/robot/motion/stop", t.TRIGGER).call().success)
        self.peer.reader("/joint_states", t.JointState).first()

    def test_simulation_without_a_world_refuses_to_run(self):
        self.assertEqual(self.code("unload_world"), OK)
        self.assertEqual(self.simulation_state(), NO_WORLD)
        self.assertEqual(self.code("unload_world"), 101)
        self.assertEqual(self.current().result.result, 101)
        self.assertEqual(self.entities(), [])
        for state in (STOPPED, PLAYING, PAUSED):
            self.assertEqual(self.set_state(state), 103)
        self.assertEqual(self.set_state(NO_WORLD), 101)
        self.assertEqual(self.code("step_simulation", steps=1), INCORRECT_STATE)
        self.assertEqual(self.spawn("second", "ATRV").result.result, INCORRECT_STATE)
        self.assertEqual(self.load("nothing_of_this_name").result.result, 103)
        self.assertEqual(self.simulation_state(), NO_WORLD)
        self.assertEqual(self.load("empty").result.result, OK)
        self.assertEqual(self.simulation_state(), STOPPED)

    def test_each_load_error_has_its_code_and_changes_nothing(self):
        for code, arguments in (
            (102, ("",)),
            (UNSUPPORTED, ("", "<sdf/>")),
            (UNSUPPORTED, (INDOORS, "", True)),
            (101, ("file:///etc/passwd",)),
            (103, ("nothing_of_this_name",)),
            (FAILED, ("../secret",)),
        ):
            answer = self.load(*arguments)
            self.assertEqual(answer.result.result, code, answer.result.error_message)
            self.assertTrue(answer.result.error_message)
        self.assertEqual(self.set_state(NO_WORLD), 103)
        self.assertEqual((self.simulation_state(), self.entities()), (PLAYING, ["robot"]))


class FixedWorldTest(SimulationServices):
    scene = SCENE.format(more="motion.add_overlay('ros2', 'own_parts.overlays.Neck')").replace(
        "MotionVW", "PTU", 1
    ).replace("from morse", "import sys\nsys.path.append(%r)\nfrom morse" % str(ROOT / "examples"), 1)

    def test_world_with_python_components_cannot_be_replaced(self):
        features = self.call("get_simulator_features").features.features
        self.assertTrue({40, 43}.isdisjoint(features) and {42, 44, 45} <= set(features))
        load = {"fail_on_unsupported_element": False, "ignore_missing_or_unsupported_assets": False}
        world = t.Resource(uri=INDOORS, resource_string="")
        self.assertEqual(self.code("load_world", world_resource=world, **load), UNSUPPORTED)
        answer = self.call("unload_world")
        self.assertEqual(answer.result.result, UNSUPPORTED)
        self.assertIn("Python", answer.result.error_message)
        self.assertEqual((self.simulation_state(), self.entities()), (PLAYING, ["robot"]))


if __name__ == "__main__":
    unittest.main()
