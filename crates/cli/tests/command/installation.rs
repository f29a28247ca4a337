//! Tests of the installation: demonstration, doctor, completions, Python.

mod demo_doctor_completions;
mod python;
