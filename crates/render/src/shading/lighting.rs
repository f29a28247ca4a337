//! Light on surface points, for all rows of [`SurfaceColumns`] at once.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use morse_world::{Falloff, SpecularLobe};

use crate::shading::ambient_light::AmbientLight;
use crate::shading::columns::Column;
use crate::shading::lights::{Attenuation, FAINT, Kind, PreparedLight};
use crate::shading::microfacets;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::vectorized::vectorized;

/// Brightness at which soft light begins to saturate, and its upper limit. With a limit of 1, no surface is brighter than
/// its own color.
const SOFT_FROM: f32 = 0.7;
const SOFT_TO: f32 = 1.0;
/// Smaller bases of a highlight count as zero: their powers vanish, and slow processors down as subnormal numbers.
const BASE_MIN: f32 = 1e-15;

vectorized! {
    /// Starts the sum of the light on the surface points with the ambient light and their emission. The reflectance of
    /// microfacets is computed.
    pub(crate) start = start_with(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight)
}
vectorized! {
    /// Removes the ambient light that does not arrive, after [`start`]: `open` is the share of it that does, by row.
    pub(crate) occlude = occlude_in(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight, open: &Column)
}
vectorized! {
    /// Computes the light of a source that arrives at the surface points, without occlusion.
    pub(crate) arrive = arrive_from(surfaces: &mut SurfaceColumns, source: &PreparedLight)
}
vectorized! {
    /// Adds the light of the source of the last call of [`arrive`] that the surfaces reflect to the camera.
    pub(crate) reflect = reflect_of(surfaces: &mut SurfaceColumns, source: &PreparedLight)
}
vectorized! {
    /// Replaces the diffuse light by the colors of the surfaces in all light so far.
    pub(crate) color = color_in(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight)
}

#[inline(always)]
fn start_with(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight) {
    if let SpecularLobe::Microfacet { .. } = surfaces.lobe {
        microfacets::prepare(surfaces);
        return microfacets::start(surfaces, ambient_light);
    }
    let count = surfaces.end();
    let [above, below] = ambient_light.ambient;
    for part in 0..3 {
        let (high, low) = (above[part], below[part]);
        for row in 0..count {
            let up = 0.5 + 0.5 * surfaces.normal[2][row];
            surfaces.light.diffuse[part][row] = low + (high - low) * up + surfaces.emission[row];
            surfaces.light.highlight[part][row] = 0.0;
        }
    }
}

#[inline(always)]
fn occlude_in(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight, open: &Column) {
    let count = surfaces.end();
    let is_physical = matches!(surfaces.lobe, SpecularLobe::Microfacet { .. });
    let [above, below] = ambient_light.ambient;
    for part in 0..3 {
        let (high, low) = (above[part], below[part]);
        let added = if is_physical { ambient_light.ambient_added[part] } else { 0.0 };
        for (row, open) in open[..count].iter().enumerate() {
            let up = 0.5 + 0.5 * surfaces.normal[2][row];
            let own = if is_physical { surfaces.microfacets.open[row] } else { 1.0 };
            let around = (low + (high - low) * up + added) * own;
            surfaces.light.diffuse[part][row] -= around * (1.0 - open);
            surfaces.light.highlight[part][row] *= open;
        }
    }
}

