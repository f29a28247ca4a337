//! The visible points of surfaces of one material in columns, for vector instructions: material, light and colors.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::ops::Range;

use glam::{Vec3, Vec3A};
use morse_world::{NodeId, SpecularLobe, TileHits};

use crate::shading::columns::{COPIED, Column, Columns, GROUP, ROWS, USED_MAX, copy};
use crate::shading::facet_columns::FacetColumns;
use crate::shading::microfacet_columns::MicrofacetColumns;
use crate::shading::surface_properties::SurfaceProperties;
use crate::shading::vectorized::vectorized;
use crate::tile::tile_pixels::TilePixels;

/// Surface points, one in each row.
#[repr(align(64))]
pub(crate) struct SurfaceColumns {
    /// Number of rows in use.
    pub(crate) count: usize,
    /// The rows that belong to successive rays.
    pub(crate) segments: Vec<Segment>,
    /// The ray of each row in its tile.
    pub(crate) ray: [u32; ROWS],
    /// Points relative to the camera. [m]
    pub(crate) point: Columns,
    /// Start points of the rays, relative to the camera. [m]
    pub(crate) start: Columns,
    /// Directions of the rays from the camera; unit vectors.
    pub(crate) direction: Columns,
    /// Distances along the rays. [m]
    pub(crate) from: Column,
    /// Depth per meter along the rays.
    pub(crate) ahead: Column,
    /// Geometric normals on the side of the camera.
    pub(crate) outwards: Columns,
    /// Shading normals on the side of the camera.
    pub(crate) normal: Columns,
    pub(crate) rgb: Columns,
    pub(crate) opacity: Column,
    /// Fraction of the light that is reflected diffusely.
    pub(crate) diffuse: Column,
    pub(crate) emission: Column,
    /// Emitted light, regardless of the color; unused unless `glows`.
    pub(crate) glow: Columns,
    /// Color of the highlight of a white light.
    pub(crate) specular: Columns,
    /// Factor of the highlight.
    pub(crate) gloss: Column,
    /// Fraction of the ambient light of the world that is reflected.
    pub(crate) ambient: f32,
    /// Exponent of the highlight.
    pub(crate) hardness: u16,
    pub(crate) lobe: SpecularLobe,
    /// Whether a row may emit light regardless of its color.
    pub(crate) glows: bool,
    /// Whether light reaches the surfaces; otherwise they show their plain color.
    pub(crate) is_lit: bool,
    /// Whether a row may have a highlight.
    pub(crate) shines: bool,
    pub(crate) facets: FacetColumns,
    /// Unused unless the lobe is that of microfacets.
    pub(crate) microfacets: MicrofacetColumns,
    pub(crate) light: LightColumns,
}

/// Successive rows of successive rays.
pub(crate) struct Segment {
    pub(crate) row: usize,
    pub(crate) ray: usize,
    pub(crate) count: usize,
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

vectorized! {
    /// Sets the properties of a material in all rows.
    set_material = material_in(surfaces: &mut SurfaceColumns, material: &SurfaceProperties)
}

#[inline(always)]
fn material_in(surfaces: &mut SurfaceColumns, material: &SurfaceProperties) {
    for (column, value) in surfaces.rgb.iter_mut().zip(material.rgb.to_array()) {
        column.fill(value);
    }
    for (column, value) in surfaces.specular.iter_mut().zip(material.specular.to_array()) {
        column.fill(value);
    }
    for (column, value) in [
        (&mut surfaces.opacity, material.opacity),
        (&mut surfaces.diffuse, material.diffuse),
        (&mut surfaces.emission, material.emission),
        (&mut surfaces.gloss, material.gloss),
    ] {
        column.fill(value);
    }
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
            segments: Vec::new(),
            ray: [0; ROWS],
            point: [none; 3],
            start: [none; 3],
            direction: [none; 3],
            from: none,
            ahead: none,
            outwards: [none; 3],
            normal: [none; 3],
            rgb: [none; 3],
            opacity: none,
            diffuse: none,
            emission: none,
            glow: [none; 3],
            specular: [none; 3],
            gloss: none,
            ambient: 0.0,
            hardness: 0,
            lobe: SpecularLobe::Phong,
            glows: false,
            is_lit: true,
            shines: false,
            facets: FacetColumns::new(),
            microfacets: MicrofacetColumns::new(),
            light,
        })
    }

    /// Removes all rows and sets the material of the next rows.
    pub(crate) fn begin(&mut self, material: &SurfaceProperties) {
        self.count = 0;
        self.segments.clear();
        self.ambient = material.ambient;
        self.hardness = material.hardness;
        self.lobe = material.lobe;
        self.is_lit = !material.shadeless;
        self.glows = material.glow != Vec3A::ZERO;
        set_material(self, material);
        if self.glows {
            self.set_glow(material.glow);
        }
        if let SpecularLobe::Microfacet { metallic, roughness } = material.lobe {
            self.microfacets.begin(metallic, roughness);
        }
    }

    /// Starts to emit light regardless of the color, for texture layers that change it.
    pub(crate) fn start_glow(&mut self) {
        if !self.glows {
            self.glows = true;
            self.set_glow(Vec3A::ZERO);
        }
    }

    fn set_glow(&mut self, rgb: Vec3A) {
        for (column, value) in self.glow.iter_mut().zip(rgb.to_array()) {
            column.fill(value);
        }
    }

    /// Adds rows of successive rays, without values.
    pub(crate) fn add_segment(&mut self, ray: usize, count: usize) {
        match self.segments.last_mut().filter(|last| last.ray + last.count == ray) {
            Some(last) => last.count += count,
            None => self.segments.push(Segment { row: self.count, ray, count }),
        }
        self.count += count;
    }

    /// Adds rows for some rays of a tile, as many as there is room for. Returns the rows.
    #[inline(always)]
    pub(crate) fn append(
        &mut self,
        pixels: &TilePixels,
        hits: &TileHits<NodeId>,
        rays: Range<usize>,
        has_start: bool,
    ) -> Range<usize> {
        let first = self.count;
        let count = rays.len().min(USED_MAX.saturating_sub(first));
        self.add_segment(rays.start, count);
        let mut done = 0;
        while done < count {
            let (to, from) = (first + done, rays.start + done);
            for axis in 0..3 {
                copy(&mut self.direction[axis], to, &pixels.direction[axis], from);
                copy(&mut self.outwards[axis], to, &hits.normal[axis], from);
                if has_start {
                    copy(&mut self.start[axis], to, &pixels.start[axis], from);
                }
            }
            copy(&mut self.from, to, &pixels.from, from);
            copy(&mut self.ahead, to, &pixels.ahead, from);
            if let Some(to) = self.ray.get_mut(to..to + COPIED) {
                to.iter_mut().zip(from as u32..).for_each(|(to, from)| *to = from);
            }
            done += COPIED;
        }
        first..first + count
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count >= USED_MAX
    }

    /// The end of loops over the rows: the number of rows in use, rounded up to whole vectors.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.count.next_multiple_of(GROUP).min(ROWS)
    }

    /// The vector of a row.
    #[inline(always)]
    pub(crate) fn vector(columns: &Columns, row: usize) -> Vec3 {
        Vec3::new(columns[0][row], columns[1][row], columns[2][row])
    }

    /// The color of a row, after [`color`](crate::shading::lighting::color).
    #[inline(always)]
    pub(crate) fn color(&self, row: usize) -> Vec3A {
        Self::vector(&self.light.diffuse, row).into()
    }
}
