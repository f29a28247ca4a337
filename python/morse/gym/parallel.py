"""Several robots of one scene as agents of PettingZoo's parallel interface."""

from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

import numpy

from morse.gym.batch import Batch
from morse.gym.state import State
from morse.gym.task import Limits, Start, Task

try:
    from pettingzoo import ParallelEnv
except ImportError as problem:
    raise ImportError(f"SceneParallelEnv needs PettingZoo: pip install 'morse-simulator[gym]' ({problem})") from problem

import gymnasium


class SceneParallelEnv(ParallelEnv):
    """A scene in which each robot is an agent.

    ``actions`` and ``observations`` are those of one robot, without its name: ``{"motion.v": (-1, 1)}``. ``rewards`` is a
    function of the ``State`` and of the names of the agents, and returns a reward for each of them, by name.
    ``terminated`` does the same; ``start`` is that of a ``Task``. All agents act at once, and episodes end for all.
    """

    metadata = {"render_modes": ["rgb_array"], "name": "morse_v0", "is_parallelizable": True}

    def __init__(
        self,
        scene: Any,
        agents: List[str],
        actions: Mapping[str, Limits],
        observations: Mapping[str, Limits],
        rewards: Callable[[State, List[str]], Mapping[str, float]],
        *,
        terminated: Optional[Callable[[State, List[str]], Mapping[str, bool]]] = None,
        hidden: Tuple[str, ...] = (),
        start: Optional[Callable[[numpy.random.Generator], Start]] = None,
        ticks: int = 6,
        steps_max: int = 500,
        render_mode: Optional[str] = None,
    ) -> None:
        if not agents:
            raise ValueError("there must be an agent at least")
        self.possible_agents = list(agents)
        self.agents: List[str] = []
        self.render_mode = render_mode
        self._rewards = rewards
        self._terminated = terminated

        def named(fields: Mapping[str, Limits]) -> Dict[str, Limits]:
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
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Box:
        """How an agent acts."""
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, numpy.ndarray], Dict[str, Dict[str, Any]]]:
        """Begin an episode."""
        if seed is not None:
            self._generator = numpy.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self._batch.reset([0], [self._generator])
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Tuple[Any, Any, Any, Any, Any]:
        """Act with all agents."""
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
            raise ValueError(f"rewards must be given to {', '.join(acting)}, got some for {', '.join(given_rewards) or 'none'}")
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

    def _observe(self) -> Dict[str, numpy.ndarray]:
        rows = numpy.split(self._batch.observe()[0], len(self.possible_agents))
        return dict(zip(self.possible_agents, rows))

    def render(self) -> Optional[numpy.ndarray]:
        """A picture, in the render mode ``rgb_array``."""
        return self._batch.render(0, (320, 240), None, None) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End the simulation."""
        self._batch.close()


def _shared(space: gymnasium.spaces.Box, agents: List[str]) -> Dict[str, gymnasium.spaces.Box]:
    lows, highs = (numpy.split(limits, len(agents)) for limits in (space.low, space.high))
    return {agent: gymnasium.spaces.Box(low, high) for agent, low, high in zip(agents, lows, highs)}
