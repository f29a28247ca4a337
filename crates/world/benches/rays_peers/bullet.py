"""Casts the rays of a file with pybullet on one thread, on request of `cargo bench -p morse-world --bench rays`.

    pip install pybullet numpy
    echo 0 | python bullet.py room.rays

Uses the protocol described in `embree.cpp`. The comparison lacks the errors against double precision.
"""

import sys
import time

import numpy as np
import pybullet

RAYS_PER_SCAN = 5760


def read(path: str) -> tuple[list, list, np.ndarray]:
    """Returns the vertices, the vertex indices of the triangles, and the rays of a file."""
    data = np.fromfile(path, dtype="<u4")
    vertex_count, triangle_count, ray_count = (int(count) for count in data[:3])
    triangles_at = 3 + 3 * vertex_count
    rays_at = triangles_at + 3 * triangle_count
    vertices = data[3:triangles_at].view("<f4").reshape(-1, 3)
    rays = data[rays_at:].view("<f4").reshape(ray_count, 8).astype(float)
    return vertices.tolist(), data[triangles_at:rays_at].tolist(), rays


def main(path: str) -> None:
    vertices, triangles, rays = read(path)
    pybullet.connect(pybullet.DIRECT)
    flags = pybullet.GEOM_FORCE_CONCAVE_TRIMESH
    shape = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=vertices, indices=triangles, flags=flags)
    pybullet.createMultiBody(0, shape)

    starts, ends = rays[:, :3], rays[:, :3] + rays[:, 3:6] * rays[:, 6:7]
    scans = [
        (starts[first : first + RAYS_PER_SCAN].tolist(), ends[first : first + RAYS_PER_SCAN].tolist())
        for first in range(0, len(rays), RAYS_PER_SCAN)
    ]
    print("rayTestBatch\n", flush=True)
    hits = []
    for _ in sys.stdin:
        hits, taken = [], []
        for scan in scans:
            for _ in range(2):
                start = time.perf_counter_ns()
                found = pybullet.rayTestBatch(*scan, numThreads=1)
                taken.append(time.perf_counter_ns() - start)
            hits += found
        print(*taken, flush=True)

    met = np.array([hit[0] >= 0 for hit in hits])
    found = np.array([hit[2] for hit in hits]) * rays[:, 6]
    expected = rays[:, 7]
    both = met & np.isfinite(expected)
    apart = np.abs(found[both] - expected[both])
    disagree = (met != np.isfinite(expected)).sum()
    print(disagree, (apart > 1e-4).sum(), f"{apart.max(initial=0.0):.1e}")


if __name__ == "__main__":
    main(sys.argv[1])
