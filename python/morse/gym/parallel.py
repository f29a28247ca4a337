"""Several robots of one scene as agents of a parallel environment of PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable

import numpy
from numpy.typing import ArrayLike, NDArray

from morse.gym.actions import Command
from morse.gym.batch import RENDER_MODES, Batch, check_render_mode
from morse.gym.limits import Limits
from morse.gym.observations import Observed, row_of
from morse.gym.state import State
from morse.gym.task import Start, Task

if TYPE_CHECKING:
    from morse.scene_source import SceneSource
    from morse.simulation import Scene

try:
    from pettingzoo import ParallelEnv
except ImportError as problem:
    raise ImportError(f"SceneParallelEnv needs PettingZoo: pip install 'morse-simulator[gym]' ({problem})") from problem

import gymnasium


class SceneParallelEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no type information
    """A scene in which each robot is an agent.

    ``actions`` and ``observations`` are those of one robot, without its name, in any form that ``Task`` takes:
    ``{"motion.v": (-1, 1)}``. ``rewards`` is
    a function of the ``State`` and the names of the agents, and returns the reward of each agent by name.
    ``terminated`` returns by name whether the episode of an agent has terminated. The other arguments are those of
    ``Task``. All agents act at the same time, and an episode ends for all agents. The result of ``success``, by name,
    is the info ``is_success``. ``render_mode`` and ``render`` are those of
    ``SceneEnv``.
    """

    metadata = {
        "render_modes": RENDER_MODES,
        "render_fps": 10,
        "name": "morse_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        scene: Scene | SceneSource,
        agents: list[str],
        actions: Mapping[str, Limits] | Sequence[Command],
        observations: Observed,
        rewards: Callable[[State, list[str]], Mapping[str, float]],
        *,
        terminated: Callable[[State, list[str]], Mapping[str, bool]] | None = None,
        success: Callable[[State, list[str]], Mapping[str, bool]] | None = None,
        hidden: tuple[str, ...] = (),
        start: Callable[[numpy.random.Generator], Start] | None = None,
        ticks: int = 6,
        steps_max: int = 500,
        render_mode: str | None = None,
        render: str | None = None,
    ) -> None:
        if not agents:
            raise ValueError("there must be an agent at least")
        check_render_mode(render_mode)
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._rewards = rewards
        self._terminated = terminated
        self._success = success
        task = Task(
            scene,
            actions,
            observations,
            lambda state: numpy.zeros(1),
            hidden=hidden,
            start=start,
            ticks=ticks,
            steps_max=steps_max,
        )
        self._batch = Batch(task, 1, agents=self.possible_agents, render=render)
        self.metadata = self._batch.metadata(self.metadata)
        self._generator = numpy.random.default_rng()
        layouts, codecs = self._batch.layouts, self._batch.actions
        self.observation_spaces = {agent: layout.space for agent, layout in zip(agents, layouts)}
        self.action_spaces = {agent: codec.space for agent, codec in zip(agents, codecs)}
        if render_mode == "human":
            self._batch.show()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Action space of an agent."""
        return self.action_spaces[agent]

    # Any: observations are an array or a dictionary of arrays, as the task observes.
    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, object]]]:
        """Start an episode."""
        if seed is not None:
            self._generator = numpy.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self._batch.reset([0], [self._generator])
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, ArrayLike]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]]:
        """Apply the action of each agent. Observations, rewards, terminations, truncations and infos by agent."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing or not self.agents:
            raise ValueError(f"there must be an action for each agent; missing: {', '.join(missing) or 'reset()'}")
        given = {agent: numpy.asarray(actions[agent]) for agent in self.agents}
        for agent, action in given.items():
            if action.shape != self.action_spaces[agent].shape:
                wanted = self.action_spaces[agent].shape
                raise ValueError(f"the action of {agent} must have the shape {wanted}, got {action.shape}")
        _, _, truncated, _ = self._batch.step([action[None] for action in given.values()])
        acting = list(self.agents)
        state = self._batch.state()
        given_rewards = self._rewards(state, acting)
        if set(given_rewards) != set(acting):
            rewarded = ", ".join(given_rewards) or "none"
            raise ValueError(f"rewards must be given to {', '.join(acting)}, got some for {rewarded}")
        rewards = {agent: float(reward) for agent, reward in given_rewards.items()}
        if not numpy.isfinite(list(rewards.values())).all():
            raise ValueError(f"the reward of an agent is not finite: {rewards}")
        ends = self._terminated(state, acting) if self._terminated else {}
        terminated = {agent: bool(ends.get(agent, False)) for agent in acting}
        truncations = {agent: bool(truncated[0]) for agent in acting}
        succeeded = self._success(state, acting) if self._success else {}
        infos: dict[str, dict[str, object]] = {
            agent: {"is_success": bool(succeeded[agent])} if agent in succeeded else {} for agent in acting
        }
        observations = self._observe()
        if truncated[0] or any(terminated.values()):
            terminated = {agent: terminated[agent] or not truncated[0] for agent in acting}
            self.agents = []
        return observations, rewards, terminated, truncations, infos

    def _observe(self) -> dict[str, Any]:
        return {agent: row_of(rows, 0) for agent, rows in zip(self.possible_agents, self._batch.observe())}

    def render(self) -> NDArray[numpy.uint8] | None:
        """A picture in the render mode ``rgb_array``: rows, columns, and red, green and blue."""
        return self._batch.render(0, (320, 240), None, None) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End the simulation."""
        self._batch.close()
