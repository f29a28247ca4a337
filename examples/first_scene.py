from morse.builder import ATRV, Environment, Odometry, Pose, Waypoint

robot = ATRV()

pose = Pose()
pose.add_stream('socket')
pose.alter('Noise')
robot.append(pose)

odometry = Odometry()
odometry.level("differential")
odometry.add_stream('socket')
robot.append(odometry)

waypoint = Waypoint()
waypoint.add_interface('socket')
robot.append(waypoint)

env = Environment('empty', fastmode=True)
env.configure_stream_manager('socket', time_sync = True, sync_port = 5000)
