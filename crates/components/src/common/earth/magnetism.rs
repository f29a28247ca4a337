//! Magnetism: the magnetic field of the Earth.

mod model;
mod nearby;
mod place;

pub(crate) use crate::common::earth::magnetism::place::MagneticPlace;
