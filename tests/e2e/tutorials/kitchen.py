"""A robot with arms in a kitchen."""

from morse.builder import *

james = BasePR2()
odometry = Odometry()
james.append(odometry)
motion = MotionXYW()
motion.properties(ControlType="Position")
james.append(motion)
scan = Hokuyo()
scan.translate(x=0.275, z=0.252)
scan.properties(Visible_arc=False, laser_range=30.0, resolution=1.0, scan_window=180.0)
james.append(scan)
james.add_default_interface("socket")

env = Environment("tum_kitchen/tum_kitchen", fastmode=True)
