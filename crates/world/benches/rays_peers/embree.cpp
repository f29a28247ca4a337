// Casts the rays of a file that `cargo bench -p morse-world --bench rays` wrote with Embree 3, on one thread.
//
//     g++ -O3 -march=native embree.cpp -lembree3 -o embree && ./embree room.rays terrain.rays
//
// For each way of calling Embree: the fastest of some rounds in million rays a second, how many rays disagree on whether
// there is anything to meet, and the largest difference of distances otherwise.
#include <embree3/rtcore.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace {

constexpr int kRounds = 20;
constexpr int kScan = 5760;

struct Ray {
    float origin[3], direction[3], reach, expected;
};

struct Scene {
    std::vector<float> vertices;
    std::vector<uint32_t> triangles;
    std::vector<Ray> rays;
};

template <typename T>
void read_into(FILE* file, std::vector<T>& values, size_t count) {
    values.resize(count);
    if (fread(values.data(), sizeof(T), count, file) != count) {
        fprintf(stderr, "the file is too short\n");
        exit(1);
    }
}

Scene read_scene(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(1);
    }
    Scene scene;
    std::vector<uint32_t> counts;
    read_into(file, counts, 3);
    read_into(file, scene.vertices, 3 * counts[0]);
    read_into(file, scene.triangles, 3 * counts[1]);
    read_into(file, scene.rays, counts[2]);
    fclose(file);
    return scene;
}

RTCRayHit single(const Ray& ray) {
    RTCRayHit out;
    memset(&out, 0, sizeof out);
    out.ray.org_x = ray.origin[0], out.ray.org_y = ray.origin[1], out.ray.org_z = ray.origin[2];
    out.ray.dir_x = ray.direction[0], out.ray.dir_y = ray.direction[1], out.ray.dir_z = ray.direction[2];
    out.ray.tfar = ray.reach;
    out.ray.mask = ~0u;
    out.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    return out;
}

// Like `single`, with vectors of eight.
void packet(const Ray* rays, RTCRayHit8& out) {
    memset(&out, 0, sizeof out);
    for (int lane = 0; lane < 8; lane++) {
        const Ray& ray = rays[lane];
        out.ray.org_x[lane] = ray.origin[0], out.ray.org_y[lane] = ray.origin[1], out.ray.org_z[lane] = ray.origin[2];
        out.ray.dir_x[lane] = ray.direction[0], out.ray.dir_y[lane] = ray.direction[1];
        out.ray.dir_z[lane] = ray.direction[2];
        out.ray.tfar[lane] = ray.reach;
        out.ray.mask[lane] = ~0u;
        out.hit.geomID[lane] = RTC_INVALID_GEOMETRY_ID;
    }
}

// Casts the rays of one scan and writes down their distances.
using Cast = std::function<void(const Ray*, float*)>;

void measure(const char* name, const Scene& scene, const Cast& cast) {
    std::vector<float> distances(scene.rays.size());
    size_t scans = scene.rays.size() / kScan;
    std::vector<double> fastest(scans, 1e9);
    for (int round = 0; round < kRounds; round++) {
        for (size_t scan = 0; scan < scans; scan++) {
            auto start = std::chrono::steady_clock::now();
            cast(&scene.rays[scan * kScan], &distances[scan * kScan]);
            std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            fastest[scan] = std::min(fastest[scan], taken.count());
        }
    }
    double best = 0;
    for (double seconds : fastest) best += seconds;
    double worst = 0;
    int disagree = 0;
    for (size_t i = 0; i < distances.size(); i++) {
        float expected = scene.rays[i].expected;
        if (std::isinf(expected) != std::isinf(distances[i])) {
            disagree++;
        } else if (!std::isinf(expected)) {
            worst = std::max(worst, double(std::fabs(expected - distances[i])));
        }
    }
    printf("  %-28s %7.2f M rays/s, %d rays disagree, others by %.1e m at most\n", name,
           distances.size() / best / 1e6, disagree, worst);
}

void run(RTCDevice device, const char* path, RTCSceneFlags flags, const char* how) {
    Scene scene = read_scene(path);
    RTCScene embree = rtcNewScene(device);
    rtcSetSceneFlags(embree, flags);
    rtcSetSceneBuildQuality(embree, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* buffer = rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, scene.vertices.size() / 3);
    memcpy(buffer, scene.vertices.data(), 4 * scene.vertices.size());
    buffer = rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, scene.triangles.size() / 3);
    memcpy(buffer, scene.triangles.data(), 4 * scene.triangles.size());
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(embree, mesh);
    rtcReleaseGeometry(mesh);
    rtcCommitScene(embree);

    printf("%s, %s\n", path, how);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    auto distance = [](unsigned geometry, float found) {
        return geometry == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<float>::infinity() : found;
    };

    measure("one ray at a time", scene, [&](const Ray* rays, float* out) {
        for (int i = 0; i < kScan; i++) {
            alignas(16) RTCRayHit query = single(rays[i]);
            rtcIntersect1(embree, &context, &query);
            out[i] = distance(query.hit.geomID, query.ray.tfar);
        }
    });
    measure("packets of eight", scene, [&](const Ray* rays, float* out) {
        alignas(32) int valid[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
        alignas(32) RTCRayHit8 query;
        for (int i = 0; i < kScan; i += 8) {
            packet(rays + i, query);
            rtcIntersect8(valid, embree, &context, &query);
            for (int lane = 0; lane < 8; lane++) out[i + lane] = distance(query.hit.geomID[lane], query.ray.tfar[lane]);
        }
    });
    std::vector<RTCRayHit> queries(kScan);
    measure("streams of a scan", scene, [&](const Ray* rays, float* out) {
        for (int i = 0; i < kScan; i++) queries[i] = single(rays[i]);
        rtcIntersect1M(embree, &context, queries.data(), kScan, sizeof(RTCRayHit));
        for (int i = 0; i < kScan; i++) out[i] = distance(queries[i].hit.geomID, queries[i].ray.tfar);
    });
    rtcReleaseScene(embree);
}

}  // namespace

int main(int count, char** paths) {
    const char* configuration = getenv("EMBREE_CONFIG");
    RTCDevice device = rtcNewDevice(configuration ? configuration : "threads=1");
    for (int i = 1; i < count; i++) {
        run(device, paths[i], RTC_SCENE_FLAG_NONE, "as fast as it can");
        run(device, paths[i], RTC_SCENE_FLAG_ROBUST, "watertight");
    }
    rtcReleaseDevice(device);
}
