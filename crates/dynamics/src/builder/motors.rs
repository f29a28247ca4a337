//! Motors of a model, with names resolved, and the damping of those that give it as a share.

use morse_geometry::Pose;

use super::parts::Names;
use crate::data::Data;
use crate::error::ModelError;
use crate::mass_matrix::solve_mass;
use crate::model::{Drive, Model, Motor};
use crate::moments::{Moment, update_moments};
use crate::motor_spec::MotorSpec;
use crate::muscle::Muscle;
use crate::tendon::TendonLength;

const EVERYTHING: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Names<'_> {
    /// A motor whose joints, tendon or site are known.
    pub(super) fn motor(&self, spec: &MotorSpec) -> Result<Motor, ModelError> {
        Ok(Motor {
            drive: self.drive(spec)?,
            gain: spec.gain,
            gain_by_length: spec.gain_by_length,
            gain_by_velocity: spec.gain_by_velocity,
            bias: spec.bias,
            stiffness: spec.stiffness,
            damping: spec.damping,
            effort_limits: spec.effort_limits.unwrap_or(EVERYTHING),
            command_limits: spec.command_limits.unwrap_or(EVERYTHING),
            activation: spec.activation,
            time_constant: spec.time_constant,
            activation_limits: spec.activation_limits.unwrap_or(EVERYTHING),
            no_load_speed: spec.no_load_speed.unwrap_or(f64::INFINITY),
            // The force and the lengths follow from the finished model.
            muscle: spec.muscle.map(|spec| Muscle { spec, force: 0.0, lengths: [0.0, 1.0] }),
            fall_time: spec.fall_time,
            smoothing: spec.smoothing,
        })
    }

    fn drive(&self, spec: &MotorSpec) -> Result<Drive, ModelError> {
        let place = || format!("motor `{}`", spec.name);
        if let Some((tendon, gear)) = &spec.tendon {
            return Ok(Drive::Tendon { tendon: self.tendon_index(tendon, place)?, gear: *gear });
        }
        if let Some(surface) = spec.adhesion {
            return Ok(Drive::Adhesion(surface));
        }
        if let Some(site) = &spec.site {
            let unit = |pose: Pose| pose.normalized().unwrap_or(pose);
            let reference = match &site.reference {
                None => None,
                Some((link, pose)) => Some(self.attachment(link.as_deref(), unit(*pose), place)?),
            };
            return Ok(Drive::Site {
                site: self.attachment(Some(&site.link), unit(site.link_from_site), place)?,
                reference,
                is_along_site: site.is_along_site,
                force: site.force,
                torque: site.torque,
            });
        }
        if let Some(crank) = &spec.crank {
            let frame = |(link, pose): &(Option<String>, Pose)| {
                self.attachment(link.as_deref(), pose.normalized().unwrap_or(*pose), place)
            };
            let (pin, slider) = (frame(&crank.crank)?, frame(&crank.slider)?);
            return Ok(Drive::Crank { crank: pin, slider, rod: crank.rod, gear: crank.gear });
        }
        let transmission = spec.transmission.iter().map(|(joint, gear)| {
            let (q, v) = self.scalar_joint(joint, place)?;
            Ok((q, v, *gear))
        });
        let mut transmission: Vec<_> = transmission.collect::<Result<_, _>>()?;
        transmission.sort_by_key(|(_, dof, _)| *dof);
        if let Some(pair) = transmission.windows(2).find(|pair| pair[0].1 == pair[1].1) {
            let name = self.model.joint_name(pair[0].1).to_owned();
            return Err(ModelError::Duplicate { kind: "joint of a transmission", name });
        }
        Ok(Drive::Joints(transmission))
    }
}

/// Sets the damping of motors that give it as a share of the critical damping, after the factored mass matrix at the reference
/// positions: twice the share times the root of stiffness and inertia. The inertia is that which the transmission moves, with all
/// else free.
pub(super) fn set_damping(model: &mut Model, data: &Data, q: &[f64], tendons: &[TendonLength]) {
    if model.spec.motors.iter().all(|motor| motor.damping_ratio.is_none()) {
        return;
    }
    let mut moments = vec![Moment::default(); model.motors.len()];
    update_moments(model, data, q, &vec![0.0; model.dofs()], tendons, &[], &mut moments);
    let mut column = vec![0.0; model.dofs()];
    for (index, moment) in moments.iter().enumerate() {
        let Some(ratio) = model.spec.motors[index].damping_ratio else { continue };
        column.fill(0.0);
        moment.elements.iter().for_each(|(dof, element)| column[*dof] = *element);
        solve_mass(model, data, &mut column);
        let inverse: f64 = moment.elements.iter().map(|(dof, element)| element * column[*dof]).sum();
        let motor = &mut model.motors[index];
        motor.damping = 2.0 * ratio * (motor.stiffness / inverse.max(1e-15)).sqrt();
    }
}
