//! Meshes that MuJoCo generates: attribute `builtin` of `<mesh>`.
//!
//! Source: MuJoCo's documentation, "XML reference", `asset/mesh/builtin`.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DVec3, Vec3};

use crate::convex_hull::convex_hull;

/// Largest resolution.
const RESOLUTION_MAX: f64 = 1000.0;

/// Vertices and triangles.
type Surface = (Vec<Vec3>, Vec<[u32; 3]>);

/// The mesh of a kind with its parameters.
///
/// # Errors
/// If the kind is not known, or a parameter is missing or out of its range.
pub(super) fn builtin_mesh(kind: &str, params: &[f64]) -> Result<Surface, String> {
    let param = |index: usize, name: &str, low: f64, high: f64| {
        let value = params.get(index).copied();
        let value = value.ok_or_else(|| format!("params of the builtin mesh \"{kind}\" has no {name}"))?;
        if value < low || value > high {
            return Err(format!(
                "{name} of the builtin mesh \"{kind}\" is {value}, not from {low} to {high}"
            ));
        }
        Ok(value)
    };
    let count = |index: usize, name: &str, low: f64, high: f64| {
        Ok::<usize, String>(param(index, name, low, high.min(RESOLUTION_MAX))? as usize)
    };
    let exponent = |index: usize, name: &str| param(index, name, 0.0, f64::MAX);
    Ok(match kind {
        "sphere" => sphere(count(0, "subdivision", 0.0, 4.0)?),
        "hemisphere" => hemisphere(count(0, "resolution", 0.0, 10.0)?),
        "cone" => cone(count(0, "nvert", 3.0, RESOLUTION_MAX)?, param(1, "radius", 0.0, 1.0)?),
        "supersphere" => {
            supersphere(count(0, "resolution", 3.0, RESOLUTION_MAX)?, exponent(1, "e")?, exponent(2, "n")?)
        }
        "supertorus" => supertorus(
            count(0, "resolution", 3.0, RESOLUTION_MAX)?,
            param(1, "radius", 0.0, 1.0)?,
            exponent(2, "s")?,
            exponent(3, "t")?,
        ),
        "plate" => {
            let counts = [count(0, "res_x", 1.0, RESOLUTION_MAX)?, count(1, "res_y", 1.0, RESOLUTION_MAX)?];
            grid(counts, |x, y| DVec3::new(2.0 * x - 1.0, 2.0 * y - 1.0, 0.0))
        }
        "wedge" => {
            let counts =
                [count(0, "res_phi", 1.0, RESOLUTION_MAX)?, count(1, "res_theta", 1.0, RESOLUTION_MAX)?];
            let [phi, theta] = [
                param(2, "fov_phi", 0.0, 180.0)?.to_radians(),
                param(3, "fov_theta", 0.0, 90.0)?.to_radians(),
            ];
            let gamma = param(4, "gamma", 0.0, 1.0)?;
            // The resolution is finer in the middle.
            let foveal = move |share: f64| {
                let from_middle = 2.0 * share - 1.0;
                gamma * from_middle.powi(5) + (1.0 - gamma) * from_middle
            };
            grid(counts, move |x, y| {
                let (across, up) = (foveal(x) * phi, foveal(y) * theta);
                DVec3::new(
                    libm::sin(across) * libm::cos(up),
                    libm::sin(up),
                    -(libm::cos(across) * libm::cos(up)),
                )
            })
        }
        other => {
            return Err(format!(
                "builtin \"{other}\" is not one of sphere, hemisphere, cone, supersphere, supertorus, wedge, plate"
            ));
        }
    })
}

/// A regular icosahedron whose triangles are divided into four each time.
fn sphere(subdivision: usize) -> Surface {
    let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
    let mut points: Vec<DVec3> = Vec::new();
    for (a, b) in [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        points.extend([
            DVec3::new(a, b * golden, 0.0),
            DVec3::new(0.0, a, b * golden),
            DVec3::new(b * golden, 0.0, a),
        ]);
    }
    points.iter_mut().for_each(|point| *point = point.normalize());
    let mut triangles = convex_hull(&points);
    for _ in 0..subdivision {
        for [a, b, c] in triangles {
            for [p, q] in [[a, b], [b, c], [c, a]] {
                // Each edge has two triangles, of which one has it upwards.
                if p < q {
                    points.push((points[p] + points[q]).normalize());
                }
            }
        }
        triangles = convex_hull(&points);
    }
    surface(points, triangles)
}

/// Half an octahedron, whose rings are raised to the unit sphere, and the middle of the equator.
fn hemisphere(resolution: usize) -> Surface {
    let mut points = vec![DVec3::Z];
    let rings = resolution + 1;
    for ring in 1..=rings {
        let down = ring as f64 / rings as f64;
        let corners = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y];
        for step in 0..4 * ring {
            let [from, to] = [step / ring, step / ring + 1].map(|corner| corners[corner % 4]);
            let along = (step % ring) as f64 / ring as f64;
            points.push((from.lerp(to, along) * down + DVec3::Z * (1.0 - down)).normalize());
        }
    }
    let mut triangles = convex_hull(&points);
    triangles.retain(|triangle| triangle.iter().any(|corner| points[*corner].z > 1e-9));
    let (middle, first) = (points.len(), points.len() - 4 * rings);
    points.push(DVec3::ZERO);
    let on_equator = |step: usize| first + step % (4 * rings);
    triangles.extend((0..4 * rings).map(|step| [on_equator(step), middle, on_equator(step + 1)]));
    surface(points, triangles)
}

