"""A robot driven by the tools of YARP; see docs/yarp.md for the commands."""

from morse.builder import ATRV, Environment, MotionVW, Pose, VideoCamera, Waypoint

robot = ATRV()

motion = MotionVW()
motion.add_stream('yarp')                    # reads bottles `v w` from /morse/robot/motion/in
robot.append(motion)

pose = Pose()
pose.add_stream('yarp')                      # sends bottles from /morse/robot/pose/out
robot.append(pose)

camera = VideoCamera()
camera.properties(cam_width=320, cam_height=240)
camera.frequency(30)
camera.add_stream('yarp')                    # sends images from /morse/robot/camera/out
robot.append(camera)

waypoint = Waypoint()
waypoint.add_service('yarp')                 # requests on /morse/services/robot.waypoint/request
robot.append(waypoint)

env = Environment('empty')