#[inline(always)]
fn arrive_from(surfaces: &mut SurfaceColumns, source: &PreparedLight) {
    let count = surfaces.end();
    match source.kind {
        Kind::Sun { towards } | Kind::Headlight { towards } | Kind::Hemisphere { towards } => {
            for row in 0..count {
                for axis in 0..3 {
                    surfaces.light.from[axis][row] = towards[axis];
                }
                surfaces.light.distance[row] = f32::INFINITY;
                surfaces.light.strength[row] = 1.0;
            }
        }
        Kind::Point { place, reach } | Kind::Spot { place, reach, .. } => {
            let [px, py, pz] = &surfaces.point;
            for row in 0..count {
                let (x, y, z) = (place.x - px[row], place.y - py[row], place.z - pz[row]);
                let distance = (x * x + y * y + z * z).sqrt();
                let scale = if distance > f32::MIN_POSITIVE { distance } else { f32::MIN_POSITIVE };
                surfaces.light.from[0][row] = x / scale;
                surfaces.light.from[1][row] = y / scale;
                surfaces.light.from[2][row] = z / scale;
                surfaces.light.distance[row] = distance;
            }
            attenuate(surfaces, reach);
        }
    }
    if let Kind::Spot { axis, edge, soft, .. } = source.kind {
        let [fx, fy, fz] = &surfaces.light.from;
        for row in 0..count {
            let cosine = -(fx[row] * axis.x + fy[row] * axis.y + fz[row] * axis.z);
            let inside = (cosine - edge) / soft;
            let inside = if inside > 0.0 { inside } else { 0.0 };
            let inside = if inside < 1.0 { inside } else { 1.0 };
            surfaces.light.strength[row] *= cosine * inside * inside * (3.0 - 2.0 * inside);
        }
    }
    let is_around = source.is_around();
    let ([nx, ny, nz], [ox, oy, oz]) = (&surfaces.normal, &surfaces.outwards);
    let [fx, fy, fz] = &surfaces.light.from;
    for row in 0..count {
        let (x, y, z) = (fx[row], fy[row], fz[row]);
        let cosine = nx[row] * x + ny[row] * y + nz[row] * z;
        let outwards = ox[row] * x + oy[row] * y + oz[row] * z;
        let slant = if is_around { 0.5 + 0.5 * cosine } else { cosine };
        let strength = surfaces.light.strength[row];
        let is_lit = (slant > 0.0) & (is_around | (outwards > 0.0)) & (strength >= FAINT);
        surfaces.light.strength[row] = if is_lit { strength } else { 0.0 };
        surfaces.light.slant[row] = slant;
    }
}

/// Sets the strength of a lamp by the distances to it.
#[inline(always)]
fn attenuate(surfaces: &mut SurfaceColumns, attenuation: Attenuation) {
    let count = surfaces.end();
    let light = &mut surfaces.light;
    let reach = attenuation.distance;
    if !reach.is_finite() {
        return light.strength[..count].fill(1.0);
    }
    match attenuation.falloff {
        Falloff::Constant => light.strength[..count].fill(1.0),
        Falloff::InverseLinear => {
            for row in 0..count {
                light.strength[row] = reach / (reach + light.distance[row]);
            }
        }
        Falloff::InverseSquare => {
            for row in 0..count {
                light.strength[row] = reach / (reach + light.distance[row] * light.distance[row]);
            }
        }
        Falloff::Weighted { linear, quadratic } => {
            for row in 0..count {
                let ratio = light.distance[row] / reach;
                light.strength[row] = 1.0 / ((1.0 + linear * ratio) * (1.0 + quadratic * ratio * ratio));
            }
        }
    }
    if attenuation.sphere {
        for row in 0..count {
            let left = (reach - light.distance[row]) / reach;
            light.strength[row] *= if left > 0.0 { left } else { 0.0 };
        }
    }
}

