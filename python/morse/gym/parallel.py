"""Several robots of one scene as agents of a parallel environment of PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Callable

import numpy
from numpy.typing import ArrayLike, NDArray

from morse.gym.batch import Batch
from morse.gym.state import Floats, State
from morse.gym.task import Limits, Start, Task

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

    ``actions`` and ``observations`` are those of one robot, without its name: ``{"motion.v": (-1, 1)}``. ``rewards`` is
    a function of the ``State`` and the names of the agents, and returns the reward of each agent by name.
    ``terminated`` returns by name whether the episode of an agent has terminated. The other arguments are those of
    ``Task``. All agents act at the same time, and an episode ends for all agents.
    """

    metadata = {"render_modes": ["rgb_array"], "name": "morse_v0", "is_parallelizable": True}

    def __init__(
        self,
        scene: Scene | SceneSource,
        agents: list[str],
        actions: Mapping[str, Limits],
        observations: Mapping[str, Limits],
        rewards: Callable[[State, list[str]], Mapping[str, float]],
        *,
        terminated: Callable[[State, list[str]], Mapping[str, bool]] | None = None,
        hidden: tuple[str, ...] = (),
        start: Callable[[numpy.random.Generator], Start] | None = None,
        ticks: int = 6,
        steps_max: int = 500,
        render_mode: str | None = None,
    ) -> None:
        if not agents:
            raise ValueError("there must be an agent at least")
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._rewards = rewards
        self._terminated = terminated

        def named(fields: Mapping[str, Limits]) -> dict[str, Limits]:
            return {f"{agent}.{field}": limits for agent in agents for field, limits in fields.items()}

        task = Task(
            scene,
            named(actions),
            named(observations),
            lambda state: numpy.zeros(1),
            hidden=hidden,
            start=start,
            ticks=ticks,
            steps_max=steps_max,
        )
        self._batch = Batch(task, 1)
        self._generator = numpy.random.default_rng()
        self.observation_spaces = _shared(self._batch.observation_space, self.possible_agents)
        self.action_spaces = _shared(self._batch.action_space, self.possible_agents)

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """Observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Box:
        """Action space of an agent."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Floats], dict[str, dict[str, object]]]:
        """Start an episode."""
        if seed is not None:
            self._generator = numpy.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self._batch.reset([0], [self._generator])
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, ArrayLike]
    ) -> tuple[dict[str, Floats], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]]:
        """Apply the action of each agent. Observations, rewards, terminations, truncations and infos by agent."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing or not self.agents:
            raise ValueError(f"there must be an action for each agent; missing: {', '.join(missing) or 'reset()'}")
        given = {agent: numpy.asarray(actions[agent], numpy.float32) for agent in self.agents}
        for agent, action in given.items():
            if action.shape != self.action_spaces[agent].shape:
                wanted = self.action_spaces[agent].shape
                raise ValueError(f"the action of {agent} must have the shape {wanted}, got {action.shape}")
        row = numpy.concatenate(list(given.values()))
        _, _, truncated = self._batch.step(row[None, :])
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
        observations = self._observe()
        if truncated[0] or any(terminated.values()):
            terminated = {agent: terminated[agent] or not truncated[0] for agent in acting}
            self.agents = []
        return observations, rewards, terminated, truncations, {agent: {} for agent in acting}

    def _observe(self) -> dict[str, Floats]:
        rows = numpy.split(self._batch.observe()[0], len(self.possible_agents))
        return dict(zip(self.possible_agents, rows))

    def render(self) -> NDArray[numpy.uint8] | None:
        """A picture in the render mode ``rgb_array``: rows, columns, and red, green and blue."""
        return self._batch.render(0, (320, 240), None, None) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End the simulation."""
        self._batch.close()


def _shared(space: gymnasium.spaces.Box, agents: list[str]) -> dict[str, gymnasium.spaces.Box]:
    lows, highs = (numpy.split(limits, len(agents)) for limits in (space.low, space.high))
    return {agent: gymnasium.spaces.Box(low, high) for agent, low, high in zip(agents, lows, highs)}
