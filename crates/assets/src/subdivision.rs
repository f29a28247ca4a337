//! Subdivision surfaces of Catmull and Clark (1978), with semi-sharp creases (DeRose, Kass, Truong 1998).
//!
//! Creases of fractional sharpness, boundaries and limit positions follow OpenSubdiv, which Blender uses.

mod edges;
mod limit;

use glam::DVec3;

use crate::subdivision::edges::Edges;

pub(crate) use edges::ALWAYS;
pub(crate) use limit::limit;

/// The shape of a surface at the edges of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// Smooth curves, also through vertices of one face.
    Smooth,
    /// Smooth curves between vertices of one face, which keep their places.
    KeepCorners,
    /// Straight lines.
    Straight,
    /// All edges are straight lines, also those between faces: nothing is smoothed.
    AllStraight,
}

impl Boundary {
    /// The same with fixed corners.
    pub(crate) fn with_corners(self) -> Boundary {
        if self == Boundary::Smooth { Boundary::KeepCorners } else { self }
    }
}

/// A surface of polygons.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Surface {
    pub points: Vec<DVec3>,
    /// The points of all faces, one face after the other, in the order of their corners.
    pub corners: Vec<u32>,
    /// For each face the number of its corners, at least 3.
    pub sizes: Vec<u32>,
    /// For each corner the sharpness of the edge to the next corner; empty if all are smooth. It is the number of refinements
    /// for which the edge stays sharp.
    pub edge_sharpness: Vec<f32>,
    /// For each point its sharpness; empty if all are smooth.
    pub point_sharpness: Vec<f32>,
}

impl Surface {
    fn is_sharp(&self) -> bool {
        !self.edge_sharpness.is_empty()
    }

    fn sharpness_of(&self, point: usize) -> f32 {
        self.point_sharpness.get(point).copied().unwrap_or(0.0)
    }

    /// Makes edges and points smooth that would be so after some more refinements.
    pub(crate) fn end_passing_creases(&mut self) {
        let sharpness = self.edge_sharpness.iter_mut().chain(&mut self.point_sharpness);
        sharpness.filter(|sharpness| **sharpness < ALWAYS).for_each(|sharpness| *sharpness = 0.0);
    }

    /// The corners of each face as a range.
    fn faces(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        self.sizes.iter().scan(0, |start, &size| {
            let range = *start..*start + size as usize;
            *start = range.end;
            Some(range)
        })
    }
}

/// The rule for the place of a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Smooth,
    Crease,
    Corner,
}

impl Rule {
    /// The rule of a point with a number of sharp edges.
    fn of(sharp_edges: u32, is_sharp: bool) -> Rule {
        match sharp_edges {
            _ if is_sharp => Rule::Corner,
            0 | 1 => Rule::Smooth,
            2 => Rule::Crease,
            _ => Rule::Corner,
        }
    }
}

/// Sums over the surroundings of a point.
#[derive(Clone, Copy, Default)]
struct Around {
    edges: u32,
    faces: u32,
    /// Sum of the other ends of its edges.
    ends: DVec3,
    /// Sum of the centers of its faces; for limits, of the opposite points of its faces.
    centers: DVec3,
    sharp: u32,
    /// Sum of the other ends of its sharp edges.
    sharp_ends: DVec3,
    /// The same of the edges that are still sharp after a refinement.
    sharp_after: u32,
    sharp_ends_after: DVec3,
    /// Number and sharpness of the edges that are smooth after a refinement.
    ending: u32,
    ending_sharpness: f32,
}

impl Around {
    fn add_edge(&mut self, other: DVec3, sharpness: f32) {
        self.edges += 1;
        self.ends += other;
        if sharpness <= 0.0 {
            return;
        }
        self.sharp += 1;
        self.sharp_ends += other;
        if sharpness > 1.0 {
            self.sharp_after += 1;
            self.sharp_ends_after += other;
        } else {
            self.ending += 1;
            self.ending_sharpness += sharpness;
        }
    }

