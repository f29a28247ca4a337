//! Linear approximation of the magnetic field in a cell of some tens of meters.

use morse_sim::prelude::*;

/// Edge length of a cell. Within the cell the error of the linear approximation is below a hundredth of a
/// nanotesla. [m]
const EDGE_M: f64 = 64.0;

/// The field in one cell of a grid over the world, as its value and gradient in the middle of the cell.
///
/// Cells have fixed positions in the world, so that the field at a position does not depend on earlier queries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FieldCell {
    /// Date as a decimal year.
    date: f64,
    /// Middle of the cell, in the world. [m]
    middle: DVec3,
    /// Field in the middle. [nT]
    field: DVec3,
    /// Gradient along x, y and z of the world. [nT/m]
    slopes: DMat3,
}

impl FieldCell {
    /// Creates the cell that contains a position in the world [m]. `model` evaluates the field at a position. [nT]
    pub(super) fn around(position: DVec3, date: f64, model: impl Fn(DVec3) -> DVec3) -> Self {
        let middle = middle_of(position);
        let slope = |axis: DVec3| {
            let half_edge = axis * (EDGE_M / 2.0);
            (model(middle + half_edge) - model(middle - half_edge)) / EDGE_M
        };
        let slopes = DMat3::from_cols(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
        Self { date, middle, field: model(middle), slopes }
    }

    /// Whether the cell contains a position and has the same date.
    pub(super) fn covers(&self, position: DVec3, date: f64) -> bool {
        self.middle == middle_of(position) && self.date == date
    }

    /// Field at a position in the cell. [nT]
    pub(super) fn field_at(&self, position: DVec3) -> DVec3 {
        self.field + self.slopes * (position - self.middle)
    }
}

/// Middle of the cell that contains a position. [m]
fn middle_of(position: DVec3) -> DVec3 {
    (position / EDGE_M).floor() * EDGE_M + EDGE_M / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::earth::geodesy::Geodetic;
    use crate::common::earth::magnetism::model::field_ned;

    #[test]
    fn cell_approximates_the_model_to_a_hundredth_of_a_nanotesla() {
        // Up to a few tens of kilometers from a pole, where the direction of north changes quickly.
        for (latitude, longitude) in [(43.56, 1.48), (-33.9, 151.2), (0.0, 0.0), (69.6, 18.9), (89.7, 40.0)] {
            let meters_per_degree = 111_200.0;
            let model = |position: DVec3| {
                let place = Geodetic {
                    latitude_deg: latitude + position.y / meters_per_degree,
                    longitude_deg: longitude
                        + position.x / meters_per_degree / f64::to_radians(latitude).cos(),
                    altitude_m: 150.0 + position.z,
                };
                field_ned(place, 2025.5)
            };
            let cell = FieldCell::around(DVec3::new(1.0, 1.0, 1.0), 2025.5, model);
            for corner in 0..8 {
                let side = |bit: u32| f64::from(corner >> bit & 1) * 63.9;
                let position = DVec3::new(side(0), side(1), side(2));
                assert!(cell.covers(position, 2025.5));
                let error = (cell.field_at(position) - model(position)).length();
                assert!(error < 0.01, "{error} nT at {latitude}, {longitude}");
            }
            assert!(!cell.covers(DVec3::splat(-0.1), 2025.5) && !cell.covers(DVec3::ONE, 2025.0));
        }
    }
}
