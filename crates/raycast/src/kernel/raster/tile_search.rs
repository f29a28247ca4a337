//! The search for the surfaces that the pixels of a tile see.

use glam::Vec3;

use crate::bvh::Branch;
use crate::bvh::bounds::Bounds;
use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::nearest::{NONE, Nearest};
use crate::kernel::packet::{LocalRays, NO_RAY, Packet, Vectors, dot, splat};
use crate::kernel::primitives;
use crate::kernel::raster::frustum::{Frustum, MARGIN, PixelAxes, pixels_of};
use crate::kernel::raster::pixel_test::{SeenTriangle, shear};
use crate::kernel::raster::triangle_block::{Edges, PlacedBlock};
use crate::kernel::ray_groups::{Groups, only};
use crate::mesh::Mesh;
use crate::ray_tile::RayTile;
use crate::scene::{InstanceTransform, RayInstance, RayScene};
use crate::simd::isa::{Isa, Lanes, TileIsa};

/// Maximum number of packets of a tile: those of eight rays.
const PACKETS_MAX: usize = RayTile::COUNT / 8;
/// Blocks of 4 x 4 pixels in a row of a tile.
const BLOCKS_ACROSS: u32 = RayTile::WIDTH / 4;
/// Triangles that cover at most this number of packets are tested without regard to their edges.
const SMALL: u32 = 2;
/// The packets of triangles that cover more packets than this are found by vector operations.
const MANY: u32 = 6;
/// Factor of distances that exceeds their rounding errors.
const SLACK: f32 = 1.0 + 1e-5;

/// The rays of a packet in the frame of the mesh under test.
#[derive(Clone, Copy)]
struct LocalPacket<L> {
    direction: Vectors<L>,
    /// The steepest axis of the first ray, and the shear of the rays along it.
    sheared: (usize, [L; 2]),
    /// Whether it is the steepest axis of all rays.
    is_uniform: bool,
    /// For each axis, the rays for which it is the steepest, as bits.
    steepest: [u32; 3],
    /// The nearest triangles so far, numbered in leaf order.
    nearest: Nearest<L>,
}

/// A packet of rays with its nearest surfaces so far.
pub(super) struct TilePacket<'a, L> {
    pub(super) ray: Packet<'a, L>,
    /// The distances from which the rays are cast. [m]
    start: L,
    /// The nearest instances.
    pub(super) nearest: Nearest<L>,
    /// For rays that hit a mesh, the number of the triangle, as bits of floats; zero for other rays.
    pub(super) triangle: L,
}

/// The search for the nearest surface of each pixel of a tile.
pub(super) struct TileSearch<'a, I: TileIsa, K> {
    isa: I,
    pub(super) scene: &'a RayScene<K>,
    filter: ResolvedFilter<'a, K>,
    tile: RayTile,
    axes: PixelAxes,
    pub(super) packets: Vec<TilePacket<'a, I::Lanes>>,
    /// For each packet, the distance of its farthest surface, infinite while a ray has none. [m]
    far: [f32; PACKETS_MAX],
    /// For each packet, the least distance from which a ray is cast. [m]
    least_start: [f32; PACKETS_MAX],
    /// Column and row of the first pixel of each packet, in vectors.
    places: Vec<[I::Lanes; 2]>,
    /// The square of the greatest of `far` [m²], unless it is old.
    reach: f32,
    is_reach_old: bool,
    /// The packets in the frame of the current mesh, in the order in which they were first tested.
    local: Vec<LocalPacket<I::Lanes>>,
    /// For each packet, its index in `local`.
    slots: [u8; PACKETS_MAX],
    /// A bit for each packet with an entry in `local`.
    prepared: u128,
    /// Branches to visit with lower bounds for their squared distances [m²], the nearest on top.
    open: Vec<(f32, Branch)>,
}

