"""Robots of SDF worlds: models that declare components, with these components, at their places in the world."""

import os
from unittest import mock

from support import BuilderTest, named

from morse.robot_file.world import models_of_world

ROVER = """<sdf version="1.8"><model name="rover"><pose>9 9 9 0 0 0</pose><link name="base"><inertial><mass>1</mass></inertial>
  <visual name="v"><geometry><mesh><uri>meshes/hull.stl</uri></mesh></geometry></visual>
  <sensor name="imu" type="imu"><update_rate>20</update_rate></sensor></link>
  <link name="left"/><link name="right"/><joint name="l" type="revolute"><parent>base</parent><child>left</child><axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="r" type="revolute"><parent>base</parent><child>right</child><axis><xyz>0 1 0</xyz></axis></joint>
  <plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive"><left_joint>l</left_joint><right_joint>r</right_joint>
    <wheel_separation>0.4</wheel_separation><wheel_radius>0.1</wheel_radius></plugin></model></sdf>"""
CAMERA = "<link name='l'><sensor name='eye' type='camera'><camera><image><width>64</width></image></camera></sensor></link>"
WORLD = f"""<sdf version="1.9"><world name="w">
  <include><uri>model://sun</uri></include>
  <include><uri>model://rover</uri><name>first</name><pose>1 2 0 0 0 0</pose></include>
  <include><uri>model://rover</uri><name>second</name></include>
  <include><uri>model://gone</uri></include>
  <model name="mast"><static>true</static>{CAMERA}</model>
  <model name="box"><link name="l"><inertial><mass>1</mass></inertial></link></model>
  <model name="drone"><pose>0 0 3 0 0 0</pose>{CAMERA}</model></world></sdf>"""


class WorldRobotsTest(BuilderTest):
    """Models of worlds become robots."""

    def setUp(self) -> None:
        super().setUp()
        self.write(ROVER, "models/rover/model.sdf")
        self.write("solid", "models/rover/meshes/hull.stl")
        self.world = self.write(WORLD, "worlds/yard.world")
        changes = {"GZ_SIM_RESOURCE_PATH": os.path.join(self.folder, "models"), "XDG_CACHE_HOME": os.path.join(self.folder, "cache")}
        patch = mock.patch.dict(os.environ, changes)
        patch.start()
        self.addCleanup(patch.stop)

    def test_models_with_sensors_or_plugins_that_move_are_found(self) -> None:
        found = models_of_world(self.world)
        self.assertEqual([one.name for one in found], ["first", "second", "drone"])
        self.assertIn("<pose>1 2 0 0 0 0</pose>", found[0].text)
        self.assertNotIn("<pose>9 9 9 0 0 0</pose>", found[0].text)
        self.assertIn("<pose>9 9 9 0 0 0</pose>", found[1].text)
        self.assertEqual(found[0].links, ["meshes"])
        self.assertIn('version="1.8"', found[0].text)

    def test_robots_of_a_world_have_its_components_and_the_world_leaves_out_their_models(self) -> None:
        document = self.describe(f"""
            from morse.builder import *
            robots = world_robots({self.world!r}, 'socket')
            assert list(robots) == ['first', 'second', 'drone'], robots
            env = Environment({self.world!r})
            """)
        self.assertEqual(document["environment"]["models_of_robots"], ["first", "second", "drone"])
        classes = {name: named(document, name)["class"] for name in ("first.imu", "first.drive", "drone.eye")}
        self.assertEqual(classes["first.drive"], "morse.actuators.diff_drive.DiffDrive")
        self.assertEqual(classes["drone.eye"], "morse.sensors.video_camera.VideoCamera")
        file = named(document, "first")["model"]["file"]
        self.assertTrue(os.path.isfile(os.path.join(os.path.dirname(file), "meshes", "hull.stl")))

    def test_file_without_a_world_has_no_robots(self) -> None:
        self.assertEqual(models_of_world(os.path.join(self.folder, "models/rover/model.sdf")), [])

    def test_missing_world_is_an_error_with_its_name(self) -> None:
        with self.assertRaisesRegex(Exception, "there is no world 'nowhere.world'"):
            self.describe("from morse.builder import *\nworld_robots('nowhere.world')\nenv = Environment('empty')\n")
