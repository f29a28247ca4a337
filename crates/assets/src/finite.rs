//! Vertices that are not finite or very far: they move to the origin and are reported, in the same words for every format.

use glam::Vec3;

use crate::Warnings;

/// Number of places that a message names.
const NAMED_MAX: usize = 3;

/// Largest coordinate of a vertex. [m]
const FAR_M: f32 = 1e9;

/// Moves vertices that are not finite or farther than [`FAR_M`] to the origin of their mesh. The message names the first ones
/// by `place`, which
/// gets the index of a vertex.
pub(crate) fn keep_finite(
    vertices: &mut [Vec3],
    mesh: &str,
    place: impl Fn(usize) -> String,
    warnings: &mut Warnings,
) {
    let (mut count, mut named) = (0, Vec::new());
    for (index, vertex) in vertices.iter_mut().enumerate().filter(|(_, vertex)| !is_near(**vertex)) {
        if named.len() < NAMED_MAX {
            named.push(format!("{} ({}, {}, {})", place(index), vertex.x, vertex.y, vertex.z));
        }
        count += 1;
        *vertex = Vec3::ZERO;
    }
    if count == 0 {
        return;
    }
    let further = match count - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    warnings.add(format!(
        "{mesh}: vertices that are not finite or farther than 1e9 m ({count}) stand at the origin: {}{further}",
        named.join(", ")
    ));
}

/// Whether the coordinates of a vertex are finite and in range.
fn is_near(vertex: Vec3) -> bool {
    vertex.to_array().into_iter().all(|x| x.abs() <= FAR_M)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_that_are_not_finite_are_named_and_counted() {
        let mut vertices = vec![Vec3::ONE, Vec3::new(f32::NAN, 0.0, 1.0), Vec3::INFINITY];
        vertices.extend([Vec3::NAN; 3]);
        let mut warnings = Warnings::default();
        keep_finite(&mut vertices, "plate", |index| format!("vertex {index}"), &mut warnings);
        assert_eq!(vertices[..2], [Vec3::ONE, Vec3::ZERO]);
        assert!(vertices.iter().all(|vertex| vertex.is_finite()));
        assert_eq!(
            warnings.into_messages(),
            [
                "plate: vertices that are not finite or farther than 1e9 m (5) stand at the origin: vertex 1 (NaN, 0, 1), \
              vertex 2 (inf, inf, inf), vertex 3 (NaN, NaN, NaN) and 2 more"
            ]
        );
    }
}
