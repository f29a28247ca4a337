"""Casts the rays of a file that `cargo bench -p morse-world --bench rays` wrote with pybullet, on one thread.

    pip install pybullet numpy
    python bullet.py room.rays terrain.rays

Prints the fastest of some rounds in million rays a second, how many rays disagree on whether there is anything to
meet, and the largest difference of distances otherwise.
"""

import sys
import time

import numpy as np
import pybullet

ROUNDS = 3
# pybullet takes no more rays than this at once.
BATCH = pybullet.MAX_RAY_INTERSECTION_BATCH_SIZE - 1


def run(path: str) -> None:
    data = np.fromfile(path, dtype="<u4")
    vertex_count, triangle_count, ray_count = (int(count) for count in data[:3])
    triangles_at = 3 + 3 * vertex_count
    rays_at = triangles_at + 3 * triangle_count
    vertices = data[3:triangles_at].view("<f4").reshape(-1, 3)
    triangles = data[triangles_at:rays_at]
    rays = data[rays_at:].view("<f4").reshape(ray_count, 8).astype(float)

    client = pybullet.connect(pybullet.DIRECT)
    shape = pybullet.createCollisionShape(
        pybullet.GEOM_MESH,
        vertices=vertices.tolist(),
        indices=triangles.tolist(),
        flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH,
    )
    pybullet.createMultiBody(0, shape)

    origins, ends = rays[:, :3], rays[:, :3] + rays[:, 3:6] * rays[:, 6:7]
    batches = [
        (origins[first : first + BATCH].tolist(), ends[first : first + BATCH].tolist())
        for first in range(0, ray_count, BATCH)
    ]
    best, hits = float("inf"), []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        hits = [pybullet.rayTestBatch(*batch, numThreads=1) for batch in batches]
        best = min(best, time.perf_counter() - start)
    pybullet.disconnect(client)

    flat = [hit for batch in hits for hit in batch]
    found = np.array([hit[2] * reach if hit[0] >= 0 else np.inf for hit, reach in zip(flat, rays[:, 6])])
    met, expected = np.isfinite(found), rays[:, 7]
    both = met & np.isfinite(expected)
    worst = np.abs(found[both] - expected[both]).max(initial=0.0)
    disagree = int((met != np.isfinite(expected)).sum())
    print(path)
    print(f"  rayTestBatch {ray_count / best / 1e6:7.3f} M rays/s, {disagree} rays disagree, others by {worst:.1e} m at most")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        run(argument)