#[inline(always)]
fn reflect_of(surfaces: &mut SurfaceColumns, source: &PreparedLight) {
    let count = surfaces.end();
    if source.diffuse {
        for part in 0..3 {
            let color = source.rgb[part];
            for row in 0..count {
                let received = surfaces.light.slant[row] * surfaces.diffuse[row];
                surfaces.light.diffuse[part][row] += color * surfaces.light.strength[row] * received;
            }
        }
    }
    if !(source.specular && surfaces.shines) {
        return;
    }
    let ([nx, ny, nz], [dx, dy, dz]) = (&surfaces.normal, &surfaces.direction);
    let [fx, fy, fz] = &surfaces.light.from;
    for row in 0..count {
        let (x, y, z) = (fx[row] - dx[row], fy[row] - dy[row], fz[row] - dz[row]);
        let inverse = 1.0 / (x * x + y * y + z * z).sqrt();
        let base = nx[row] * (x * inverse) + ny[row] * (y * inverse) + nz[row] * (z * inverse);
        // Also zero for NaN, where the light comes from behind the camera.
        let is_bright = (base > BASE_MIN) & (surfaces.light.strength[row] > 0.0);
        surfaces.light.base[row] = if is_bright { base } else { 0.0 };
        surfaces.light.power[row] = 1.0;
    }
    if let SpecularLobe::Microfacet { .. } = surfaces.lobe {
        microfacets::shine(surfaces);
    } else {
        shine(surfaces);
    }
    for part in 0..3 {
        let color = source.rgb[part];
        for row in 0..count {
            surfaces.light.highlight[part][row] += color * surfaces.light.base[row];
        }
    }
}

/// Replaces the bases, which are the cosines between normals and half vectors, by the brightness of the highlights.
#[inline(always)]
fn shine(surfaces: &mut SurfaceColumns) {
    raise(surfaces);
    let count = surfaces.end();
    let is_rough = surfaces.lobe == SpecularLobe::CookTorrance;
    let ([nx, ny, nz], [dx, dy, dz]) = (&surfaces.normal, &surfaces.direction);
    for row in 0..count {
        let to = -(nx[row] * dx[row] + ny[row] * dy[row] + nz[row] * dz[row]);
        let to = 0.1 + if to > 0.0 { to } else { 0.0 };
        let divisor = if is_rough { to } else { 1.0 };
        let brightness = surfaces.light.power[row] / divisor;
        surfaces.light.base[row] = brightness * surfaces.light.strength[row];
    }
}

