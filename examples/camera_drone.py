"""A drone whose gimbal keeps its camera on an SUV while it flies around it.

    morse run --view examples/camera_drone.py
    python3 examples/camera_drone_client.py
"""

from morse.builder import (
    CameraDrone,
    Environment,
    Hummer,
    JointController,
    Pose,
    RotorcraftVelocity,
    VideoCamera,
)

drone = CameraDrone("drone")
drone.translate(-6, 0, 3)

fly = RotorcraftVelocity("fly")
fly.properties(HorizontalPgain=0.15, HorizontalDgain=0, RollPitchPgain=100, RollPitchDgain=14)
fly.add_interface("socket")
drone.append(fly)

gimbal = JointController("gimbal")
gimbal.properties(**CameraDrone.GIMBAL)
gimbal.add_interface("socket")
drone.append(gimbal)

rotors = JointController("rotors")
rotors.level("kinematic")
rotors.properties(
    Joints="rotor_front_left_joint, rotor_front_right_joint, rotor_rear_left_joint, rotor_rear_right_joint", Command="Velocity"
)
rotors.add_interface("socket")
drone.append(rotors)

camera = VideoCamera("camera")
camera.properties(cam_width=320, cam_height=240, cam_fov=60)
camera.frequency(10)
camera.add_interface("socket")
drone.append(camera, link="camera_link")

pose = Pose("pose")
pose.add_interface("socket")
drone.append(pose)

target = Hummer("target")
target.translate(z=0.62)

env = Environment("land-1/trees")
env.set_camera_location([-13, -11, 8.5])
env.set_camera_rotation([1.12, 0, -0.87])
