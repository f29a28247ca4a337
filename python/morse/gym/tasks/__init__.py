"""Ready tasks. Gymnasium registers them as ``morse/ReachGoal-v0`` etc."""

from typing import Callable

from morse.gym.task import Task
from morse.gym.tasks.follow_wall import follow_wall
from morse.gym.tasks.hover import hover
from morse.gym.tasks.kuka_reach import kuka_reach
from morse.gym.tasks.reach_goal import reach_goal

TASKS: dict[str, Callable[[], Task]] = {
    "ReachGoal": reach_goal,
    "FollowWall": follow_wall,
    "Hover": hover,
    "KukaReach": kuka_reach,
}
