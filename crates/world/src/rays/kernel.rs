//! Casts packets of rays at everything there is; compiled once for each instruction set.

use glam::Vec3;

use super::batch::{Hit, Ray};
use super::filter::Gate;
use super::geometry::Geometry;
use super::groups::{Groups, only};
use super::isa::{Isa, Lanes, WIDEST};
use super::mesh::Mesh;
use super::nearest::{NONE, Nearest};
use super::packet::{LocalRays, NO_RAY, Packet};
use super::scene::{RayScene, Thing};
use super::solids;
use super::triangles::TriangleSearch;
use super::walk::{Slabs, Stack, Visitor, walk};

/// The distance of a ray that met nothing.
pub(super) const NO_DISTANCE: f32 = f32::INFINITY;

/// Where to put what rays met: as many places as there are rays.
pub(super) enum Answers<'a> {
    Hits(&'a mut [Option<Hit>]),
    Distances(&'a mut [f32]),
}

/// Rays to be cast, and where to put what they meet.
pub(super) struct Job<'a> {
    pub(super) scene: &'a RayScene,
    pub(super) gate: Gate<'a>,
    pub(super) rays: &'a [Ray],
    pub(super) answers: Answers<'a>,
}

/// A search for the nearest things.
struct Search<'a, I: Isa> {
    isa: I,
    scene: &'a RayScene,
    gate: Gate<'a>,
    packet: Packet<'a, I::Lanes>,
    nearest: Nearest<I::Lanes>,
    /// For rays that met a mesh, the number of the triangle, as bits of floats.
    triangle: I::Lanes,
}

/// Casts all rays of a job.
#[inline(always)]
pub(super) fn run<I: Isa>(isa: I, mut job: Job<'_>) {
    let mut stack = Stack::take(isa);
    let packets = job.rays.chunks_exact(I::WIDTH);
    let rest = packets.remainder();
    // The last packet is filled up with rays that go nowhere.
    let filled = rest.first().map(|first| {
        let mut filled = [Ray { max_distance: NO_RAY, ..*first }; WIDEST];
        filled[..rest.len()].copy_from_slice(rest);
        filled
    });
    let filled = filled.as_ref().map(|rays| &rays[..I::WIDTH]);
    for (number, rays) in packets.chain(filled).enumerate() {
        let packet = Packet::new(isa, rays);
        let nearest = Nearest::new(isa, packet.reach);
        let triangle = isa.splat(0.0);
        let mut search = Search { isa, scene: job.scene, gate: job.gate, packet, nearest, triangle };
        search.everywhere(&mut stack);
        let first = number * I::WIDTH;
        match &mut job.answers {
            Answers::Hits(hits) => search.report(&mut hits[first..]),
            Answers::Distances(distances) => search.report_distances(&mut distances[first..]),
        }
    }
    stack.leave(isa);
}

