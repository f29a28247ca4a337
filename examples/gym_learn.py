"""Learns one of the predefined tasks of morse.gym with numpy alone, on all cores: augmented random search, linear policies.

    python3 examples/gym_learn.py ReachGoal --iterations 60 --worlds 32

Each world tries a different change of the policy for one episode; the policy then moves towards the changes with the
largest rewards (Mania, Guy and Recht, "Simple random search provides a competitive approach to reinforcement learning",
NeurIPS 2018). Prints the mean reward of an episode after each iteration; `--plot FILE.svg` draws the learning curve, with
matplotlib.
"""

import argparse

import gymnasium
import numpy

import morse.gym

#: Number of sectors of the laser scanner; each is reduced to its nearest ray.
SECTORS = 9
RAYS = 181


def features(observations):
    """Input of the policy: inverse range of the nearest obstacle in each sector of the scanner, if any, and all other observations."""
    parts = [numpy.ones((len(observations), 1))]
    if observations.shape[1] >= RAYS:
        sectors = numpy.array_split(observations[:, :RAYS], SECTORS, axis=1)
        parts += [1.0 / numpy.maximum(sector.min(axis=1, keepdims=True), 0.3) for sector in sectors]
        observations = observations[:, RAYS:]
    return numpy.concatenate([*parts, numpy.clip(observations, -5.0, 5.0)], axis=1)


def episodes(env, policies, seed):
    """Total reward of one episode in each world, with a policy per world."""
    low, high = env.single_action_space.low, env.single_action_space.high
    observations, _ = env.reset(seed=seed)
    rewards, running = numpy.zeros(env.num_envs), numpy.ones(env.num_envs, bool)
    while running.any():
        actions = numpy.tanh(numpy.einsum("wf,wfa->wa", features(observations), policies))
        observations, reward, terminated, truncated, _ = env.step(low + (actions + 1.0) / 2.0 * (high - low))
        rewards += reward * running
        running &= ~(terminated | truncated)
    return rewards


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=sorted(morse.gym.TASKS))
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--noise", type=float, default=0.1, help="standard deviation of a change")
    parser.add_argument("--rate", type=float, default=0.1, help="learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", metavar="FILE", help="draw the learning curve, as SVG or PNG")
    options = parser.parse_args()
    count = 2 * max(1, options.worlds // 2)
    env = gymnasium.make_vec(f"morse/{options.task}-v0", num_envs=count, autoreset_mode="SameStep")
    generator = numpy.random.default_rng(options.seed)
    half = env.num_envs // 2
    observations, _ = env.reset(seed=options.seed)
    curve = []
    policy = numpy.zeros((features(observations).shape[1], env.single_action_space.shape[0]))
    for iteration in range(options.iterations):
        changes = generator.standard_normal((half, *policy.shape))
        tried = policy + options.noise * numpy.concatenate([changes, -changes])
        # Both directions of a change use the same episode.
        seeds = [int(seed) for seed in generator.integers(1 << 31, size=half)]
        rewards = episodes(env, tried, seeds + seeds)
        better, worse = rewards[:half], rewards[half:]
        best = numpy.argsort(numpy.maximum(better, worse))[-max(1, half // 2) :]
        spread = numpy.concatenate([better[best], worse[best]]).std() + 1e-6
        policy += options.rate / spread * numpy.einsum("c,cfa->fa", (better - worse)[best], changes[best]) / len(best)
        curve.append(numpy.percentile(rewards, [10, 50, 90]))
        print(f"iteration {iteration + 1}: mean reward {rewards.mean():.2f}", flush=True)
    env.close()
    if options.plot:
        plot(options, numpy.array(curve))


def plot(options, curve):
    """Draws the median reward of the worlds after each iteration, and the range of four fifths of the worlds."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "morse"
    figure, axes = pyplot.subplots(figsize=(4.5, 2.8), layout="constrained")
    iterations = numpy.arange(1, len(curve) + 1)
    axes.fill_between(iterations, curve[:, 0], curve[:, 2], alpha=0.25, linewidth=0)
    axes.plot(iterations, curve[:, 1])
    axes.set(title=f"{options.task}, {options.worlds} worlds", xlabel="iteration", ylabel="reward of an episode")
    axes.grid(alpha=0.3)
    figure.savefig(options.plot, metadata={"Date": None})


if __name__ == "__main__":
    main()
