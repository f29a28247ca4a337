//! The edges of a surface: which faces share them, and how sharp they are.

use crate::subdivision::{Boundary, Surface};

/// Sharpness that no refinement ends.
pub(crate) const ALWAYS: f32 = f32::INFINITY;

/// The edges of a surface.
pub(super) struct Edges {
    /// The two points of each edge, the lower index first.
    pub ends: Vec<[u32; 2]>,
    /// For each corner of the surface the edge to the next corner.
    pub of_corner: Vec<u32>,
    /// Sharpness of each edge. Edges of one face, or of more than two, are always sharp.
    pub sharpness: Vec<f32>,
    /// Points that keep their places.
    fixed: Vec<bool>,
}

impl Edges {
    pub(super) fn of(surface: &Surface, boundary: Boundary) -> Edges {
        let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(surface.corners.len());
        for face in surface.faces() {
            for corner in face.clone() {
                let next = if corner + 1 == face.end { face.start } else { corner + 1 };
                let (a, b) = (surface.corners[corner], surface.corners[next]);
                sides.push(([a.min(b), a.max(b)], corner as u32));
            }
        }
        sides.sort_unstable();
        let mut edges = Edges {
            ends: Vec::new(),
            of_corner: vec![0; surface.corners.len()],
            sharpness: Vec::new(),
            fixed: Vec::new(),
        };
        let mut is_inner = Vec::new();
        for edge in sides.chunk_by(|a, b| a.0 == b.0) {
            let stored = edge.iter().filter_map(|&(_, corner)| surface.edge_sharpness.get(corner as usize));
            let stored = stored.fold(0.0_f32, |most, &sharpness| most.max(sharpness));
            let is_smooth = edge.len() == 2 && boundary != Boundary::AllStraight;
            for &(_, corner) in edge {
                edges.of_corner[corner as usize] = edges.ends.len() as u32;
            }
            edges.ends.push(edge[0].0);
            edges.sharpness.push(if is_smooth { stored } else { ALWAYS });
            is_inner.push(edge.len() == 2);
        }
        edges.fixed = edges.fixed_points(surface, boundary, &is_inner);
        edges
    }

    fn fixed_points(&self, surface: &Surface, boundary: Boundary, is_inner: &[bool]) -> Vec<bool> {
        let count = surface.points.len();
        match boundary {
            Boundary::Smooth => Vec::new(),
            Boundary::AllStraight => vec![true; count],
            Boundary::Straight => {
                let mut fixed = vec![false; count];
                let outer = self.ends.iter().zip(is_inner).filter(|(_, is_inner)| !**is_inner);
                outer.flat_map(|(ends, _)| ends).for_each(|&end| fixed[end as usize] = true);
                fixed
            }
            Boundary::KeepCorners => {
                let mut faces = vec![0_u32; count];
                surface.corners.iter().for_each(|&point| faces[point as usize] += 1);
                faces.into_iter().map(|faces| faces == 1).collect()
            }
        }
    }

    /// Sharpness of a point.
    pub(super) fn point_sharpness(&self, surface: &Surface, point: usize) -> f32 {
        if self.fixed.get(point).copied().unwrap_or(false) { ALWAYS } else { surface.sharpness_of(point) }
    }
}