impl<I: Isa> Search<'_, I> {
    #[inline(always)]
    fn everywhere(&mut self, stack: &mut Stack<I::Lanes>) {
        let scene = self.scene;
        for &number in &scene.endless {
            self.look_at(number as usize, stack);
        }
        let Some(tree) = scene.tree() else {
            return;
        };
        if let Some(root) = tree.root
            && root.count() > 0
        {
            return self.visit(root.index(), root.count(), stack);
        }
        let isa = self.isa;
        let rays = self.packet.in_world(isa);
        let carrying = isa.splat(0.0).lt(self.nearest.distance).bits();
        for group in Groups::new(isa, &rays.direction, carrying) {
            let slabs = Slabs::new(isa, &rays, &group, tree.bounds.reach());
            let all = self.nearest.distance;
            if group.lanes != carrying {
                self.nearest.distance = only(isa, group.lanes, all);
            }
            walk(isa, tree, &slabs, self, stack);
            if group.lanes != carrying {
                let walked = isa.splat(0.0).le(self.nearest.distance);
                self.nearest.distance = walked.select(self.nearest.distance, all);
            }
        }
    }

    #[inline(always)]
    fn look_at(&mut self, number: usize, stack: &mut Stack<I::Lanes>) {
        let scene = self.scene;
        let thing = &scene.things[number];
        if !self.gate.lets_meet(thing.node, thing.kinds) {
            return;
        }
        let isa = self.isa;
        let rays = self.packet.in_thing(isa, &thing.stand);
        let distance = match &thing.geometry {
            Geometry::Mesh(mesh) => return self.look_at_mesh(number, mesh.get(), &rays, stack),
            Geometry::Box { half } => solids::enter_box(isa, &rays, half.to_array()),
            Geometry::Ball { radius } => solids::enter_ball(isa, &rays, *radius),
            Geometry::Capsule { radius, half_height } => {
                solids::enter_capsule(isa, &rays, *radius, *half_height)
            }
            Geometry::Cylinder { radius, half_height } => {
                solids::enter_cylinder(isa, &rays, *radius, *half_height)
            }
            Geometry::Cone { radius, half_height } => solids::enter_cone(isa, &rays, *radius, *half_height),
            Geometry::HalfSpace => solids::enter_half_space(isa, &rays),
        };
        let met = distance.le(self.nearest.distance);
        if met.bits() != 0 {
            self.nearest.offer(isa, number, distance, met);
        }
    }

    #[inline(always)]
    fn look_at_mesh(
        &mut self,
        number: usize,
        mesh: &Mesh,
        rays: &LocalRays<I::Lanes>,
        stack: &mut Stack<I::Lanes>,
    ) {
        let isa = self.isa;
        let zero = isa.splat(0.0);
        let carrying = zero.le(self.nearest.distance).bits();
        for group in Groups::new(isa, &rays.direction, carrying) {
            let slabs = Slabs::new(isa, rays, &group, mesh.tree.bounds.reach());
            let mut reach = self.nearest.distance;
            if group.lanes != carrying {
                reach = only(isa, group.lanes, reach);
            }
            let mut search = TriangleSearch::new(isa, mesh, rays, &group, &slabs, reach);
            walk(isa, &mesh.tree, &slabs, &mut search, stack);
            let found = search.nearest;
            let met = found.number().lt(isa.splat(f32::from_bits(NONE)));
            if met.bits() != 0 {
                let wins = self.nearest.offer(isa, number, found.distance, met);
                self.triangle = wins.select(found.number(), self.triangle);
            }
        }
    }

    #[inline(always)]
    fn report_distances(&self, distances: &mut [f32]) {
        let isa = self.isa;
        let met = self.nearest.number().lt(isa.splat(f32::from_bits(NONE)));
        let found = met.select(self.nearest.distance, isa.splat(NO_DISTANCE)).array();
        distances.iter_mut().zip(&found[..I::WIDTH]).for_each(|(distance, &found)| *distance = found);
    }

    #[inline(always)]
    fn report(&self, hits: &mut [Option<Hit>]) {
        let distances = self.nearest.distance.array();
        let (things, triangles) = (self.nearest.number().array(), self.triangle.array());
        let [x, y, z] = self.packet.direction;
        let (x, y, z) = (x.array(), y.array(), z.array());
        let only_mesh = self.only_mesh();
        for (lane, hit) in hits.iter_mut().enumerate().take(I::WIDTH) {
            let number = things[lane].to_bits();
            if number == NONE {
                *hit = None;
                continue;
            }
            let (distance, at) = (distances[lane], triangles[lane].to_bits() as usize);
            // Number by number: as vectors of three they cost more than they spare.
            let towards_ray = |normal: Vec3| {
                let along = normal.x * x[lane] + normal.y * y[lane] + normal.z * z[lane];
                let side = if along > 0.0 { -1.0 } else { 1.0 };
                Vec3::new(normal.x * side, normal.y * side, normal.z * side)
            };
            let (thing, outwards, triangle) = if let Some((thing, mesh)) = only_mesh {
                (thing, mesh.normals[at], mesh.triangles[at].number)
            } else {
                let thing = &self.scene.things[number as usize];
                let direction = Vec3::new(x[lane], y[lane], z[lane]);
                let (outwards, triangle) = self.surface(thing, lane, direction, distance, at);
                let stand = &thing.stand;
                (thing, if stand.turned { stand.vector_to_world(outwards) } else { outwards }, triangle)
            };
            let normal = towards_ray(outwards);
            *hit = Some(Hit { distance, normal, node: thing.node, part: thing.part, triangle });
        }
    }

    /// The mesh that all rays have met that met something, if there is one and it is not turned: then there is less to ask
    /// for each ray.
    #[inline(always)]
    fn only_mesh(&self) -> Option<(&Thing, &Mesh)> {
        let (isa, numbers) = (self.isa, self.nearest.number());
        let met = numbers.lt(isa.splat(f32::from_bits(NONE))).bits();
        let first = numbers.array()[met.trailing_zeros() as usize % WIDEST];
        let same = numbers.le(isa.splat(first)).and(isa.splat(first).le(numbers)).bits();
        let thing = self.scene.things.get(first.to_bits() as usize)?;
        match &thing.geometry {
            Geometry::Mesh(mesh) if same == met && !thing.stand.turned => Some((thing, mesh.get())),
            _ => None,
        }
    }

    /// The normal of what a ray met, in the frame of that thing, and the number of the triangle.
    #[inline(always)]
    fn surface(
        &self,
        thing: &Thing,
        lane: usize,
        direction: Vec3,
        distance: f32,
        triangle: usize,
    ) -> (Vec3, u32) {
        match &thing.geometry {
            Geometry::Mesh(mesh) => (mesh.get().normals[triangle], mesh.get().triangles[triangle].number),
            geometry => {
                let point = self.packet.origin(lane) + direction.as_dvec3() * f64::from(distance);
                let point = thing.stand.point_from_world(point).as_vec3();
                (geometry.normal(point, thing.stand.vector_from_world(direction)), 0)
            }
        }
    }
}

impl<I: Isa> Visitor<I::Lanes> for Search<'_, I> {
    #[inline(always)]
    fn reach(&self) -> I::Lanes {
        self.nearest.distance
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<I::Lanes>) {
        for leaf in first..first + count {
            self.look_at(self.scene.leaves[leaf] as usize, stack);
        }
    }
}
