"""A mobile manipulator: a differential drive with casters, a lidar, and a six-axis arm with a gripper."""

from urdf._arm import add_arm
from urdf.kit import ALONG_Y, Urdf, box, cylinder, sphere

#: Distance and radius of the wheels. [m]
TRACK, RADIUS = 0.52, 0.12


def make() -> Urdf:
    """The robot. The origin is on the ground below the middle of the axle."""
    robot = Urdf("mobile_manipulator", "A differential drive with a six-axis arm, and the drive and lidar that it declares.")
    robot.link("base_footprint")
    robot.link("base_link", 45.0, [
        box(0.7, 0.46, 0.2, at=(0, 0, 0.06), color="graphite"),
        box(0.66, 0.42, 0.14, at=(0, 0, 0.23), color="white"),
        box(0.01, 0.3, 0.03, at=(0.35, 0, 0.1), color="orange", solid=False),
    ])
    robot.joint("base_joint", "fixed", "base_footprint", "base_link", at=(0, 0, RADIUS))
    for side, y in (("left", TRACK / 2), ("right", -TRACK / 2)):
        robot.link(f"{side}_wheel", 2.0, [
            sphere(RADIUS, color="rubber", visible=False),
            cylinder(RADIUS, 0.05, rpy=ALONG_Y, color="rubber", solid=False),
            cylinder(0.07, 0.056, rpy=ALONG_Y, color="metal", solid=False),
            box(0.12, 0.06, 0.02, color="graphite", solid=False),
        ])
        robot.joint(f"{side}_wheel_joint", "continuous", "base_link", f"{side}_wheel", at=(0, y, 0), axis=(0, 1, 0), effort=40,
                    velocity=25, damping=0.05)
    for place, x in (("front", 0.28), ("rear", -0.28)):
        robot.link(f"{place}_caster", 0.5, [sphere(0.05, color="metal")])
        robot.joint(f"{place}_caster_joint", "fixed", "base_link", f"{place}_caster", at=(x, 0, 0.05 - RADIUS + 0.001))
        robot.text(f'<gazebo reference="{place}_caster"><mu1>0</mu1><mu2>0</mu2></gazebo>')
    robot.link("lidar_link", shapes=[cylinder(0.04, 0.05, color="graphite", solid=False)])
    robot.joint("lidar_joint", "fixed", "base_link", "lidar_link", at=(0.27, 0, 0.33))
    add_arm(robot, "base_link", (0.05, 0, 0.3))
    robot.text("""
<gazebo reference="lidar_link">
  <sensor name="lidar" type="gpu_lidar">
    <update_rate>10</update_rate><topic>scan</topic>
    <lidar>
      <scan><horizontal><samples>241</samples><min_angle>-2.0943951</min_angle><max_angle>2.0943951</max_angle></horizontal></scan>
      <range><min>0.1</min><max>12</max></range>
    </lidar>
  </sensor>
</gazebo>
<gazebo>
  <plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive">
    <left_joint>left_wheel_joint</left_joint>
    <right_joint>right_wheel_joint</right_joint>
    <wheel_separation>0.52</wheel_separation>
    <wheel_radius>0.12</wheel_radius>
    <odom_publish_frequency>30</odom_publish_frequency>
  </plugin>
</gazebo>
""")
    return robot
