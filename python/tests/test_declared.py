"""Components that robot files declare: sensors, drives and controllers; declarations without a component are named."""

import math
import os

from support import BuilderTest, messages, named

from morse.core.exceptions import MorseBuilderError
from morse.robot_file.declarations import RobotFileError, declarations
from morse.robot_file.mapping import mapped

HAND = os.path.join(os.path.dirname(__file__), "..", "..", "assets", "robots", "small_hand.xml")
ROVER = os.path.join(os.path.dirname(__file__), "..", "..", "assets", "robots", "small_rover.urdf")

URDF = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="base"/>%s</robot>"""

CAR = os.path.join(os.path.dirname(__file__), "..", "..", "assets", "robots", "small_car.urdf")

SDF = """<sdf version="1.9"><model name="bot">
  <link name="body">
    <sensor name="gps" type="navsat"><update_rate>2</update_rate></sensor>
    <sensor name="tilted" type="gpu_lidar"><pose degrees="true">1 2 3 0 0 90</pose>
      <lidar><scan><horizontal><samples>91</samples><min_angle>0</min_angle><max_angle>1.5707963</max_angle></horizontal>
        <vertical><samples>4</samples><min_angle>-0.15</min_angle><max_angle>0.15</max_angle></vertical></scan>
        <range><max>12</max></range></lidar></sensor>
    <sensor name="touch" type="contact"/>
  </link>
  <plugin filename="gz-sim-joint-state-publisher-system" name="gz::sim::systems::JointStatePublisher"/>
  <plugin filename="libmystery.so" name="mystery"/>
