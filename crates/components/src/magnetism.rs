//! Magnetism: the magnetic field of the Earth.

mod model;
mod nearby;
mod place;

pub(crate) use place::MagneticPlace;
