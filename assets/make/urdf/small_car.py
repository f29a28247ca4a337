"""A car with Ackermann steering: four wheels, the front ones steered, the rear ones driven, with a lidar and a camera."""

from urdf.kit import ALONG_Y, Shape, Urdf, box, cylinder, sphere

#: Distance of the axles, of the wheels of an axle, and radius of the wheels. [m]
WHEELBASE, TRACK, RADIUS = 0.6, 0.44, 0.11


def _wheel() -> list[Shape]:
    return [
        # A sphere rolls evenly; a cylinder of many sides does not.
        sphere(RADIUS, color="rubber", visible=False),
        cylinder(RADIUS, 0.06, rpy=ALONG_Y, color="rubber", solid=False),
        cylinder(0.06, 0.066, rpy=ALONG_Y, color="metal", solid=False),
        box(0.1, 0.07, 0.016, color="graphite", solid=False),
    ]


def make() -> Urdf:
    """The car. The origin is on the ground below the middle of the rear axle."""
    car = Urdf("small_car", "A car with Ackermann steering, and the sensors and the drive that it declares for Gazebo.")
    car.link("base_footprint")
    car.link("base_link", 14.0, [
        # Narrower than the body that is seen: wheels that are steered do not touch it.
        box(0.86, 0.2, 0.1, at=(0.3, 0, 0.02), visible=False),
        box(0.42, 0.2, 0.12, at=(0.2, 0, 0.13), visible=False),
        box(0.86, 0.24, 0.1, at=(0.3, 0, 0.02), color="blue", solid=False),
        box(0.36, 0.34, 0.1, at=(0.27, 0, 0.03), color="blue", solid=False),
        box(0.42, 0.28, 0.12, at=(0.2, 0, 0.13), color="blue", solid=False),
        box(0.34, 0.284, 0.07, at=(0.22, 0, 0.135), color="glass", solid=False),
        box(0.02, 0.24, 0.03, at=(0.73, 0, 0.03), color="white", solid=False),
        box(0.02, 0.24, 0.03, at=(-0.13, 0, 0.03), color="orange", solid=False),
    ])
    car.joint("base_joint", "fixed", "base_footprint", "base_link", at=(0, 0, RADIUS))
    for side, y in (("left", TRACK / 2), ("right", -TRACK / 2)):
        knuckle, wheel = f"front_{side}_knuckle", f"front_{side}_tire"
        car.link(knuckle, 0.3, [box(0.05, 0.03, 0.1, at=(0, -0.06 if y > 0 else 0.06, 0), color="graphite", solid=False)])
        car.joint(f"front_{side}_steering", "revolute", "base_link", knuckle, at=(WHEELBASE, y, 0), limits=(-0.6, 0.6),
                  effort=20, velocity=4, damping=0.2)
        car.link(wheel, 0.8, _wheel())
        car.joint(f"front_{side}_wheel", "continuous", knuckle, wheel, axis=(0, 1, 0), effort=15, velocity=60, damping=0.01)
    for side, y in (("left", TRACK / 2), ("right", -TRACK / 2)):
        car.link(f"rear_{side}_tire", 0.8, _wheel())
        car.joint(f"rear_{side}_wheel", "continuous", "base_link", f"rear_{side}_tire", at=(0, y, 0), axis=(0, 1, 0), effort=15,
                  velocity=60, damping=0.01)
    car.link("lidar_link", shapes=[cylinder(0.045, 0.06, color="graphite", solid=False)])
    car.joint("lidar_joint", "fixed", "base_link", "lidar_link", at=(0.24, 0, 0.22))
    car.link("camera_link", shapes=[box(0.03, 0.1, 0.03, color="graphite", solid=False)])
    car.joint("camera_joint", "fixed", "base_link", "camera_link", at=(0.42, 0, 0.16))
    car.text("""
<gazebo reference="lidar_link">
  <sensor name="lidar" type="gpu_lidar">
    <update_rate>10</update_rate><topic>scan</topic>
    <lidar>
      <scan><horizontal><samples>361</samples><min_angle>-3.1415926</min_angle><max_angle>3.1415926</max_angle></horizontal></scan>
      <range><min>0.1</min><max>15</max></range>
    </lidar>
  </sensor>
</gazebo>
<gazebo reference="camera_link">
  <sensor name="camera" type="camera">
    <update_rate>15</update_rate>
    <camera><horizontal_fov>1.3</horizontal_fov><image><width>320</width><height>240</height></image><clip><near>0.05</near><far>50</far></clip></camera>
  </sensor>
</gazebo>
<gazebo>
  <plugin filename="gz-sim-ackermann-steering-system" name="gz::sim::systems::AckermannSteering">
    <left_joint>rear_left_wheel</left_joint>
    <right_joint>rear_right_wheel</right_joint>
    <left_steering_joint>front_left_steering</left_steering_joint>
    <right_steering_joint>front_right_steering</right_steering_joint>
    <wheel_base>0.6</wheel_base>
    <wheel_separation>0.44</wheel_separation>
    <wheel_radius>0.11</wheel_radius>
    <steering_limit>0.6</steering_limit>
    <odom_publish_frequency>30</odom_publish_frequency>
  </plugin>
</gazebo>
""")
    return car
