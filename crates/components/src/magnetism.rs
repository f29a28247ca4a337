//! Magnetism: the magnetic field of the Earth.

mod model;
mod place;

pub(crate) use place::MagneticPlace;