</model></sdf>"""

CONTROL = """<ros2_control name="arm" type="system"><hardware><plugin>gz_ros2_control/GazeboSimSystem</plugin></hardware>
  <joint name="a"><command_interface name="position"/><state_interface name="position"/></joint>
  <joint name="b"><command_interface name="position"/></joint>
  <joint name="c"><command_interface name="velocity"/></joint>
  <joint name="d"><command_interface name="effort"/></joint>
  <joint name="e"><state_interface name="position"/></joint></ros2_control>
  <transmission name="t"><type>x</type><joint name="a"><hardwareInterface>PositionJointInterface</hardwareInterface></joint></transmission>"""


class DeclaredTest(BuilderTest):
    def file(self, name: str, text: str) -> str:
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def of(self, text: str, name: str = "r.urdf"):
        return mapped(declarations(self.file(name, text)))

    def test_car_gets_its_drive_and_its_steering(self) -> None:
        document = self.scene(f"r = Robot({CAR!r}, name='r')\nr.append_declared('socket')")
        properties = named(document, "r.drive")["properties"]
        self.assertEqual(properties["SteeringJoints"], "front_left_steering, front_right_steering")
        self.assertEqual((properties["LeftWheels"], properties["WheelBase"]), ("rear_left_wheel", 0.6))
        self.assertEqual((properties["SteeringLimit"], properties["WheelRadius"]), (0.6, 0.11))
        self.assertEqual(named(document, "r.wheel_odometry")["rate_hz"], 30)
        plugin = """<gazebo><plugin filename="libgazebo_ros_ackermann_drive.so" name="d"><rear_left_joint>a</rear_left_joint>
            <rear_right_joint>b</rear_right_joint>%s</plugin></gazebo>"""
        (one,) = self.of(URDF % (plugin % "<left_steering_joint>l</left_steering_joint>"))
        self.assertEqual([made.builder for made in one.components], ["AckermannDrive", "WheelOdometry"])
        self.assertEqual(one.components[0].properties["RightWheels"], "b")
        (one,) = self.of(URDF % (plugin % ""))
        self.assertIn("it names no steering", one.reason)

    def test_mecanum_base_gets_its_drive_and_the_odometry_of_its_wheels(self) -> None:
        path = os.path.join(os.path.dirname(CAR), "omni_base.urdf")
        document = self.scene(f"r = Robot({path!r}, name='r')\nr.append_declared('ros2')")
        for name in ("r.drive", "r.wheel_odometry"):
            properties = named(document, name)["properties"]
            self.assertEqual(properties["Wheels"].split(", ")[1], "front_right_wheel_joint")
            self.assertEqual((properties["WheelBase"], properties["WheelSeparation"], properties["WheelRadius"]), (0.5, 0.5, 0.1))
        topics = {name: entry[0][3].get("topic") for name, entry in document["component_datastream"].items()}
        self.assertEqual((topics["r.drive"], topics["r.wheel_odometry"]), ("/cmd_vel", "/odom"))
        plugin = '<gazebo><plugin filename="gz-sim-mecanum-drive-system" name="d"><front_left_joint>a</front_left_joint></plugin></gazebo>'
        (one,) = self.of(URDF % plugin)
        self.assertIn("it names no wheels (front_left_joint", one.reason)

    def test_links_and_joints_are_those_of_the_file(self) -> None:
        text = """<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute"/><joint name="f" type="fixed"/>
          <joint name="m" type="revolute"><mimic joint="j"/></joint><ros2_control name="c"><joint name="j"/></ros2_control></robot>"""
        path = self.file("r.urdf", text)
        self.scene(f"r = Robot({path!r}, name='r')\nassert (r.links, r.joints) == (['a', 'b'], ['j'])")
        self.file("legs.xml", """<mujocoinclude><body name="leg"><joint name="knee"/></body></mujocoinclude>""")
        text = """<mujoco><default><joint damping="1"/></default><worldbody><body name="torso"><joint name="free" type="free"/>
          <include file="legs.xml"/><body name="arm"><joint name="x"/><joint name="y" type="slide"/></body></body></worldbody>
          <equality><joint joint1="y" joint2="x"/></equality></mujoco>"""
        path = self.file("m.xml", text)
        self.scene(f"r = Robot({path!r}, name='r')\nassert (r.links, r.joints) == (['torso', 'leg', 'arm'], ['knee', 'x'])")
        with self.assertRaisesRegex(MorseBuilderError, "joints: r has no file that declares them: its model is 'none'"):
            self.scene("r = Robot(name='r')\nr.joints")

    def test_rover_gets_its_sensors_and_its_drive(self) -> None:
        document = self.scene(f"r = Robot({ROVER!r}, name='r')\nfound = r.append_declared('socket')\nassert 'lidar' in found")
        lidar = named(document, "r.lidar")
        self.assertEqual((lidar["attach_to"], lidar["rate_hz"]), ("base_scan", 10))
        properties = lidar["properties"]
        self.assertEqual((properties["laser_range"], round(properties["scan_window"])), (8, 180))
        self.assertAlmostEqual(properties["resolution"], 1.0, places=6)
        self.assertEqual(named(document, "r.imu")["attach_to"], "base_link")
        camera = named(document, "r.camera")["properties"]
        self.assertEqual((camera["cam_width"], camera["cam_height"]), (320, 240))
        self.assertAlmostEqual(camera["cam_fov"], math.degrees(1.2))
        for name in ("r.drive", "r.wheel_odometry"):
            wheels = named(document, name)["properties"]
            self.assertEqual((wheels["LeftWheels"], wheels["WheelSeparation"], wheels["WheelRadius"]), ("left_wheel_joint", 0.26, 0.075))
        self.assertEqual(named(document, "r.wheel_odometry")["rate_hz"], 30)

    def test_topics_of_the_file_are_those_of_ros(self) -> None:
        document = self.scene(f"r = Robot({ROVER!r}, name='r')\nr.append_declared('ros2')")
        topics = {name: entry[0][3].get("topic") for name, entry in document["component_datastream"].items()}
        self.assertEqual((topics["r.lidar"], topics["r.drive"], topics["r.wheel_odometry"]), ("/scan", "/cmd_vel", "/odom"))

    def test_sdf_sensors_have_their_poses_and_unknown_plugins_are_named(self) -> None:
        path = self.file("bot.sdf", SDF)
        document = self.scene(f"r = Robot({path!r}, name='r')\nr.append_declared()")
        tilted = named(document, "r.tilted")
        self.assertEqual(tilted["location"], [1.0, 2.0, 3.0])
        self.assertAlmostEqual(tilted["rotation"][2], math.pi / 2 + math.pi / 4, places=6)
        self.assertEqual((tilted["properties"]["layers"], tilted["properties"]["laser_range"]), (4, 12))
        self.assertEqual((named(document, "r.gps")["level"], named(document, "r.joint_states")["level"]), ("raw", "states"))
        warnings = messages(document, "warning")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("plugins are never loaded", warnings[0])
        self.assertEqual(named(document, "r.touch")["attach_to"], "body")

    def test_force_torque_sensors_measure_their_joints(self) -> None:
        joint = """<joint name="wrist" type="fixed"><parent link="base"/><child link="hand"/></joint>
          <gazebo reference="%s"><sensor name="ft" type="force_torque"><force_torque>%s</force_torque></sensor></gazebo>"""
        (one,) = self.of(URDF % (joint % ("wrist", "<frame>parent</frame><measure_direction>parent_to_child</measure_direction>")))
        (made,) = one.components
        self.assertEqual((made.builder, made.link), ("ForceTorqueSensor", "hand"))
        self.assertEqual(made.properties, {"Joint": "wrist", "Frame": "Parent", "Direction": "ParentToChild"})
        (one,) = self.of(URDF % (joint % ("wrist", "")))
        self.assertEqual(one.components[0].properties["Frame"], "Child")
        (one,) = self.of(URDF % (joint % ("elbow", "")))
        self.assertEqual(one.reason, "it names no joint of the file")
        (one,) = self.of(URDF % (joint % ("wrist", "<frame>world</frame>")))
        self.assertIn("its frame 'world'", one.reason)
        sdf = """<sdf version="1.9"><model name="m"><link name="hand"/><joint name="wrist" type="fixed"><parent>world</parent>
          <child>hand</child><sensor name="ft" type="force_torque"/></joint></model></sdf>"""
        (one,) = self.of(sdf, "m.sdf")
        self.assertEqual((one.components[0].link, one.components[0].properties["Joint"]), ("hand", "wrist"))

    def test_cameras_and_rangefinders_of_mjcf_files_have_their_angles_and_directions(self) -> None:
        results = self.of("""<mujoco><default><camera fovy="90"/><default class="narrow"><camera fovy="30"/></default></default>
          <worldbody><camera name="aside"/><body name="head"><site name="beam"/><camera name="eye"/><camera name="tele" class="narrow" resolution="400 200"/>
          </body></worldbody><sensor><rangefinder name="range" site="beam" cutoff="4"/></sensor></mujoco>""", "m.xml")
        made = {component.name: component for one in results for component in one.components}
        eye, tele, ray = made["eye"], made["tele"], made["range"]
        self.assertEqual((eye.builder, eye.link, eye.properties["cam_width"]), ("VideoCamera", "eye/camera", 320))
        self.assertAlmostEqual(eye.properties["cam_fov"], math.degrees(2 * math.atan(4 / 3)))
        self.assertAlmostEqual(tele.properties["cam_fov"], math.degrees(2 * math.atan(2 * math.tan(math.radians(15)))))
        reasons = {one.declaration.name: one.reason for one in results if one.reason}
        self.assertIn("it stands in the world", reasons["aside"])
        self.assertEqual((ray.builder, ray.link, ray.properties["laser_range"]), ("Infrared", "beam", 4.0))
        self.assertEqual(ray.pose, (0.0, 0.0, 0.0, 0.0, -math.pi / 2, 0.0))

    def test_actuators_and_sensors_of_mjcf_files_are_declared_with_their_classes_and_includes(self) -> None:
        self.file("sensors.xml", """<mujocoinclude><sensor><accelerometer site="imu"/><gyro name="g" site="imu"/>
          <force site="tip"/><touch name="bump" site="tip"/><jointpos joint="a"/><clock name="c"/>
          <framezaxis name="axis" objtype="body" objname="hand"/><actuatorfrc name="f" actuator="p"/><e_kinetic name="e"/>
          <framepos name="rel" objtype="site" objname="tip" reftype="body" refname="base"/></sensor></mujocoinclude>""")
        results = self.of("""<mujoco><include file="sensors.xml"/>
          <default><default class="servo"><general biastype="affine" biasprm="0 -50 -2"/></default></default>
          <worldbody><body name="base"><site name="imu"/><frame><body name="hand"><joint name="a"/><joint/><site name="tip"/></body></frame>
            <body name="rail"><joint name="b"/><joint name="c"/><joint name="d" type="slide"/></body></body></worldbody>
          <actuator><general class="servo" name="p" joint="a"/><position joint="b"/><motor joint="c"/><velocity joint="d"/>
            <general name="s" tendon="t"/><muscle name="m" joint="a"/><adhesion name="glue" body="hand"/><motor site="tip"/>
            <intvelocity joint="b" actrange="-1 1"/><position name="slow" joint="b" timeconst="0.1"/></actuator></mujoco>""", "m.xml")
        made = {component.name: component for one in results for component in one.components}
        self.assertEqual(made["position_actuators"].properties, {"Joints": "a, b"})
        self.assertEqual((made["effort_actuators"].level, made["effort_actuators"].properties), ("effort", {"Joints": "c"}))
        self.assertEqual(made["velocity_actuators"].properties, {"Joints": "d", "Command": "Velocity"})
        self.assertEqual((made["accelerometer"].builder, made["accelerometer"].link), ("IMU", "imu"))
        self.assertEqual(made["force"].properties, {"Joint": "hand/joint1", "Frame": "Sensor", "Direction": "ChildToParent"})
        self.assertEqual((made["bump"].builder, made["bump"].link), ("ContactSensor", "hand"))
        self.assertEqual(made["joint_states"].level, "states")
        reasons = {one.declaration.name: one.reason for one in results if one.reason}
        self.assertEqual(reasons["g"], "accelerometer measures it, too")
        motors = {"Joints": "s, m, glue, actuator7, actuator8, slow"}
        self.assertEqual((made["motors"].level, made["motors"].properties), ("motors", motors))
        self.assertEqual(made["c"].builder, "Clock")
        self.assertEqual((made["axis"].builder, made["axis"].link), ("Pose", "hand"))
        self.assertEqual(reasons["rel"], "it measures in the frame of base")
        self.assertIn("(get_efforts)", reasons["f"])
        self.assertIn("no component for sensors of type e_kinetic", reasons["e"])
        path = self.file("loop.xml", """<mujoco><include file="loop.xml"/></mujoco>""")
        with self.assertRaisesRegex(RobotFileError, "more than 16 files deep"):
            declarations(path)

    def test_the_hand_of_the_examples_gets_controllers_for_its_joints_and_its_tendon(self) -> None:
        document = self.scene(f"r = Robot({HAND!r}, name='r')\nr.append_declared('socket')")
        made = {name: named(document, f"r.{name}") for name in ("effort_actuators", "motors")}
        self.assertEqual(made["effort_actuators"]["properties"]["Joints"], "shoulder, elbow")
        self.assertEqual((made["motors"]["level"], made["motors"]["properties"]["Joints"]), ("motors", "finger"))
        self.assertEqual(named(document, "r")["options"]["appends_declared"], True)

    def test_joints_of_ros2_control_get_a_controller_for_each_kind_of_command(self) -> None:
        results = self.of(URDF % CONTROL)
        made = {one.name: one for one in results[0].components}
        self.assertEqual(made["position_controller"].properties, {"Joints": "a, b"})
        self.assertEqual(made["velocity_controller"].properties, {"Joints": "c", "Command": "Velocity"})
        self.assertEqual((made["effort_controller"].level, made["effort_controller"].properties), ("effort", {"Joints": "d"}))
        self.assertEqual(made["joint_states"].level, "states")
        self.assertEqual((results[1].components, results[1].reason), ([], "<ros2_control> declares its joints"))

    def test_equal_names_get_a_number(self) -> None:
        sensor = '<gazebo reference="base"><sensor name="a.b" type="imu"/></gazebo>'
        names = [one.components[0].name for one in self.of(URDF % (sensor + sensor))]
        self.assertEqual(names, ["a_b", "a_b_2"])

    def test_bad_files_are_refused_by_name(self) -> None:
        sensor = '<gazebo reference="base"><sensor name="s" type="imu">%s</sensor></gazebo>'
        for text, expected in (
            ("<robot", "is not XML"),
            ("<model/>", "begins with <model>"),
            ('<!DOCTYPE r [<!ENTITY a "b">]><robot name="r"/>', "defines entities"),
            (URDF % (sensor % "<pose>1 2</pose>"), "<pose> of s must be 6 numbers"),
            (URDF % (sensor % "<pose>1 2 3 0 0 nan</pose>"), "must be a number and is 'nan'"),
            (URDF % (sensor % "<update_rate>fast</update_rate>"), "<update_rate> of s must be a number"),
        ):
            with self.assertRaisesRegex(RobotFileError, expected):
                self.of(text)
        with self.assertRaisesRegex(RobotFileError, "cannot be read"):
            declarations(os.path.join(self.folder, "missing.urdf"))

    def test_robot_without_a_file_is_refused(self) -> None:
        for robot in ("ATRV('r')", "Robot(name='r')", "Robot('arm.glb', 'r')"):
            with self.assertRaisesRegex(MorseBuilderError, "append_declared: r has no file"):
                self.scene(f"r = {robot}\nr.append_declared()")
