//! Light that surfaces of microfacets reflect, by the law of Trowbridge and Reitz (GGX), as in appendix B of glTF 2.0.
//!
//! Two terms are simpler than there: Fresnel's factor is that of the direction to the camera for all lights, weaker on rough
//! surfaces (Lagarde, "Adopting a physically based shading model", 2011), and the ambient light of the mirrored direction,
//! with some of the light of suns, stands for the surroundings. A light of strength 1 on a surface that faces it gives the diffuse color, as for all
//! materials: the irradiance is π times the strength, which cancels the 1/π of both laws.

use crate::shading::ambient_light::AmbientLight;
use crate::shading::surface_columns::SurfaceColumns;

/// Reflectance of surfaces that are not of metal, seen from straight above.
const DIELECTRIC: f32 = 0.04;
/// Least roughness: the highlight of a sun is a few pixels wide instead of none.
const ROUGHNESS_MIN: f32 = 0.05;
/// Least cosine between the normal and the direction to the camera.
const FACING_MIN: f32 = 1e-3;

/// A number between two limits; the lower limit for NaN.
#[inline(always)]
fn limited(number: f32, least: f32, most: f32) -> f32 {
    let number = if number > least { number } else { least };
    if number < most { number } else { most }
}

/// Computes the reflectance of each point in the direction of the camera, and the diffuse color without the share of metal.
#[inline(always)]
pub(super) fn prepare(surfaces: &mut SurfaceColumns) {
    let count = surfaces.end();
    let facets = &mut surfaces.microfacets;
    let ([nx, ny, nz], [dx, dy, dz]) = (&surfaces.normal, &surfaces.direction);
    for row in 0..count {
        let facing = -(nx[row] * dx[row] + ny[row] * dy[row] + nz[row] * dz[row]);
        facets.facing[row] = limited(facing, FACING_MIN, 1.0);
        let roughness = limited(facets.roughness[row], ROUGHNESS_MIN, 1.0);
        facets.roughness[row] = roughness;
        let width = roughness * roughness;
        facets.width_squared[row] = width * width;
        facets.metallic[row] = limited(facets.metallic[row], 0.0, 1.0);
        facets.open[row] = limited(facets.open[row], 0.0, 1.0);
    }
    for part in 0..3 {
        let (rgb, specular) = (&mut surfaces.rgb[part], &mut surfaces.specular[part]);
        for row in 0..count {
            let metallic = facets.metallic[row];
            let plain = limited(DIELECTRIC * specular[row] * surfaces.gloss[row], 0.0, 1.0);
            let ahead = plain + (rgb[row] - plain) * metallic;
            let smooth = 1.0 - facets.roughness[row];
            let most = if smooth > ahead { smooth } else { ahead };
            let grazing = 1.0 - facets.facing[row];
            let square = grazing * grazing;
            specular[row] = ahead + (most - ahead) * (square * square * grazing);
            rgb[row] *= 1.0 - metallic;
        }
    }
    surfaces.gloss[..count].fill(1.0);
    surfaces.ambient = 0.0;
}

/// Starts the sum of the light with the ambient light, of the mirrored direction for highlights, and the emission.
#[inline(always)]
pub(super) fn start(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight) {
    let count = surfaces.end();
    let [above, below] = ambient_light.ambient;
    let (nz, dz) = (&surfaces.normal[2], &surfaces.direction[2]);
    let facets = &surfaces.microfacets;
    for part in 0..3 {
        let (high, low) = (above[part], below[part]);
        let added = ambient_light.ambient_added[part];
        let far = added + ambient_light.surroundings[part];
        for row in 0..count {
            let up = 0.5 + 0.5 * nz[row];
            let mirrored = 0.5 + 0.5 * (dz[row] + 2.0 * facets.facing[row] * nz[row]);
            let open = facets.open[row];
            let around = low + (high - low) * up + added;
            surfaces.light.diffuse[part][row] = around * open + surfaces.emission[row];
            surfaces.light.highlight[part][row] = (low + (high - low) * mirrored + far) * open;
        }
    }
}

/// Replaces the bases, which are the cosines between normals and half vectors, by the brightness of the highlights.
#[inline(always)]
pub(super) fn shine(surfaces: &mut SurfaceColumns) {
    let count = surfaces.end();
    let (facets, light) = (&surfaces.microfacets, &mut surfaces.light);
    for row in 0..count {
        let (to, from) = (facets.facing[row], limited(light.slant[row], 0.0, 1.0));
        let width = facets.width_squared[row];
        let spread = light.base[row] * light.base[row] * (width - 1.0) + 1.0;
        let spread = if spread > width { spread } else { width };
        let facing_halfway = width / (spread * spread);
        // Of Smith's law, with the masking of the two directions correlated.
        let masked = from * (to * to * (1.0 - width) + width).sqrt()
            + to * (from * from * (1.0 - width) + width).sqrt();
        let masked = if masked > f32::MIN_POSITIVE { masked } else { f32::MIN_POSITIVE };
        let brightness = facing_halfway * 0.5 / masked * from;
        light.base[row] = brightness * light.strength[row];
    }
}
