#! /usr/bin/env python3

"""Drives the robot of @env@ from the keyboard: W, A, S or D, then Enter; Ctrl-D ends. `morse run @env@` must be running."""

import sys

try:
    from pymorse import Morse
except ImportError:
    sys.exit("This client needs pymorse: PYTHONPATH=$(morse pythonpath) python3 " + sys.argv[0])


def show(pose):
    print("The robot is at", pose)


def drive(simulation):
    simulation.robot.pose.subscribe(show)
    motion = simulation.robot.motion

    v = 0.0  # forward speed [m/s]
    w = 0.0  # turn rate [rad/s], positive to the left

    print("W, A, S, D?")
    for line in sys.stdin:
        key = line.strip().lower()
        if key == "w":
            v += 0.1
        elif key == "s":
            v -= 0.1
        elif key == "a":
            w += 0.1
        elif key == "d":
            w -= 0.1
        else:
            continue
        motion.publish({"v": v, "w": w})


try:
    with Morse() as simulation:
        drive(simulation)
except ConnectionError as error:
    sys.exit(str(error))
except KeyboardInterrupt:
    pass