impl<'a, I: TileIsa, K: ObjectKey> TileSearch<'a, I, K> {
    #[inline(always)]
    pub(super) fn new(
        isa: I,
        scene: &'a RayScene<K>,
        filter: ResolvedFilter<'a, K>,
        tile: RayTile,
        starts: Option<&[f32]>,
    ) -> TileSearch<'a, I, K> {
        let mut search = TileSearch {
            isa,
            scene,
            filter,
            tile,
            axes: PixelAxes::of(&tile),
            packets: Vec::with_capacity(RayTile::COUNT / I::WIDTH),
            far: [0.0; PACKETS_MAX],
            least_start: [0.0; PACKETS_MAX],
            places: (0..RayTile::COUNT / I::WIDTH)
                .step_by(I::WIDTH)
                .map(|first| {
                    let place = |lane: usize| RayTile::pixel(((first + lane) * I::WIDTH) as u32);
                    [isa.lanes(|lane| place(lane)[0] as f32), isa.lanes(|lane| place(lane)[1] as f32)]
                })
                .collect(),
            reach: f32::INFINITY,
            is_reach_old: true,
            local: Vec::with_capacity(RayTile::COUNT / I::WIDTH),
            slots: [0; PACKETS_MAX],
            prepared: 0,
            open: Vec::with_capacity(64),
        };
        let zero = isa.splat(0.0);
        for number in 0..RayTile::COUNT / I::WIDTH {
            let mut packet = Packet::of_tile(isa, &tile, (number * I::WIDTH) as u32);
            let mut start = isa.splat(tile.near) / ahead(isa, &tile, &packet.direction);
            if let Some(starts) = starts {
                start = isa.lanes(|lane| starts.get(number * I::WIDTH + lane).copied().unwrap_or(NO_RAY));
                packet.reach = start.lt(zero).select(isa.splat(NO_RAY), packet.reach);
            }
            let nearest = Nearest::new(isa, packet.reach);
            search.far[number] = packet.reach.greatest(I::WIDTH);
            if starts.is_some() {
                // The starts of rays that are not cast do not count.
                let inverse = start.lt(zero).select(zero, isa.splat(1.0) / start);
                search.least_start[number] = 1.0 / inverse.greatest(I::WIDTH);
            }
            search.packets.push(TilePacket { ray: packet, start, nearest, triangle: zero });
        }
        search
    }

    /// Searches all instances of the scene.
    #[inline(always)]
    pub(super) fn search(&mut self) {
        let scene = self.scene;
        for &number in &scene.unbounded {
            self.instance(number as usize);
        }
        let Some((tree, root)) = scene.tree().and_then(|tree| Some((tree, tree.root?))) else { return };
        let frustum = Frustum::new(&self.axes, self.tile.origin.as_vec3(), tree.bounds.reach());
        self.open.push((0.0, root));
        let mut found = [(0.0, Branch::NONE); 4];
        while let Some((square, branch)) = self.open.pop() {
            let reach = self.reach();
            if square > reach {
                continue;
            }
            if branch.count() > 0 {
                for leaf in branch.index()..branch.index() + branch.count() {
                    self.instance(scene.leaves[leaf] as usize);
                }
                continue;
            }
            let count = frustum.branches(self.isa.eight(), &tree.nodes[branch.index()], reach, &mut found);
            self.open.extend_from_slice(&found[..count]);
        }
    }

    /// The square of the largest distance at which a surface can be visible. [m²]
    #[inline(always)]
    fn reach(&mut self) -> f32 {
        if std::mem::take(&mut self.is_reach_old) {
            let mut most = [0.0; 8];
            for eight in self.far.chunks_exact(8) {
                for (most, &far) in most.iter_mut().zip(eight) {
                    *most = if far > *most { far } else { *most };
                }
            }
            let most = most.into_iter().fold(0.0, |most, far| if far > most { far } else { most });
            self.reach = most * most * SLACK;
        }
        self.reach
    }

    #[inline(always)]
    fn instance(&mut self, number: usize) {
        let scene = self.scene;
        let instance = &scene.instances[number];
        if !self.filter.accepts(instance.object, instance.kinds) {
            return;
        }
        match &instance.geometry {
            Geometry::Mesh(mesh) => self.mesh(number, &instance.transform, mesh.get()),
            _ => self.primitive(number, instance),
        }
    }

    /// Tests the pixels around the bounding box of a primitive.
    #[inline(always)]
    fn primitive(&mut self, number: usize, instance: &RayInstance<K>) {
        let isa = self.isa;
        let transform = &instance.transform;
        let origin = transform.point_from_world(self.tile.origin).as_vec3();
        let all = [0, 0, RayTile::WIDTH - 1, RayTile::HEIGHT - 1];
        let pixels = match instance.geometry.bounds() {
            None => all,
            Some(Bounds { low, high }) => {
                let axes = self.axes.rotated(|vector| transform.vector_from_world(vector));
                let bounds = Bounds { low: low - origin, high: high - origin };
                let Some(pixels) = pixels_of(&axes, &bounds) else { return };
                pixels
            }
        };
        let [left, top, right, bottom] = pixels;
        for packet in packets_in::<I>([left, top, right, bottom]) {
            let state = &mut self.packets[packet];
            let direction = state.ray.direction_in(isa, transform);
            let rays = LocalRays { point: Some(origin), origin: splat(isa, origin.to_array()), direction };
            let Some(distance) = primitives::enter(isa, &instance.geometry, &rays) else { return };
            let nearest = &mut state.nearest;
            let met = state.start.le(distance).and(distance.le(nearest.distance));
            if met.bits() != 0 {
                let wins = nearest.offer(isa, number, distance, met);
                state.triangle = wins.select(isa.splat(0.0), state.triangle);
                self.far[packet] = nearest.distance.greatest(I::WIDTH);
                self.is_reach_old = true;
            }
        }
    }

    /// Searches a mesh.
    #[inline(always)]
    fn mesh(&mut self, number: usize, transform: &InstanceTransform, mesh: &Mesh) {
        let tree = &mesh.wide_tree;
        let Some(root) = tree.root else { return };
        let origin = transform.point_from_world(self.tile.origin).as_vec3();
        let axes = self.axes.rotated(|vector| transform.vector_from_world(vector));
        let frustum = Frustum::new(&axes, origin, mesh.extent);
        let bottom = self.open.len();
        self.prepared = 0;
        self.local.clear();
        self.open.push((0.0, root));
        let mut found = [(0.0, Branch::NONE); 8];
        while self.open.len() > bottom {
            let Some((square, branch)) = self.open.pop() else { break };
            let reach = self.reach();
            if square > reach {
                continue;
            }
            if branch.count() == 0 {
                let count =
                    frustum.branches(self.isa.eight(), &tree.nodes[branch.index()], reach, &mut found);
                self.open.extend_from_slice(&found[..count]);
                continue;
            }
            for block in &mesh.blocks[branch.index()..branch.index() + branch.count()] {
                let Some(placed) = PlacedBlock::new(self.isa.eight(), &axes, origin, block) else { continue };
                let mut seen = placed.seen;
                while seen != 0 {
                    let lane = seen.trailing_zeros() as usize;
                    seen &= seen - 1;
                    self.triangle(mesh, transform, origin, &placed, (lane, block.first as usize + lane));
                }
            }
        }
        self.take_local(number);
    }

    /// Tests the pixels that a triangle may cover.
    #[inline(always)]
    fn triangle(
        &mut self,
        mesh: &Mesh,
        transform: &InstanceTransform,
        origin: Vec3,
        placed: &PlacedBlock,
        (lane, number): (usize, usize),
    ) {
        let Some(pixels) = placed.pixels(lane) else { return };
        let (depth, farthest) = (placed.nearest(lane), placed.farthest(lane));
        let [left, top, right, bottom] = pixels.map(|place| place / 4);
        let count = (right + 1 - left) * (bottom + 1 - top);
        let edges = if count > SMALL { placed.edges(lane) } else { None };
        let [left, top, right, bottom] = pixels.map(|place| place as f32);
        if edges.is_some_and(|edges| !edges.may_cover([left, top, right, bottom])) {
            return;
        }
        let corners = mesh.corners(&mesh.triangles[number]);
        let triangle = SeenTriangle::new(&corners, origin, mesh.solid);
        if let Some(edges) = edges.filter(|_| count > MANY) {
            let mut packets = self.packets_of(&edges, [left, top, right, bottom], depth, farthest);
            while packets != 0 {
                let packet = packets.trailing_zeros() as usize;
                packets &= packets - 1;
                self.test(&triangle, number, transform, packet);
            }
            return;
        }
        for packet in packets_in::<I>(pixels) {
            let is_hidden = depth > self.far[packet] || farthest < self.least_start[packet];
            if is_hidden || !may_cover::<I>(edges.as_ref(), packet) {
                continue;
            }
            self.test(&triangle, number, transform, packet);
        }
    }

    /// The packets with pixels in a range that a triangle with these edges may cover, and in which it may be visible at its
    /// depth, as bits.
    #[inline(always)]
    fn packets_of(&self, edges: &Edges, range: [f32; 4], depth: f32, farthest: f32) -> u128 {
        let isa = self.isa;
        let [left, top, right, bottom] = range.map(|place| isa.splat(place));
        // From the first to the last column and row of a packet.
        let (across, down) = (3.0, (I::WIDTH / 4 - 1) as f32);
        let (zero, wide, high) = (isa.splat(0.0), isa.splat(across), isa.splat(down));
        let mut bits = 0;
        for (number, &[column, row]) in self.places.iter().enumerate() {
            let first = number * I::WIDTH;
            let of_packets = |all: &[f32; PACKETS_MAX]| {
                let values = &all[first..first + I::WIDTH];
                isa.lanes(|lane| values[lane])
            };
            let far = of_packets(&self.far);
            let mut seen = isa.splat(depth).le(far);
            seen = seen.and(of_packets(&self.least_start).le(isa.splat(farthest)));
            if let Some([x, y, rest]) = edges.nearness {
                let aside = isa.splat(if x > 0.0 { across + MARGIN } else { -MARGIN });
                let below = isa.splat(if y > 0.0 { down + MARGIN } else { -MARGIN });
                let most = isa.splat(x) * (column + aside) + isa.splat(y) * (row + below) + isa.splat(rest);
                // Not behind for NaN.
                seen = seen.xor(seen.and((far * most).lt(isa.splat(1.0))));
            }
            seen = seen.and(left.le(column + wide)).and(column.le(right));
            seen = seen.and(top.le(row + high)).and(row.le(bottom));
            for [x, y, rest] in edges.lines {
                let aside = isa.splat(if x > 0.0 { across + MARGIN } else { -MARGIN });
                let below = isa.splat(if y > 0.0 { down + MARGIN } else { -MARGIN });
                let inwards =
                    isa.splat(x) * (column + aside) + isa.splat(y) * (row + below) + isa.splat(rest);
                // Not outside for NaN.
                seen = seen.xor(seen.and(inwards.lt(zero)));
            }
            bits |= u128::from(seen.bits()) << first;
        }
        bits
    }

    #[inline(always)]
    fn test(&mut self, triangle: &SeenTriangle, number: usize, transform: &InstanceTransform, packet: usize) {
        let isa = self.isa;
        if self.prepared >> packet & 1 == 0 {
            self.prepare(transform, packet);
        }
        let start = self.packets[packet].start;
        let local = &mut self.local[usize::from(self.slots[packet % PACKETS_MAX])];
        let mut is_hit = false;
        if local.is_uniform {
            is_hit = triangle.test(
                isa,
                number,
                &local.direction,
                local.sheared,
                (start, None),
                &mut local.nearest,
            );
        } else {
            for (axis, lanes) in local.steepest.into_iter().enumerate() {
                if lanes != 0 {
                    let sheared = (axis, shear(isa, &local.direction, axis));
                    let lanes = Some(isa.splat(0.0).le(only(isa, lanes, isa.splat(1.0))));
                    is_hit |= triangle.test(
                        isa,
                        number,
                        &local.direction,
                        sheared,
                        (start, lanes),
                        &mut local.nearest,
                    );
                }
            }
        }
        if is_hit {
            self.far[packet] = local.nearest.distance.greatest(I::WIDTH);
            self.is_reach_old = true;
        }
    }

    /// Transforms the rays of a packet to the frame of a mesh.
    #[inline(always)]
    fn prepare(&mut self, transform: &InstanceTransform, packet: usize) {
        let isa = self.isa;
        let state = &self.packets[packet];
        let direction = state.ray.direction_in(isa, transform);
        let all = if I::WIDTH == 32 { u32::MAX } else { (1 << I::WIDTH) - 1 };
        let [x, y, z] = Groups::new(isa, &direction, all).steepest();
        let steepest = [x & all, y & all, z & all];
        let axis = if steepest[0] & 1 == 1 { 0 } else { 2 - (steepest[1] & 1) as usize };
        let sheared = (axis, shear(isa, &direction, axis));
        let is_uniform = steepest[axis] == all;
        let nearest = Nearest::new(isa, state.nearest.distance);
        self.slots[packet % PACKETS_MAX] = self.local.len() as u8;
        self.local.push(LocalPacket { direction, sheared, is_uniform, steepest, nearest });
        self.prepared |= 1 << packet;
    }

    /// Takes the hits on a mesh that was searched.
    #[inline(always)]
    fn take_local(&mut self, number: usize) {
        let isa = self.isa;
        let mut left = self.prepared;
        while left != 0 {
            let packet = left.trailing_zeros() as usize;
            left &= left - 1;
            let state = &mut self.packets[packet];
            let found = self.local[usize::from(self.slots[packet % PACKETS_MAX])].nearest;
            let met = found.number().lt(isa.splat(f32::from_bits(NONE)));
            if met.bits() != 0 {
                let wins = state.nearest.offer(isa, number, found.distance, met);
                state.triangle = wins.select(found.number(), state.triangle);
            }
        }
    }
}

/// The numbers of the packets with pixels in a range.
#[inline(always)]
fn packets_in<I: Isa>([left, top, right, bottom]: [u32; 4]) -> impl Iterator<Item = usize> {
    let rows = I::WIDTH as u32 / 4;
    let in_block = 4 / rows;
    (top / rows..=bottom / rows).flat_map(move |row| {
        let first = row / in_block * BLOCKS_ACROSS * in_block + row % in_block;
        (left / 4..=right / 4).map(move |column| (first + column * in_block) as usize)
    })
}

/// Whether the edges of a triangle include pixels of a packet.
#[inline(always)]
fn may_cover<I: Isa>(edges: Option<&Edges>, packet: usize) -> bool {
    let Some(edges) = edges else { return true };
    let [column, row] = RayTile::pixel((packet * I::WIDTH) as u32).map(|place| place as f32);
    edges.may_cover([column, row, column + 3.0, row + (I::WIDTH / 4 - 1) as f32])
}

/// Distances along the optical axis per meter along rays.
#[inline(always)]
fn ahead<I: Isa>(isa: I, tile: &RayTile, direction: &Vectors<I::Lanes>) -> I::Lanes {
    dot(&splat(isa, tile.forward.to_array()), direction)
}
