//! The triangles of surface points in columns.

use std::ops::Range;

use glam::{Vec2, Vec3};

use crate::shading::columns::{Column, Columns, ROWS, fill};
use crate::shading::facet::{CornerCoordinates, Facet};

/// The parts of triangles that a material needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FacetParts {
    /// Normals of the corners.
    pub(crate) smooth: bool,
    /// Coordinates of images.
    pub(crate) uv: bool,
    /// Generated coordinates of images.
    pub(crate) generated: bool,
    /// Vectors in the frame of the surface, for texture layers.
    pub(crate) in_surface: bool,
}

/// Coordinates of images on triangles: those of the first corners, and the differences of the second and third corners.
pub(crate) struct CornerColumns {
    pub(crate) first: [Column; 2],
    pub(crate) edges: [[Column; 2]; 2],
}

/// The triangle of each row, as in [`Facet`].
pub(crate) struct FacetColumns {
    /// The first corner, relative to the camera, along the axes of the world. [m]
    pub(crate) corner: Columns,
    /// Gradients of the barycentric coordinates of the second and third corner, along the axes of the world. [1/m]
    pub(crate) gradients: [Columns; 2],
    /// The same gradients in the frame of the surface. [1/m]
    pub(crate) in_surface: [Columns; 2],
    /// Normal of the plane in the frame of the surface.
    pub(crate) plane: Columns,
    /// Normals at the corners of a smooth surface: along the axes of the world except for their length, or, for texture layers,
    /// in the frame of the surface.
    pub(crate) smooth: [Columns; 3],
    pub(crate) uv: CornerColumns,
    pub(crate) generated: CornerColumns,
    /// Barycentric coordinates of the points.
    pub(crate) barycentric: Columns,
    /// Vectors from the points to the hits of the next pixels to the right and below, in the plane of the triangle. [m]
    pub(crate) steps: [Columns; 2],
}

impl FacetColumns {
    pub(super) fn new() -> FacetColumns {
        let none = [0.0; ROWS];
        let corners = || CornerColumns { first: [none; 2], edges: [[none; 2]; 2] };
        FacetColumns {
            corner: [none; 3],
            gradients: [[none; 3]; 2],
            in_surface: [[none; 3]; 2],
            plane: [none; 3],
            smooth: [[none; 3]; 3],
            uv: corners(),
            generated: corners(),
            barycentric: [none; 3],
            steps: [[none; 3]; 2],
        }
    }

    /// Sets the triangle of some rows.
    #[inline(always)]
    pub(crate) fn set(&mut self, rows: &Range<usize>, facet: &Facet, parts: FacetParts) {
        set(&mut self.corner, rows, facet.corner);
        set(&mut self.gradients[0], rows, facet.gradients[0]);
        set(&mut self.gradients[1], rows, facet.gradients[1]);
        if parts.smooth {
            let normals = if parts.in_surface { &facet.smooth } else { &facet.world_smooth };
            for (columns, &normal) in self.smooth.iter_mut().zip(normals) {
                set(columns, rows, normal);
            }
        }
        if parts.in_surface {
            set(&mut self.plane, rows, facet.plane);
            set(&mut self.in_surface[0], rows, facet.in_surface[0]);
            set(&mut self.in_surface[1], rows, facet.in_surface[1]);
        }
        if parts.uv {
            self.uv.set(rows, &facet.uv);
        }
        if parts.generated {
            self.generated.set(rows, &facet.generated);
        }
    }
}

impl CornerColumns {
    #[inline(always)]
    fn set(&mut self, rows: &Range<usize>, corners: &CornerCoordinates) {
        set_two(&mut self.first, rows, corners.first);
        set_two(&mut self.edges[0], rows, corners.edges[0]);
        set_two(&mut self.edges[1], rows, corners.edges[1]);
    }
}

#[inline(always)]
fn set(columns: &mut Columns, rows: &Range<usize>, vector: Vec3) {
    for (column, value) in columns.iter_mut().zip(vector.to_array()) {
        fill(column, rows, value);
    }
}

#[inline(always)]
fn set_two(columns: &mut [Column; 2], rows: &Range<usize>, vector: Vec2) {
    for (column, value) in columns.iter_mut().zip(vector.to_array()) {
        fill(column, rows, value);
    }
}
