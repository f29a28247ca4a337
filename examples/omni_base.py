"""A base on mecanum wheels: it drives around a square without turning, then spins while it drives on. Two lidars see the walls.

    morse run --view examples/omni_base.py
    python3 examples/omni_base_client.py
"""

from morse.builder import Cube, Environment, Hokuyo, Odometry, OmniBase, OmniDrive, WheelOdometry

base = OmniBase("base")
base.translate(-1, -1)

drive = OmniDrive("drive")
drive.properties(**OmniBase.WHEELS, LinearAcceleration=1.0, AngularAcceleration=2.0)
drive.add_interface("socket")
base.append(drive)

wheels = WheelOdometry("wheels")
wheels.properties(**OmniBase.WHEELS)
wheels.add_interface("socket")
base.append(wheels)

odometry = Odometry("odometry")
odometry.level("integrated")
odometry.add_interface("socket")
base.append(odometry)

for place in ("front", "back"):
    lidar = Hokuyo(f"{place}_lidar")
    lidar.properties(laser_range=20.0, scan_window=270.0, resolution=1.0, Visible_arc=True)
    lidar.frequency(10)
    lidar.add_interface("socket")
    base.append(lidar, link=f"{place}_scan")

for number, (x, y) in enumerate(((2.2, 1.6), (-2.4, 1.4), (2.4, -2.0))):
    crate = Cube(f"crate{number}")
    crate.scale = (0.5, 0.5, 0.5)
    crate.translate(x, y, 0.26)
    crate.set_physics_type("STATIC")

env = Environment("empty")
env.set_camera_location([4.2, -4.4, 3.4])
env.set_camera_rotation([0.98, 0, 0.74])