    /// The place of the point after a refinement.
    fn refined(&self, point: DVec3, sharpness: f32) -> DVec3 {
        let place = |rule: Rule, sharp_ends: DVec3| match rule {
            Rule::Corner => point,
            Rule::Crease => 0.75 * point + 0.125 * sharp_ends,
            Rule::Smooth => {
                let count = f64::from(self.edges.max(1));
                ((count - 2.0) * point + (self.ends + self.centers) / count) / count
            }
        };
        if self.edges == 0 || self.faces == 0 {
            return point;
        }
        let before = Rule::of(self.sharp, sharpness > 0.0);
        let after = Rule::of(self.sharp_after, sharpness > 1.0);
        let place_before = place(before, self.sharp_ends);
        if before == after {
            return place_before;
        }
        let ends_now = sharpness > 0.0 && sharpness <= 1.0;
        let count = self.ending + u32::from(ends_now);
        let sum = self.ending_sharpness + if ends_now { sharpness } else { 0.0 };
        let share = if count == 0 { 0.0 } else { f64::from((sum / count as f32).min(1.0)) };
        share * place_before + (1.0 - share) * place(after, self.sharp_ends_after)
    }
}

/// The place of the point on an edge, between the centers of its two faces.
fn edge_point(ends: DVec3, centers: DVec3, sharpness: f32) -> DVec3 {
    let middle = 0.5 * ends;
    let smooth = 0.25 * (ends + centers);
    match sharpness {
        sharp if sharp >= 1.0 => middle,
        smooth_edge if smooth_edge <= 0.0 => smooth,
        share => smooth.lerp(middle, f64::from(share)),
    }
}

/// The surface after one refinement: a quadrilateral at each corner of each face, in the order of the corners. The first points
/// are those of the surface, then follow the points on its edges and in its faces.
pub(crate) fn refine(surface: &Surface, boundary: Boundary) -> Surface {
    let edges = Edges::of(surface, boundary);
    let centers: Vec<DVec3> = surface
        .faces()
        .map(|face| {
            let count = face.len() as f64;
            surface.corners[face].iter().map(|&point| surface.points[point as usize]).sum::<DVec3>() / count
        })
        .collect();
    let mut around = vec![Around::default(); surface.points.len()];
    let mut edge_centers = vec![DVec3::ZERO; edges.ends.len()];
    for (face, center) in surface.faces().zip(&centers) {
        for corner in face {
            let point = &mut around[surface.corners[corner] as usize];
            (point.faces, point.centers) = (point.faces + 1, point.centers + *center);
            edge_centers[edges.of_corner[corner] as usize] += *center;
        }
    }
    for (ends, &sharpness) in edges.ends.iter().zip(&edges.sharpness) {
        let [a, b] = ends.map(|end| end as usize);
        around[a].add_edge(surface.points[b], sharpness);
        around[b].add_edge(surface.points[a], sharpness);
    }
    let mut points = Vec::with_capacity(around.len() + edges.ends.len() + centers.len());
    points.extend(
        around
            .iter()
            .zip(&surface.points)
            .enumerate()
            .map(|(index, (around, &point))| around.refined(point, edges.point_sharpness(surface, index))),
    );
    let places = edges.ends.iter().zip(&edge_centers).zip(&edges.sharpness);
    points.extend(places.map(|((ends, &centers), &sharpness)| {
        let sum = surface.points[ends[0] as usize] + surface.points[ends[1] as usize];
        edge_point(sum, centers, sharpness)
    }));
    points.extend(&centers);
    let (first_edge, first_face) = (around.len() as u32, (around.len() + edges.ends.len()) as u32);
    let mut refined = Surface { points, ..Surface::default() };
    refined.corners.reserve_exact(4 * surface.corners.len());
    let is_sharp = surface.is_sharp();
    refined.edge_sharpness.reserve_exact(if is_sharp { 4 * surface.corners.len() } else { 0 });
    for (index, face) in surface.faces().enumerate() {
        for corner in face.clone() {
            let before = if corner == face.start { face.end - 1 } else { corner - 1 };
            let edge = |corner: usize| first_edge + edges.of_corner[corner];
            refined.corners.extend([
                surface.corners[corner],
                edge(corner),
                first_face + index as u32,
                edge(before),
            ]);
            if is_sharp {
                let after = |corner: usize| (surface.edge_sharpness[corner] - 1.0).max(0.0);
                refined.edge_sharpness.extend([after(corner), 0.0, 0.0, after(before)]);
            }
        }
    }
    refined.sizes = vec![4; surface.corners.len()];
    if !surface.point_sharpness.is_empty() {
        let after = surface.point_sharpness.iter().map(|sharpness| (sharpness - 1.0).max(0.0));
        refined.point_sharpness = after.collect();
        refined.point_sharpness.resize(refined.points.len(), 0.0);
    }
    refined
}

#[cfg(test)]
pub(crate) mod tests;
