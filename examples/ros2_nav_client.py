"""Sends the robot of ros2_nav.py to a point and prints its position: a DDS program with the names of ROS 2.

    python3 examples/ros2_nav_client.py X Y

Needs `pip install cyclonedds`. The variable ROS_DOMAIN_ID chooses the domain, as for every program of ROS 2.
"""

import math
import os
import sys
import time
from dataclasses import dataclass

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import array, float64, int32, uint32
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

SPEED_M_S = 0.8
TOLERANCE_M = 0.3


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32
    nanosec: uint32


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    stamp: Time
    frame_id: str


@dataclass
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0


@dataclass
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    x: float64
    y: float64
    z: float64
    w: float64


@dataclass
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    linear: Vector3
    angular: Vector3


@dataclass
class Odometry(IdlStruct, typename="nav_msgs::msg::dds_::Odometry_"):
    header: Header
    child_frame_id: str
    position: Vector3
    orientation: Quaternion
    pose_covariance: array[float64, 36]
    twist: Twist
    twist_covariance: array[float64, 36]


def main():
    """Drives to the point with a simple control law."""
    goal_x, goal_y = (float(word) for word in sys.argv[1:3])
    participant = DomainParticipant(int(os.environ.get("ROS_DOMAIN_ID") or 0))
    qos = Qos(
        Policy.Reliability.Reliable(duration(seconds=1)),
        Policy.History.KeepLast(10),
        Policy.DataRepresentation(use_cdrv0_representation=True),
    )
    odometry = DataReader(participant, Topic(participant, "rt/odom", Odometry), qos)
    commands = DataWriter(participant, Topic(participant, "rt/cmd_vel", Twist), qos)
    while True:
        messages = odometry.take(10)
        if not messages:
            time.sleep(0.01)
            continue
        at, q = messages[-1].position, messages[-1].orientation
        yaw_rad = 2.0 * math.atan2(q.z, q.w)
        ahead_m = math.hypot(goal_x - at.x, goal_y - at.y)
        print("at (%.2f, %.2f), %.2f m to go" % (at.x, at.y, ahead_m))
        if ahead_m < TOLERANCE_M:
            commands.write(Twist(Vector3(), Vector3()))
            time.sleep(0.2)
            return
        error_rad = math.remainder(math.atan2(goal_y - at.y, goal_x - at.x) - yaw_rad, 2.0 * math.pi)
        speed = SPEED_M_S * max(0.0, math.cos(error_rad))
        commands.write(Twist(Vector3(x=speed), Vector3(z=1.5 * error_rad)))


if __name__ == "__main__":
    main()
