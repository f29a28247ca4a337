"""Learns one of the ready tasks of morse.gym with PPO of stable-baselines3, in many worlds at once.

    pip install stable-baselines3          (large: it brings PyTorch)
    python3 examples/gym_sb3.py ReachGoal --steps 300000

Prints the mean reward of an episode after each round of learning.
"""

import argparse

import gymnasium
import numpy
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecMonitor, VecNormalize

import morse.gym


class Worlds(VecEnv):
    """A vector environment of Gymnasium as stable-baselines3 wants it."""

    def __init__(self, env):
        self.env = env
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self):
        observations, _ = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self):
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        told = [{} for _ in range(self.num_envs)]
        for world in numpy.flatnonzero(terminated | truncated):
            told[world]["terminal_observation"] = infos["final_obs"][world]
            told[world]["TimeLimit.truncated"] = bool(truncated[world] and not terminated[world])
        return observations, rewards.astype(numpy.float32), terminated | truncated, told

    def close(self):
        self.env.close()

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name, value, indices=None):
        setattr(self.env, attr_name, value)

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        raise NotImplementedError("the worlds have no methods of their own")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * len(list(self._get_indices(indices)))


class Told(BaseCallback):
    """Prints how learning goes."""

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        episodes = self.model.ep_info_buffer
        if episodes:
            mean = numpy.mean([episode["r"] for episode in episodes])
            print(f"{self.num_timesteps} steps: mean reward {mean:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=sorted(morse.gym.TASKS))
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    env = VecMonitor(Worlds(gymnasium.make_vec(f"morse/{words.task}-v0", num_envs=words.worlds)))
    env = VecNormalize(env, norm_reward=True)
    model = PPO("MlpPolicy", env, n_steps=256, batch_size=512, n_epochs=5, gamma=0.98, seed=words.seed, device="cpu")
    model.learn(words.steps, callback=Told())
    env.close()


if __name__ == "__main__":
    main()
