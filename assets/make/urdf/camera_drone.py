"""A drone with four rotors and a camera on a gimbal of three joints."""

import math

from urdf.kit import ALONG_X, ALONG_Y, Urdf, box, cylinder, sphere

#: Distance of the rotors from the middle, and their radius. [m]
ARM, ROTOR = 0.25, 0.12
#: Height of the middle above the ground on its legs. [m]
HEIGHT = 0.17


def make() -> Urdf:
    """The drone. The origin is in the middle of its body."""
    drone = Urdf("camera_drone", "A drone with four rotors and a camera on a gimbal of three joints, and the sensors that it declares.")
    body = [
        box(0.2, 0.12, 0.06, color="graphite"),
        box(0.17, 0.1, 0.03, at=(0, 0, 0.043), color="white", solid=False),
        box(0.04, 0.08, 0.02, at=(0.09, 0, 0.04), color="glass", solid=False),
        box(0.012, 0.06, 0.012, at=(-0.103, 0, 0.015), color="orange", solid=False),
    ]
    corners = [(sx, sy, sx * ARM * math.sqrt(0.5), sy * ARM * math.sqrt(0.5)) for sx in (1, -1) for sy in (1, -1)]
    for sx, _, x, y in corners:
        yaw = math.atan2(y, x)
        # A cylinder along x, turned to its corner, and the motor at its end.
        body.append(box(0.2, 0.022, 0.018, at=(0.62 * x, 0.62 * y, 0.005), rpy=(0, 0, yaw), color="graphite", solid=False))
        body.append(cylinder(0.022, 0.05, at=(x, y, 0.015), color="metal"))
        body.append(sphere(0.007, at=(x, y, -0.012), color="orange" if sx > 0 else "blue", solid=False))
    for y in (0.11, -0.11):
        body.append(box(0.2, 0.012, 0.012, at=(0, y, -HEIGHT + 0.006), color="rubber"))
        for x in (0.05, -0.05):
            lean = math.copysign(0.35, y)
            body.append(box(0.012, 0.012, 0.15, at=(x, y * 0.78, -0.09), rpy=(lean, 0, 0), color="graphite", solid=False))
    drone.link("base_link", 1.4, body)
    for number, (sx, sy, x, y) in enumerate(corners):
        name = f"rotor_{'front' if sx > 0 else 'rear'}_{'left' if sy > 0 else 'right'}"
        drone.link(name, 0.012, [
            box(2 * ROTOR, 0.02, 0.003, color="graphite", solid=False),
            cylinder(0.012, 0.016, color="orange" if sx > 0 else "metal", solid=False),
        ])
        drone.joint(f"{name}_joint", "continuous", "base_link", name, at=(x, y, 0.05), rpy=(0, 0, 0.7 * number), effort=1, velocity=900,
                    damping=0.00001)
    # The parts of the gimbal are balanced: the mass of each is below the yaw axis.
    drone.link("gimbal_yaw", 0.05, [
        cylinder(0.022, 0.02, color="graphite"),
        box(0.07, 0.02, 0.012, at=(-0.03, 0, -0.015), color="metal", solid=False),
        box(0.012, 0.02, 0.06, at=(-0.06, 0, -0.045), color="metal", solid=False),
    ])
    drone.joint("gimbal_yaw", "revolute", "base_link", "gimbal_yaw", at=(0, 0, -0.04), axis=(0, 0, 1), limits=(-2.8, 2.8), effort=2,
                velocity=4, damping=0.01)
    drone.link("gimbal_roll", 0.04, [
        box(0.03, 0.04, 0.03, at=(0.06, 0, 0), visible=False),
        cylinder(0.018, 0.02, at=(0.01, 0, 0), rpy=ALONG_X, color="graphite", solid=False),
        box(0.02, 0.075, 0.012, at=(0.02, 0, 0), color="metal", solid=False),
        box(0.06, 0.012, 0.012, at=(0.04, 0.036, 0), color="metal", solid=False),
    ])
    drone.joint("gimbal_roll", "revolute", "gimbal_yaw", "gimbal_roll", at=(-0.06, 0, -0.07), axis=(1, 0, 0), limits=(-0.8, 0.8),
                effort=2, velocity=4, damping=0.01)
    drone.link("gimbal_camera", 0.12, [
        box(0.05, 0.045, 0.042, color="graphite"),
        cylinder(0.016, 0.02, at=(0.032, 0, 0), rpy=ALONG_X, color="metal", solid=False),
        cylinder(0.013, 0.022, at=(0.0325, 0, 0), rpy=ALONG_X, color="glass", solid=False),
        cylinder(0.012, 0.016, at=(0, 0.026, 0), rpy=ALONG_Y, color="orange", solid=False),
    ])
    drone.joint("gimbal_pitch", "revolute", "gimbal_roll", "gimbal_camera", at=(0.06, 0, 0), axis=(0, 1, 0), limits=(-0.6, 1.6), effort=2,
                velocity=4, damping=0.01)
    drone.link("camera_link")
    drone.joint("camera_mount", "fixed", "gimbal_camera", "camera_link", at=(0.045, 0, 0))
    drone.text("""
<gazebo reference="camera_link">
  <sensor name="camera" type="camera">
    <update_rate>15</update_rate>
    <camera><horizontal_fov>1.3</horizontal_fov><image><width>320</width><height>240</height></image><clip><near>0.05</near><far>200</far></clip></camera>
  </sensor>
</gazebo>
<gazebo reference="base_link">
  <sensor name="imu" type="imu"><update_rate>200</update_rate></sensor>
  <sensor name="gps" type="navsat"><update_rate>5</update_rate></sensor>
  <sensor name="barometer" type="air_pressure"><update_rate>20</update_rate></sensor>
  <sensor name="magnetometer" type="magnetometer"><update_rate>50</update_rate></sensor>
</gazebo>
""")
    return drone
