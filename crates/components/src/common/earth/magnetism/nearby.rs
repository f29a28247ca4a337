//! Linear approximation of the magnetic field within some tens of metres.

use morse_sim::prelude::*;

/// Edge of a cell. Over half of its diagonal the error of the linear approximation is below a hundredth of a
/// nanotesla. [m]
const EDGE_M: f64 = 64.0;

/// The field in one cell of a grid over the world, by its value and gradient in the middle.
///
/// Cells are fixed in the world, so that the field at a position does not depend on earlier queries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Nearby {
    /// Date as a decimal year.
    date: f64,
    /// Middle of the cell, in the world. [m]
    middle: DVec3,
    /// Field in the middle. [nT]
    field: DVec3,
    /// Gradient along x, y and z of the world. [nT/m]
    slopes: DMat3,
}

impl Nearby {
    /// The cell that contains a position in the world, evaluated with a model of the field at positions. [m, nT]
    pub(super) fn around(position: DVec3, date: f64, model: impl Fn(DVec3) -> DVec3) -> Self {
        let middle = middle_of(position);
        let slope = |axis: DVec3| {
            let way = axis * (EDGE_M / 2.0);
            (model(middle + way) - model(middle - way)) / EDGE_M
        };
        let slopes = DMat3::from_cols(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
        Self { date, middle, field: model(middle), slopes }
    }

    /// Whether a position is in this cell, on the same date.
    pub(super) fn holds(&self, position: DVec3, date: f64) -> bool {
        self.middle == middle_of(position) && self.date == date
    }

    /// The field at a position in this cell. [nT]
    pub(super) fn field_at(&self, position: DVec3) -> DVec3 {
        self.field + self.slopes * (position - self.middle)
    }
}

/// Middle of the cell of a position. [m]
fn middle_of(position: DVec3) -> DVec3 {
    (position / EDGE_M).floor() * EDGE_M + EDGE_M / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::earth::geodesy::Geodetic;
    use crate::common::earth::magnetism::model::field_ned;

    #[test]
    fn a_cell_is_as_good_as_the_model() {
        // Up to a few tens of kilometres from a pole, where the direction of north changes quickly.
        for (latitude, longitude) in [(43.56, 1.48), (-33.9, 151.2), (0.0, 0.0), (69.6, 18.9), (89.7, 40.0)] {
            let metres_per_degree = 111_200.0;
            let model = |position: DVec3| {
                let place = Geodetic {
                    latitude_deg: latitude + position.y / metres_per_degree,
                    longitude_deg: longitude
                        + position.x / metres_per_degree / f64::to_radians(latitude).cos(),
                    altitude_m: 150.0 + position.z,
                };
                field_ned(place, 2025.5)
            };
            let cell = Nearby::around(DVec3::new(1.0, 1.0, 1.0), 2025.5, model);
            for corner in 0..8 {
                let side = |bit: u32| f64::from(corner >> bit & 1) * 63.9;
                let position = DVec3::new(side(0), side(1), side(2));
                assert!(cell.holds(position, 2025.5));
                let error = (cell.field_at(position) - model(position)).length();
                assert!(error < 0.01, "{error} nT at {latitude}, {longitude}");
            }
            assert!(!cell.holds(DVec3::splat(-0.1), 2025.5) && !cell.holds(DVec3::ONE, 2025.0));
        }
    }
}
