//! Forces of a fluid on a body, as MuJoCo computes them from its inertia.
//!
//! MuJoCo documentation, chapter Computation, section Passive forces, Inertia model: drag of the box with the inertia of the body,
//! and viscous forces of the sphere with its mean size.

use std::f64::consts::PI;

use glam::{DMat3, DVec3};
use morse_geometry::principal_axes;

use crate::spatial::Spatial;

/// A fluid that fills the world and has one velocity everywhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fluid {
    /// Density. [kg/m³]
    pub density: f64,
    /// Dynamic viscosity. [Pa s]
    pub viscosity: f64,
    /// Its velocity in the world. [m/s]
    pub wind: DVec3,
}

/// The box that has the inertia of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FluidBox {
    /// Edges along the principal axes. [m]
    size: DVec3,
    /// Principal axes in the frame of the inertia tensor, as columns.
    axes: DMat3,
}

impl FluidBox {
    /// The box of a body with a mass [kg] and an inertia tensor about its center of mass [kg m²].
    pub fn new(mass: f64, tensor: DMat3) -> FluidBox {
        let (moments, axes) = principal_axes(&tensor);
        let DVec3 { x, y, z } = moments;
        let squares = DVec3::new(y + z - x, z + x - y, x + y - z) * (6.0 / mass);
        FluidBox { size: squares.max(DVec3::ZERO).map(f64::sqrt), axes }
    }

    /// Moment about the center of mass and force of a fluid, for the angular velocity and the velocity of the center of mass. All are
    /// along the axes of the world; `world_from_tensor` turns the frame of the inertia tensor into them.
    pub fn drag(&self, fluid: &Fluid, world_from_tensor: DMat3, velocity: Spatial) -> Spatial {
        let axes = world_from_tensor * self.axes;
        let back = axes.transpose();
        let (w, v) = (back * velocity.angular, back * (velocity.linear - fluid.wind));
        let DVec3 { x, y, z } = self.size;
        let diameter = (x + y + z) / 3.0;
        let viscous = -PI * diameter * fluid.viscosity;
        let areas = DVec3::new(y * z, z * x, x * y);
        let [x4, y4, z4] = [x, y, z].map(|edge| edge * edge * edge * edge);
        let turning = DVec3::new(x * (y4 + z4), y * (x4 + z4), z * (x4 + y4)) / 64.0;
        let moment = w * viscous * diameter * diameter - turning * w * w.abs() * fluid.density;
        let force = v * (3.0 * viscous) - areas * v * v.abs() * (0.5 * fluid.density);
        Spatial { angular: axes * moment, linear: axes * force }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_of_an_inertia_has_its_edges_in_any_direction() {
        let edges = DVec3::new(0.2, 0.5, 1.1);
        let squares = edges * edges;
        let moments =
            DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) * (3.0 / 12.0);
        let turn = DMat3::from_rotation_x(0.4) * DMat3::from_rotation_z(-1.1);
        let found = FluidBox::new(3.0, turn * DMat3::from_diagonal(moments) * turn.transpose());
        let mut sizes = found.size.to_array();
        sizes.sort_by(f64::total_cmp);
        assert!((DVec3::from_array(sizes) - edges).length() < 1e-12, "{found:?}");
    }

    #[test]
    fn plate_is_braked_by_its_area() {
        // 1 m × 1 m × 0.1 m through water at 2 m/s, face on: density / 2 · area · speed².
        let edges = DVec3::new(1.0, 1.0, 0.1);
        let squares = edges * edges;
        let moments = DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) / 12.0;
        let plate = FluidBox::new(1.0, DMat3::from_diagonal(moments));
        let water = Fluid { density: 1000.0, viscosity: 0.0, wind: DVec3::ZERO };
        let velocity = Spatial { angular: DVec3::ZERO, linear: DVec3::Z * 2.0 };
        let drag = plate.drag(&water, DMat3::IDENTITY, velocity);
        assert!((drag.linear - DVec3::Z * -2000.0).length() < 1e-9, "{drag:?}");
        let wind = Fluid { wind: DVec3::Z * 5.0, ..water };
        let drag = plate.drag(&wind, DMat3::IDENTITY, velocity);
        assert!((drag.linear - DVec3::Z * 4500.0).length() < 1e-9, "{drag:?}");
        let honey = Fluid { density: 0.0, viscosity: 2.0, wind: DVec3::ZERO };
        let drag = plate.drag(&honey, DMat3::IDENTITY, velocity);
        assert!((drag.linear.z + 3.0 * PI * 0.7 * 2.0 * 2.0).abs() < 1e-9, "{drag:?}");
    }
}
