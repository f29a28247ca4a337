//! Points of the surface that endless refinement approaches (Halstead, Kass, DeRose 1993).

use std::collections::BTreeMap;

use glam::DVec3;

use crate::subdivision::edges::{ALWAYS, Edges};
use crate::subdivision::{Around, Boundary, Rule, Surface, edge_point};

/// The limits of all points of a surface of quadrilaterals, as OpenSubdiv computes them after some more refinements: edges that
/// are sharp for further ones then count as smooth, and points of one face on a smooth boundary as corners.
pub(crate) fn limit(surface: &Surface, boundary: Boundary, refinements: usize) -> Vec<DVec3> {
    let edges = Edges::of(surface, boundary);
    let mut around = vec![Around::default(); surface.points.len()];
    let mut rings: BTreeMap<u32, Ring> = BTreeMap::new();
    for (edge, (ends, &sharpness)) in edges.ends.iter().zip(&edges.sharpness).enumerate() {
        let [a, b] = ends.map(|end| end as usize);
        around[a].add_edge(surface.points[b], sharpness);
        around[b].add_edge(surface.points[a], sharpness);
        if is_passing(edges.sharpness[edge]) {
            for &end in ends {
                rings.entry(end).or_default();
            }
        }
    }
    let mut faces = vec![0_u32; surface.points.len()];
    surface.corners.iter().for_each(|&point| faces[point as usize] += 1);
    for (point, &faces) in faces.iter().enumerate() {
        if faces == 1 || is_passing(edges.point_sharpness(surface, point)) {
            rings.entry(point as u32).or_default();
        }
    }
    for face in surface.faces() {
        let corners = &surface.corners[face.clone()];
        for (place, &point) in corners.iter().enumerate() {
            let at = |ahead: usize| (place + ahead) % corners.len();
            let opposite = surface.points[corners[at(2)] as usize];
            let around = &mut around[point as usize];
            (around.faces, around.centers) = (around.faces + 1, around.centers + opposite);
            let Some(ring) = rings.get_mut(&point) else { continue };
            let spoke = |place: usize| edges.of_corner[face.start + place];
            ring.faces.push((spoke(place), spoke(at(corners.len() - 1)), opposite));
        }
    }
    for (edge, (ends, &sharpness)) in edges.ends.iter().zip(&edges.sharpness).enumerate() {
        for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            if let Some(ring) = rings.get_mut(&end) {
                ring.spokes.insert(edge as u32, (surface.points[other as usize], sharpness));
            }
        }
    }
    let limits = surface.points.iter().zip(&around).enumerate().map(|(index, (&point, around))| {
        let sharpness = edges.point_sharpness(surface, index);
        match rings.remove(&(index as u32)) {
            Some(ring) => ring.limit(point, sharpness, refinements),
            None => around.limit(point, sharpness),
        }
    });
    limits.collect()
}

/// Whether an edge or a point is sharp, but not for ever.
fn is_passing(sharpness: f32) -> bool {
    sharpness > 0.0 && sharpness < ALWAYS
}

impl Around {
    /// The limit of a point all of whose sharp edges are always sharp.
    fn limit(&self, point: DVec3, sharpness: f32) -> DVec3 {
        if self.edges == 0 || self.faces == 0 {
            return point;
        }
        match Rule::of(self.sharp, sharpness > 0.0) {
            Rule::Corner => point,
            Rule::Crease => (4.0 * point + self.sharp_ends) / 6.0,
            Rule::Smooth => {
                let count = f64::from(self.edges);
                (count * count * point + 4.0 * self.ends + self.centers) / (count * (count + 5.0))
            }
        }
    }
}

/// The surroundings of a point, which suffice to refine them again and again.
#[derive(Default)]
struct Ring {
    /// By edge: its other end, and its sharpness.
    spokes: BTreeMap<u32, (DVec3, f32)>,
    /// The two edges of each face at the point, and the opposite point of the face.
    faces: Vec<(u32, u32, DVec3)>,
}

impl Ring {
    fn limit(mut self, mut point: DVec3, mut sharpness: f32, refinements: usize) -> DVec3 {
        let after = |sharpness: f32| (sharpness - 1.0).max(0.0);
        let is_lone = self.faces.len() == 1;
        for _ in 0..refinements {
            if !is_lone && !is_passing(sharpness) && !self.spokes.values().any(|spoke| is_passing(spoke.1)) {
                break;
            }
            let end_of = |ring: &Ring, edge: u32| ring.spokes.get(&edge).map_or(point, |spoke| spoke.0);
            let centers: Vec<DVec3> = self
                .faces
                .iter()
                .map(|&(a, b, opposite)| 0.25 * (point + end_of(&self, a) + opposite + end_of(&self, b)))
                .collect();
            let mut around = Around::default();
            let mut edge_centers: BTreeMap<u32, DVec3> = BTreeMap::new();
            for (&(a, b, _), &center) in self.faces.iter().zip(&centers) {
                (around.faces, around.centers) = (around.faces + 1, around.centers + center);
                *edge_centers.entry(a).or_default() += center;
                *edge_centers.entry(b).or_default() += center;
            }
            self.spokes.values().for_each(|&(end, sharpness)| around.add_edge(end, sharpness));
            let refined = around.refined(point, sharpness);
            for (edge, (end, sharpness)) in &mut self.spokes {
                let centers = edge_centers.get(edge).copied().unwrap_or_default();
                *end = edge_point(point + *end, centers, *sharpness);
                *sharpness = after(*sharpness);
            }
            for (face, center) in self.faces.iter_mut().zip(centers) {
                face.2 = center;
            }
            (point, sharpness) = (refined, after(sharpness));
        }
        if is_lone {
            return point;
        }
        let kept = |sharpness: f32| if is_passing(sharpness) { 0.0 } else { sharpness };
        let mut around = Around::default();
        for &(_, _, opposite) in &self.faces {
            (around.faces, around.centers) = (around.faces + 1, around.centers + opposite);
        }
        self.spokes.values().for_each(|&(end, sharpness)| around.add_edge(end, kept(sharpness)));
        around.limit(point, kept(sharpness))
    }
}
