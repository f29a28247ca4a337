"""A mobile base on four mecanum wheels, with two lidars at opposite corners, a camera and an IMU."""

import math

from urdf.kit import ALONG_X, ALONG_Y, Shape, Urdf, box, cylinder, sphere

#: Distance of the axles, of the wheels of an axle, and radius of the wheels. [m]
WHEELBASE, TRACK, RADIUS = 0.5, 0.5, 0.1
#: Rollers of a wheel, and the distance of their axes from that of the wheel. [m]
ROLLERS, ROLLERS_AT = 9, 0.082


def _wheel(slant: float) -> list[Shape]:
    """A wheel; the axes of the rollers at its top lie at this angle from the x axis towards the y axis. [rad]"""
    shapes = [
        # The surface that touches the ground: OmniDrive lets it hold along the axis of the lowest roller alone.
        sphere(RADIUS, color="rubber", visible=False),
        cylinder(0.058, 0.07, rpy=ALONG_Y, color="graphite", solid=False),
        cylinder(0.03, 0.086, rpy=ALONG_Y, color="orange", solid=False),
    ]
    for roller in range(ROLLERS):
        angle = 2 * math.pi * roller / ROLLERS
        at = (ROLLERS_AT * math.sin(angle), 0.0, ROLLERS_AT * math.cos(angle))
        # Fixed axes: along x, then turned by the slant about z, then by the angle about the axle.
        axis = (math.cos(slant) * math.cos(angle), math.sin(slant), -math.cos(slant) * math.sin(angle))
        rpy = (0.0, math.acos(max(-1.0, min(1.0, axis[2]))), math.atan2(axis[1], axis[0]))
        shapes.append(cylinder(0.0185, 0.075, at=at, rpy=rpy, color="rubber", solid=False))
    return shapes


def make() -> Urdf:
    """The base. The origin is on the ground below its middle."""
    base = Urdf("omni_base", "A mobile base on four mecanum wheels, and the sensors and the drive that it declares for Gazebo.")
    base.link("base_footprint")
    base.link("base_link", 32.0, [
        box(0.66, 0.4, 0.16, at=(0, 0, 0.05), visible=False),
        box(0.66, 0.4, 0.12, at=(0, 0, 0.03), color="graphite", solid=False),
        box(0.7, 0.56, 0.05, at=(0, 0, 0.13), color="blue", solid=False),
        box(0.6, 0.46, 0.012, at=(0, 0, 0.161), color="metal", solid=False),
        box(0.012, 0.36, 0.03, at=(0.332, 0, 0.05), color="white", solid=False),
        box(0.012, 0.36, 0.03, at=(-0.332, 0, 0.05), color="orange", solid=False),
        cylinder(0.03, 0.012, at=(-0.22, 0.17, 0.173), color="orange", solid=False),
    ])
    base.joint("base_joint", "fixed", "base_footprint", "base_link", at=(0, 0, RADIUS))
    for end, x in (("front", WHEELBASE / 2), ("back", -WHEELBASE / 2)):
        for side, y in (("left", TRACK / 2), ("right", -TRACK / 2)):
            # From above, the upper rollers form a cross: the lowest ones of the front left wheel lie along (1, -1).
            slant = math.pi / 4 if x * y > 0 else -math.pi / 4
            base.link(f"{end}_{side}_wheel", 1.6, _wheel(slant))
            base.joint(f"{end}_{side}_wheel_joint", "continuous", "base_link", f"{end}_{side}_wheel", at=(x, y, 0), axis=(0, 1, 0),
                       effort=25, velocity=40, damping=0.01)
    for place, x, y, yaw in (("front", 0.3, 0.23, 0.25 * math.pi), ("back", -0.3, -0.23, -0.75 * math.pi)):
        base.link(f"{place}_scan", shapes=[
            cylinder(0.035, 0.05, color="graphite", solid=False),
            cylinder(0.036, 0.018, at=(0, 0, 0.01), color="glass", solid=False),
        ])
        base.joint(f"{place}_scan_joint", "fixed", "base_link", f"{place}_scan", at=(x, y, 0.18), rpy=(0, 0, yaw))
    base.link("camera_link", shapes=[
        box(0.03, 0.12, 0.03, color="graphite", solid=False),
        cylinder(0.01, 0.012, at=(0.018, 0.035, 0), rpy=ALONG_X, color="glass", solid=False),
        cylinder(0.01, 0.012, at=(0.018, -0.035, 0), rpy=ALONG_X, color="glass", solid=False),
    ])
    base.joint("camera_joint", "fixed", "base_link", "camera_link", at=(0.34, 0, 0.17))
    wheels = "".join(
        f"<{end}_{side}_joint>{end}_{side}_wheel_joint</{end}_{side}_joint>" for end in ("front", "back") for side in ("left", "right")
    )
    scans = "".join(f"""
<gazebo reference="{place}_scan">
  <sensor name="{place}_lidar" type="gpu_lidar">
    <update_rate>15</update_rate><topic>{place}_scan</topic>
    <lidar>
      <scan><horizontal><samples>541</samples><min_angle>-2.3561945</min_angle><max_angle>2.3561945</max_angle></horizontal></scan>
      <range><min>0.05</min><max>20</max></range>
    </lidar>
  </sensor>
</gazebo>""" for place in ("front", "back"))
    # The lowest rollers hold along their axes, which lie across the corner of the wheel, and roll freely across them.
    rollers = "".join(f"""
<gazebo reference="{end}_{side}_wheel"><mu1>1.2</mu1><mu2>0</mu2><fdir1 gz:expressed_in="base_link">1 {direction} 0</fdir1></gazebo>"""
                      for end, side, direction in (("front", "left", -1), ("front", "right", 1), ("back", "left", 1), ("back", "right", -1)))
    base.text(f"""{scans}{rollers}
<gazebo reference="camera_link">
  <sensor name="camera" type="camera">
    <update_rate>15</update_rate>
    <camera><horizontal_fov>1.2</horizontal_fov><image><width>320</width><height>240</height></image><clip><near>0.05</near><far>50</far></clip></camera>
  </sensor>
</gazebo>
<gazebo reference="base_link">
  <sensor name="imu" type="imu"><update_rate>100</update_rate></sensor>
</gazebo>
<gazebo>
  <plugin filename="gz-sim-mecanum-drive-system" name="gz::sim::systems::MecanumDrive">
    {wheels}
    <wheelbase>{WHEELBASE}</wheelbase>
    <wheel_separation>{TRACK}</wheel_separation>
    <wheel_radius>{RADIUS}</wheel_radius>
    <odom_publish_frequency>50</odom_publish_frequency>
  </plugin>
</gazebo>
""")
    return base