fn cone(corners: usize, radius: f64) -> Surface {
    let ring = |radius: f64, z: f64| {
        let corner = move |number: usize| {
            let angle = TAU * number as f64 / corners as f64;
            DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), z)
        };
        (0..corners).map(corner)
    };
    let mut points: Vec<DVec3> = ring(1.0, -1.0).collect();
    if radius > 0.0 {
        points.extend(ring(radius, 1.0));
    } else {
        points.push(DVec3::Z);
    }
    let triangles = convex_hull(&points);
    surface(points, triangles)
}

/// A power of the absolute value with the sign.
fn signed_power(value: f64, power: f64) -> f64 {
    if value.abs() < 1e-12 { 0.0 } else { value.signum() * libm::pow(value.abs(), power) }
}

fn supersphere(resolution: usize, east_west: f64, north_south: f64) -> Surface {
    let mut points = vec![DVec3::NEG_Z];
    for ring in 1..resolution {
        let up = PI * ring as f64 / resolution as f64 - FRAC_PI_2;
        for step in 0..resolution {
            let around = TAU * step as f64 / resolution as f64 - PI;
            let [flat, z] = [libm::cos(up), libm::sin(up)].map(|value| signed_power(value, north_south));
            let [x, y] =
                [libm::cos(around), libm::sin(around)].map(|value| flat * signed_power(value, east_west));
            points.push(DVec3::new(x, y, z));
        }
    }
    points.push(DVec3::Z);
    let last = points.len() - 1;
    let at = |ring: usize, step: usize| 1 + (ring - 1) * resolution + step % resolution;
    let mut triangles = Vec::new();
    for step in 0..resolution {
        triangles.push([0, at(1, step + 1), at(1, step)]);
        triangles.push([at(resolution - 1, step), at(resolution - 1, step + 1), last]);
        for ring in 1..resolution - 1 {
            let [a, b] = [at(ring, step), at(ring, step + 1)];
            let [c, d] = [at(ring + 1, step + 1), at(ring + 1, step)];
            triangles.extend([[a, b, d], [b, c, d]]);
        }
    }
    surface(points, triangles)
}

fn supertorus(resolution: usize, radius: f64, minor: f64, major: f64) -> Surface {
    let angle = |step: usize| TAU * step as f64 / resolution as f64;
    let mut points = Vec::new();
    for step in 0..resolution {
        for section in 0..resolution {
            let around = 1.0 + radius * signed_power(libm::cos(angle(section)), minor);
            let [x, y] =
                [libm::cos(angle(step)), libm::sin(angle(step))].map(|it| around * signed_power(it, major));
            points.push(DVec3::new(x, y, radius * signed_power(libm::sin(angle(section)), minor)));
        }
    }
    let at = |step: usize, section: usize| (step % resolution) * resolution + section % resolution;
    let cells = (0..resolution).flat_map(|step| (0..resolution).map(move |section| (step, section)));
    let triangles = cells.flat_map(|(step, section)| {
        let [a, b] = [at(step, section), at(step + 1, section)];
        let [c, d] = [at(step + 1, section + 1), at(step, section + 1)];
        [[a, b, d], [b, c, d]]
    });
    surface(points, triangles.collect())
}

/// A surface over a grid of cells; `place` gives the point at two shares from 0 to 1.
fn grid([columns, rows]: [usize; 2], place: impl Fn(f64, f64) -> DVec3) -> Surface {
    let places = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)));
    let points = places.map(|(row, column)| place(column as f64 / columns as f64, row as f64 / rows as f64));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| row * (columns + 1) + column));
    let triangles = cells.flat_map(|at| {
        let [a, b, c, d] = [at, at + 1, at + columns + 2, at + columns + 1];
        [[a, b, c], [a, c, d]]
    });
    surface(points.collect(), triangles.collect())
}

fn surface(points: Vec<DVec3>, triangles: Vec<[usize; 3]>) -> Surface {
    let vertices = points.into_iter().map(|point| point.as_vec3()).collect();
    (vertices, triangles.into_iter().map(|triangle| triangle.map(|corner| corner as u32)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_documentation() {
        for (kind, params, vertices, faces) in [
            ("sphere", &[0.0][..], 12, 20),
            ("sphere", &[2.0], 2 + 10 * 16, 20 * 16),
            ("hemisphere", &[1.0], 14, 24),
            ("cone", &[4.0, 0.0], 5, 6),
            ("supersphere", &[4.0, 1.0, 1.0], 14, 24),
            ("supertorus", &[4.0, 0.3, 1.0, 1.0], 16, 32),
            ("plate", &[2.0, 3.0], 12, 12),
        ] {
            let (points, triangles) = builtin_mesh(kind, params).unwrap();
            assert_eq!((points.len(), triangles.len()), (vertices, faces), "{kind} {params:?}");
        }
        assert!(builtin_mesh("cube", &[]).unwrap_err().contains("supertorus"));
        assert!(builtin_mesh("cone", &[2.0, 0.5]).unwrap_err().contains("nvert"));
        assert!(builtin_mesh("cone", &[5.0]).unwrap_err().contains("no radius"));
    }
}
