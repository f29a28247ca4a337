// Casts the rays of a file with Embree 3 on one thread, on request of `cargo bench -p morse-world --bench rays`.
//
//     g++ -O3 -march=native embree.cpp -lembree3 -o embree && echo 1 | ./embree threads=1 room.rays
//
// The program first prints its casting modes, one per line, and an empty line. For each number of a mode on the standard
// input, it casts all scans, each twice in a row, and prints the times in this order. [ns] At the end of the input, it
// compares the distances of each mode with those in the file and prints one line per mode: the number of rays for which only
// one of both has a hit; the number of rays whose distances differ by more than 1e-4 m; the largest difference; the largest
// errors of Embree and of the file against double precision. [m]
#include <embree3/rtcore.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <pmmintrin.h>
#include <xmmintrin.h>

namespace {

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

// Like `single`, with packets of eight rays.
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

// The hit of a ray: the distance, infinite without a hit, and the number of the triangle.
struct Met {
    float distance;
    uint32_t triangle;
};

// Casts the rays of one scan.
using Cast = std::function<void(const Ray*, Met*)>;

struct Way {
    std::string name;
    Cast cast;
    std::vector<Met> met;
};

Met met(unsigned geometry, unsigned triangle, float distance) {
    if (geometry == RTC_INVALID_GEOMETRY_ID) distance = std::numeric_limits<float>::infinity();
    return {distance, triangle};
}

RTCScene build(RTCDevice device, const Scene& scene, RTCSceneFlags flags) {
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
    return embree;
}

void add_ways(std::vector<Way>& ways, RTCScene embree, RTCIntersectContext& context, const std::string& how) {
    ways.push_back({"one ray at a time, " + how, [=, &context](const Ray* rays, Met* out) {
        for (int i = 0; i < kScan; i++) {
            alignas(16) RTCRayHit query = single(rays[i]);
            rtcIntersect1(embree, &context, &query);
            out[i] = met(query.hit.geomID, query.hit.primID, query.ray.tfar);
        }
    }, {}});
    ways.push_back({"packets of eight, " + how, [=, &context](const Ray* rays, Met* out) {
        alignas(32) int valid[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
        alignas(32) RTCRayHit8 query;
        for (int i = 0; i < kScan; i += 8) {
            packet(rays + i, query);
            rtcIntersect8(valid, embree, &context, &query);
            for (int lane = 0; lane < 8; lane++) {
                out[i + lane] = met(query.hit.geomID[lane], query.hit.primID[lane], query.ray.tfar[lane]);
            }
        }
    }, {}});
    auto queries = std::make_shared<std::vector<RTCRayHit>>(kScan);
    ways.push_back({"a stream of a scan, " + how, [=, &context](const Ray* rays, Met* out) {
        for (int i = 0; i < kScan; i++) (*queries)[i] = single(rays[i]);
        rtcIntersect1M(embree, &context, queries->data(), kScan, sizeof(RTCRayHit));
        for (int i = 0; i < kScan; i++) {
            const RTCRayHit& query = (*queries)[i];
            out[i] = met(query.hit.geomID, query.hit.primID, query.ray.tfar);
        }
    }, {}});
}

// The distance at which a ray intersects the plane of a triangle.
double exact(const Scene& scene, const Ray& ray, uint32_t triangle) {
    double one[3], other[3], from[3];
    for (int axis = 0; axis < 3; axis++) {
        auto corner = [&](int number) { return double(scene.vertices[3 * scene.triangles[3 * triangle + number] + axis]); };
        one[axis] = corner(1) - corner(0);
        other[axis] = corner(2) - corner(0);
        from[axis] = corner(0) - ray.origin[axis];
    }
    double height = 0, descent = 0;
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        double normal = one[next] * other[last] - one[last] * other[next];
        height += normal * from[axis];
        descent += normal * ray.direction[axis];
    }
    return height / descent;
}

void compare(const Scene& scene, const Way& way) {
    int disagree = 0, apart = 0;
    double worst = 0, embree_off = 0, file_off = 0;
    for (size_t i = 0; i < way.met.size(); i++) {
        float expected = scene.rays[i].expected, found = way.met[i].distance;
        if (std::isinf(expected) != std::isinf(found)) {
            disagree++;
        } else if (!std::isinf(expected)) {
            double truth = exact(scene, scene.rays[i], way.met[i].triangle);
            double difference = std::fabs(double(expected) - found);
            if (difference > 1e-4) apart++;
            worst = std::max(worst, difference);
            embree_off = std::max(embree_off, std::fabs(found - truth));
            file_off = std::max(file_off, std::fabs(expected - truth));
        }
    }
    printf("%d %d %.1e %.1e %.1e\n", disagree, apart, worst, embree_off, file_off);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: embree CONFIGURATION FILE\n");
        return 2;
    }
    // As recommended by Embree's manual.
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    Scene scene = read_scene(arguments[2]);
    RTCDevice device = rtcNewDevice(arguments[1]);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    RTCScene fast = build(device, scene, RTC_SCENE_FLAG_NONE);
    RTCScene robust = build(device, scene, RTC_SCENE_FLAG_ROBUST);
    std::vector<Way> ways;
    add_ways(ways, fast, context, "as fast as it can");
    add_ways(ways, robust, context, "watertight");
    for (const Way& way : ways) printf("%s\n", way.name.c_str());
    printf("\n");
    fflush(stdout);

    size_t number;
    while (std::cin >> number && number < ways.size()) {
        Way& way = ways[number];
        way.met.resize(scene.rays.size());
        for (size_t first = 0; first + kScan <= scene.rays.size(); first += kScan) {
            for (int pass = 0; pass < 2; pass++) {
                auto start = std::chrono::steady_clock::now();
                way.cast(&scene.rays[first], &way.met[first]);
                std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - start;
                printf("%lld ", static_cast<long long>(taken.count()));
            }
        }
        printf("\n");
        fflush(stdout);
    }
    for (const Way& way : ways) compare(scene, way);
    rtcReleaseScene(fast);
    rtcReleaseScene(robust);
    rtcReleaseDevice(device);
}
