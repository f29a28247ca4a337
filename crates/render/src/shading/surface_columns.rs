//! The visible points of a few surfaces in columns, for vector instructions: materials, light and colors.

use glam::{Vec3, Vec3A};
use morse_world::SpecularLobe;

use crate::shading::surface_properties::SurfaceProperties;

/// Number of rows: few enough that all columns fit in the L1 cache.
pub(crate) const ROWS: usize = 128;

/// A value of each row.
pub(crate) type Column = [f32; ROWS];
/// A vector or a color of each row.
pub(crate) type Columns = [Column; 3];

/// Surface points, one in each row.
#[repr(align(64))]
pub(crate) struct SurfaceColumns {
    /// Number of rows in use.
    pub(crate) count: usize,
    /// The pixel of each row.
    pub(crate) pixel: [u32; ROWS],
    /// Points relative to the camera. [m]
    pub(crate) point: Columns,
    /// Directions of the rays from the camera; unit vectors.
    pub(crate) direction: Columns,
    /// Geometric normals on the side of the camera.
    pub(crate) outwards: Columns,
    /// Shading normals on the side of the camera.
    pub(crate) normal: Columns,
    pub(crate) rgb: Columns,
    pub(crate) opacity: Column,
    /// Fraction of the light that is reflected diffusely.
    pub(crate) diffuse: Column,
    pub(crate) emission: Column,
    /// Fraction of the ambient light of the world that is reflected.
    pub(crate) ambient: Column,
    /// Color of the highlight of a white light.
    pub(crate) specular: Columns,
    /// Exponents of the highlight.
    pub(crate) hardness: [u32; ROWS],
    /// 1 for highlights as of Cook and Torrance, 0 for those of Phong.
    pub(crate) is_rough: Column,
    /// 1 for surfaces that light reaches, 0 for surfaces that show their plain color.
    pub(crate) is_lit: Column,
    /// Whether any row has a highlight.
    pub(crate) shines: bool,
    /// The bits that occur in the exponents.
    pub(crate) hardness_bits: u32,
    pub(crate) light: LightColumns,
}

/// The light that reaches the surface points.
pub(crate) struct LightColumns {
    /// Directions to the current source; unit vectors.
    pub(crate) from: Columns,
    /// Distances to the current source; infinite for a sun. [m]
    pub(crate) distance: Column,
    /// Light of the current source that arrives, as a factor of its color; 0 where it lights the other side.
    pub(crate) strength: Column,
    /// The fraction of that light that the surface receives.
    pub(crate) slant: Column,
    /// Diffusely reflected light of all sources so far, before multiplication by the color of the surface.
    pub(crate) diffuse: Columns,
    /// Highlights of all sources so far, before multiplication by the specular color.
    pub(crate) highlight: Columns,
    /// Intermediate results.
    pub(crate) base: Column,
    pub(crate) power: Column,
}

impl SurfaceColumns {
    pub(crate) fn new() -> Box<SurfaceColumns> {
        let none = [0.0; ROWS];
        let light = LightColumns {
            from: [none; 3],
            distance: none,
            strength: none,
            slant: none,
            diffuse: [none; 3],
            highlight: [none; 3],
            base: none,
            power: none,
        };
        Box::new(SurfaceColumns {
            count: 0,
            pixel: [0; ROWS],
            point: [none; 3],
            direction: [none; 3],
            outwards: [none; 3],
            normal: [none; 3],
            rgb: [none; 3],
            opacity: none,
            diffuse: none,
            emission: none,
            ambient: none,
            specular: [none; 3],
            hardness: [0; ROWS],
            is_rough: none,
            is_lit: none,
            shines: false,
            hardness_bits: 0,
            light,
        })
    }

    pub(crate) fn clear(&mut self) {
        (self.count, self.shines, self.hardness_bits) = (0, false, 0);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count >= ROWS
    }

    /// Adds a row. Does nothing if all rows are in use.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        pixel: u32,
        [point, direction, outwards]: [Vec3; 3],
        surface: &SurfaceProperties,
    ) {
        let row = self.count;
        if row >= ROWS {
            return;
        }
        self.count += 1;
        self.pixel[row] = pixel;
        let specular = Vec3::from(surface.specular) * surface.gloss;
        let vectors = [
            (&mut self.point, point),
            (&mut self.direction, direction),
            (&mut self.outwards, outwards),
            (&mut self.normal, surface.normal),
            (&mut self.rgb, surface.rgb.into()),
            (&mut self.specular, specular),
        ];
        for ([x, y, z], vector) in vectors {
            (x[row], y[row], z[row]) = (vector.x, vector.y, vector.z);
        }
        self.opacity[row] = surface.opacity;
        self.diffuse[row] = surface.diffuse;
        self.emission[row] = surface.emission;
        self.ambient[row] = surface.ambient;
        self.hardness[row] = u32::from(surface.hardness);
        self.is_rough[row] = if surface.lobe == SpecularLobe::CookTorrance { 1.0 } else { 0.0 };
        self.is_lit[row] = if surface.shadeless { 0.0 } else { 1.0 };
        self.shines |= !surface.shadeless && specular != Vec3::ZERO;
        self.hardness_bits |= u32::from(surface.hardness);
    }

    /// The vector of a row.
    pub(crate) fn vector(columns: &Columns, row: usize) -> Vec3 {
        Vec3::new(columns[0][row], columns[1][row], columns[2][row])
    }

    /// The color of a row, after [`color`](crate::shading::lighting::color).
    #[inline(always)]
    pub(crate) fn color(&self, row: usize) -> Vec3A {
        let [red, green, blue] = &self.light.diffuse;
        Vec3A::new(red[row], green[row], blue[row])
    }
}
