"""Learns one of the predefined tasks of morse.gym with PPO of stable-baselines3, in many worlds at once.

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
    """Adapter of a vector environment of Gymnasium for stable-baselines3."""

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
        world_infos = [{} for _ in range(self.num_envs)]
        for world in numpy.flatnonzero(terminated | truncated):
            # The success of the last step, where the task reports it.
            world_infos[world] = {key: values[world] for key, values in infos["final_info"].items() if key[0] != "_"}
            world_infos[world]["terminal_observation"] = infos["final_obs"][world]
            world_infos[world]["TimeLimit.truncated"] = bool(truncated[world] and not terminated[world])
        return observations, rewards.astype(numpy.float32), terminated | truncated, world_infos

    def close(self):
        self.env.close()

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name, value, indices=None):
        setattr(self.env, attr_name, value)

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        raise NotImplementedError("the worlds have no methods")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * len(list(self._get_indices(indices)))


class ProgressPrinter(BaseCallback):
    """Prints the progress of the learning."""

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
    options = parser.parse_args()
    worlds = gymnasium.make_vec(f"morse/{options.task}-v0", num_envs=options.worlds, autoreset_mode="SameStep")
    env = VecMonitor(Worlds(worlds))
    env = VecNormalize(env, norm_reward=True)
    model = PPO("MlpPolicy", env, n_steps=256, batch_size=512, n_epochs=5, gamma=0.98, seed=options.seed, device="cpu")
    model.learn(options.steps, callback=ProgressPrinter())
    env.close()


if __name__ == "__main__":
    main()