/// Raises the bases to the powers of the highlights by repeated squaring, bit-identical on all platforms.
#[inline(always)]
fn raise(surfaces: &mut SurfaceColumns) {
    let count = surfaces.end();
    let mut left = surfaces.hardness;
    while left != 0 {
        if left & 1 == 1 {
            for row in 0..count {
                surfaces.light.power[row] *= surfaces.light.base[row];
            }
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        for row in 0..count {
            let square = surfaces.light.base[row] * surfaces.light.base[row];
            surfaces.light.base[row] = if square > BASE_MIN { square } else { 0.0 };
        }
    }
}

#[inline(always)]
fn color_in(surfaces: &mut SurfaceColumns, ambient_light: &AmbientLight) {
    let count = surfaces.end();
    if !surfaces.is_lit {
        surfaces.light.diffuse = surfaces.rgb;
        return;
    }
    let ambient = surfaces.ambient;
    let range = SOFT_TO - SOFT_FROM;
    let soft = ambient_light.soft;
    let added = ambient_light.ambient_added.to_array();
    let [reds, greens, blues] = &surfaces.light.diffuse;
    for row in 0..count {
        let (red, green, blue) = (reds[row], greens[row], blues[row]);
        let most = if red > green { red } else { green };
        let most = if most > blue { most } else { blue };
        let over = most - SOFT_FROM;
        let factor = (SOFT_FROM + range * over / (over + range)) / most;
        surfaces.light.base[row] = if soft & (over > 0.0) { factor } else { 1.0 };
    }
    for (part, added) in added.into_iter().enumerate() {
        for row in 0..count {
            let factor = surfaces.light.base[row];
            let diffuse = surfaces.light.diffuse[part][row] * factor;
            let specular = surfaces.specular[part][row] * surfaces.gloss[row];
            let highlight = ambient * added + specular * surfaces.light.highlight[part][row];
            surfaces.light.diffuse[part][row] = surfaces.rgb[part][row] * diffuse + highlight * factor;
        }
    }
    if surfaces.glows {
        for part in 0..3 {
            for row in 0..count {
                surfaces.light.diffuse[part][row] += surfaces.glow[part][row];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3, Vec3A};
    use morse_world::{Light, LightKind, NodeSpec, PhysicsSettings, Pose, SpecularLobe, World};

    use super::*;
    use crate::shading::surface_properties::SurfaceProperties;

    const SURFACE: SurfaceProperties = SurfaceProperties {
        rgb: Vec3A::ONE,
        opacity: 1.0,
        mirror: 0.0,
        diffuse: 1.0,
        emission: 0.0,
        glow: Vec3A::ZERO,
        ambient: 0.0,
        specular: Vec3A::ONE,
        gloss: 1.0,
        hardness: 1,
        lobe: SpecularLobe::Phong,
        shadeless: false,
    };

    /// A light 2 m above the origin.
    fn prepared(light: Light) -> PreparedLight {
        let mut world = World::new(PhysicsSettings::default());
        let above = Pose::from_translation(DVec3::new(0.0, 0.0, 2.0));
        let node = world.add_node(NodeSpec::new("lamp").at(above)).unwrap();
        world.set_light(node, Some(light)).unwrap();
        let mut lights = PreparedLight::all(&world, DVec3::ZERO);
        assert_eq!(lights.len(), 1);
        lights.remove(0)
    }

    /// Surfaces at points that face a light, seen from the side, without light.
    fn facing(source: &PreparedLight, points: &[Vec3], surface: &SurfaceProperties) -> Box<SurfaceColumns> {
        let mut surfaces = SurfaceColumns::new();
        surfaces.begin(surface);
        surfaces.count = points.len();
        surfaces.shines = true;
        for (row, &point) in points.iter().enumerate() {
            let normal = source.towards(point);
            for axis in 0..3 {
                surfaces.point[axis][row] = point[axis];
                surfaces.direction[axis][row] = Vec3::X[axis];
                surfaces.outwards[axis][row] = normal[axis];
                surfaces.normal[axis][row] = normal[axis];
            }
        }
        surfaces
    }

    /// The same surfaces in the light.
    fn lit(source: &PreparedLight, points: &[Vec3], surface: &SurfaceProperties) -> Box<SurfaceColumns> {
        let mut surfaces = facing(source, points, surface);
        let none = AmbientLight {
            ambient: [Vec3A::ZERO; 2],
            ambient_added: Vec3A::ZERO,
            surroundings: Vec3A::ZERO,
            soft: false,
        };
        start(&mut surfaces, &none);
        arrive(&mut surfaces, source);
        reflect(&mut surfaces, source);
        surfaces
    }

    /// The diffuse light on a surface at a point that faces the light.
    fn diffuse(source: &PreparedLight, point: Vec3) -> Vec3A {
        lit(source, &[point], &SURFACE).color(0)
    }

    #[test]
    fn lamp_has_half_its_energy_at_its_falloff_distance() {
        let source = prepared(Light { energy: 3.0, distance: 2.0, ..Light::default() });
        assert_eq!(source.towards(Vec3::ZERO), Vec3::Z);
        assert_eq!(diffuse(&source, Vec3::ZERO), Vec3A::splat(1.5));
        assert!((diffuse(&source, Vec3::new(0.0, 0.0, -2.0)).x - 3.0 / 5.0).abs() < 1e-6);
    }

    #[test]
    fn lamp_attenuation_follows_its_falloff_law() {
        let strength = |falloff, sphere, below: f32| {
            let light = Light { distance: 4.0, falloff, sphere, ..Light::default() };
            diffuse(&prepared(light), Vec3::new(0.0, 0.0, 2.0 - below)).x
        };
        for (falloff, expected) in [
            (Falloff::Constant, 1.0),
            (Falloff::InverseLinear, 4.0 / 6.0),
            (Falloff::InverseSquare, 4.0 / 8.0),
            (Falloff::Weighted { linear: 1.0, quadratic: 2.0 }, (4.0 / 6.0) * (16.0 / 24.0)),
        ] {
            assert!((strength(falloff, false, 2.0) - expected).abs() < 1e-6, "{falloff:?}");
            assert!((strength(falloff, true, 2.0) - expected / 2.0).abs() < 1e-6, "{falloff:?}");
            assert_eq!(strength(falloff, true, 5.0), 0.0, "{falloff:?}");
        }
    }

    #[test]
    fn sun_has_the_same_brightness_and_direction_everywhere() {
        let source = prepared(Light { kind: LightKind::Sun, rgb: [1.0, 0.5, 0.0], ..Light::default() });
        for point in [Vec3::ZERO, Vec3::new(100.0, 20.0, -3.0)] {
            assert_eq!(source.towards(point), Vec3::Z);
            assert_eq!(diffuse(&source, point), Vec3A::new(1.0, 0.5, 0.0));
        }
    }

    #[test]
    fn spot_lights_only_its_cone() {
        let kind = LightKind::Spot { angle: std::f32::consts::FRAC_PI_2 };
        let source = prepared(Light { kind, distance: f32::INFINITY, ..Light::default() });
        assert_eq!(diffuse(&source, Vec3::ZERO), Vec3A::ONE);
        assert_eq!(diffuse(&source, Vec3::new(2.1, 0.0, 0.0)), Vec3A::ZERO);
        let edge = diffuse(&source, Vec3::new(1.9, 0.0, 0.0)).x;
        assert!(edge > 0.0 && edge < 1.0);
    }

    #[test]
    fn highlight_is_a_power_of_the_cosine_to_the_half_vector() {
        let source = prepared(Light { kind: LightKind::Sun, ..Light::default() });
        // Halfway between up and back to the camera at -x.
        let cosine = 0.5_f32.sqrt();
        for hardness in [1_u16, 2, 3, 32, 50, 511] {
            let surface = SurfaceProperties { hardness, ..SURFACE };
            let found = lit(&source, &[Vec3::ZERO], &surface).light.highlight[0][0];
            let expected = f64::from(cosine).powi(i32::from(hardness));
            assert!((f64::from(found) - expected).abs() <= 1e-4 * expected + 1e-12, "{hardness}: {found}");
            let rough = SurfaceProperties { lobe: SpecularLobe::CookTorrance, ..surface };
            // The camera is at a right angle to the normal.
            let found = lit(&source, &[Vec3::ZERO], &rough).light.highlight[0][0];
            assert!(
                (f64::from(found) - expected / 0.1).abs() <= 1e-3 * expected + 1e-12,
                "{hardness}: {found}"
            );
        }
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let light = Light { distance: 3.0, kind: LightKind::Spot { angle: 2.0 }, ..Light::default() };
        let source = prepared(light);
        let points: Vec<Vec3> =
            (0..128_i32).map(|at| Vec3::new(at as f32 * 0.013, (at % 7) as f32 * 0.1, -0.2)).collect();
        let mut best = lit(&source, &points, &SurfaceProperties { hardness: 50, ..SURFACE });
        let soft = AmbientLight {
            ambient: [Vec3A::splat(0.3), Vec3A::splat(0.1)],
            ambient_added: Vec3A::splat(0.05),
            surroundings: Vec3A::ZERO,
            soft: true,
        };
        color(&mut best, &soft);
        let mut plain = facing(&source, &points, &SurfaceProperties { hardness: 50, ..SURFACE });
        let none = AmbientLight {
            ambient: [Vec3A::ZERO; 2],
            ambient_added: Vec3A::ZERO,
            surroundings: Vec3A::ZERO,
            soft: false,
        };
        start_with(&mut plain, &none);
        arrive_from(&mut plain, &source);
        reflect_of(&mut plain, &source);
        color_in(&mut plain, &soft);
        for row in 0..points.len() {
            let bits = |surfaces: &SurfaceColumns| surfaces.color(row).to_array().map(f32::to_bits);
            assert_eq!(bits(&best), bits(&plain), "row {row}");
        }
    }
}
