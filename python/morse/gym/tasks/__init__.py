"""The ready tasks, by the names that Gymnasium registers: ``morse/ReachGoal-v0`` and so on."""

from typing import Callable, Dict

from morse.gym.task import Task
from morse.gym.tasks.follow_wall import follow_wall
from morse.gym.tasks.hover import hover
from morse.gym.tasks.kuka_reach import kuka_reach
from morse.gym.tasks.reach_goal import reach_goal

TASKS: Dict[str, Callable[[], Task]] = {
    "ReachGoal": reach_goal,
    "FollowWall": follow_wall,
    "Hover": hover,
    "KukaReach": kuka_reach,
}
