"""Learning environments: scenes as environments of Gymnasium and PettingZoo.

``import morse.gym`` registers the ready tasks: ``gymnasium.make("morse/ReachGoal-v0")``, and ``gymnasium.make_vec`` for
many worlds at once. ``SceneEnv``, ``SceneVectorEnv`` and ``SceneParallelEnv`` make environments of your own scenes.
"""

try:
    import gymnasium
    import numpy  # noqa: F401
except ImportError as problem:
    raise ImportError(
        f"morse.gym needs numpy and gymnasium: pip install 'morse-simulator[gym]' ({problem})"
    ) from problem

if not hasattr(gymnasium.vector, "AutoresetMode"):
    raise ImportError(
        f"morse.gym needs Gymnasium 1.1 or newer, not {gymnasium.__version__}: pip install --upgrade gymnasium"
    )

# Needs Gymnasium: imported after the messages above.
from morse._engine import towards
from morse.gym.env import SceneEnv
from morse.gym.state import State
from morse.gym.task import Start, Task
from morse.gym.tasks import TASKS
from morse.gym.tasks.mujoco_tasks import DEFINITIONS
from morse.gym.vector import SceneVectorEnv

__all__ = ["SceneEnv", "SceneParallelEnv", "SceneVectorEnv", "Start", "State", "TASKS", "Task", "towards"]

for _name, _make in TASKS.items():
    gymnasium.register(
        id=f"morse/{_name}-v0",
        entry_point="morse.gym.env:make_ready",
        vector_entry_point="morse.gym.vector:make_ready",
        kwargs={"task": _name},
    )

for _name in DEFINITIONS:
    gymnasium.register(
        id=f"morse/{_name}-v5",
        entry_point="morse.gym.tasks.mujoco_tasks:make_mujoco",
        kwargs={"task": _name},
    )


def __getattr__(name: str) -> object:
    # Imports PettingZoo on first use.
    if name == "SceneParallelEnv":
        from morse.gym.parallel import SceneParallelEnv

        return SceneParallelEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
