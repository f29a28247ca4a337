//! Magnetism: the magnetic field of the Earth.

mod field_cell;
mod magnetic_place;
mod model;

pub(crate) use crate::common::earth::magnetism::magnetic_place::MagneticPlace;
