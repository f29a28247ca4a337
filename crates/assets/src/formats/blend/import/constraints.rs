//! Constraints between the rigid bodies of Blender 2.80 and later: their kinds, and the axes along and about which they let move.
//!
//! Numbers of kinds and bits of flags are those of `DNA_rigidbody_types.h`; [`tree`] makes joints of them.

mod axis;
mod motors;
mod tree;

use crate::formats::blend::import::Import;
use crate::formats::blend::view::View;
use crate::model::NodeId;

pub(super) use axis::Axis;
pub(super) use motors::Motor;
pub(in crate::formats::blend) use tree::Joints;

/// Numbers of the kinds.
const POINT: i64 = 0;
const HINGE: i64 = 1;
const SLIDER: i64 = 3;
const GENERIC: i64 = 5;
const GENERIC_SPRING: i64 = 6;
const FIXED: i64 = 8;
const PISTON: i64 = 9;
const MOTOR: i64 = 11;

/// Bits of `flag`: the constraint is in force; it breaks under load.
const ENABLED: i64 = 1;
const BREAKS: i64 = 1 << 3;

/// The number of axes that leave two bodies free of each other.
const ALL: usize = 6;

/// A constraint that holds.
pub(super) struct Constraint {
    /// The object that has it. Its frame is that of the axes.
    pub(super) object: NodeId,
    pub(super) name: String,
    /// Both bodies.
    pub(super) bodies: [NodeId; 2],
    /// The axes of the motion of the second body, from the first body on.
    pub(super) axes: Vec<Axis>,
}

impl<'a> Import<'a, '_> {
    /// The constraint of an object; `None` without one, or for one that is left out or has no effect.
    pub(super) fn constraint(&mut self, object: &View<'a>, id: NodeId) -> Option<Constraint> {
        let constraint = object.follow_as("rigidbody_constraint", "RigidBodyCon")?;
        let name = object.id_name();
        if !constraint.bit("flag", ENABLED) || constraint.int("type") == MOTOR {
            return None;
        }
        let axes = match constraint.int("type") {
            FIXED => Vec::new(),
            POINT => axis::ball(),
            HINGE => vec![axis::turn(&constraint, "z")],
            SLIDER => vec![axis::slide(&constraint, "x")],
            PISTON => vec![axis::slide(&constraint, "x"), axis::turn(&constraint, "x")],
            GENERIC => axis::generic(&constraint),
            GENERIC_SPRING => axis::springs(&constraint),
            _ => {
                let sentence = "constraints between rigid bodies of unknown kinds are left out";
                self.omissions.note(sentence, &name);
                return None;
            }
        };
        if constraint.bit("flag", BREAKS) {
            self.omissions.note("constraints between rigid bodies do not break", &name);
        }
        if axes.iter().any(|axis| axis.has_old_damping) {
            let sentence = "springs of the type of Blender 2.7 have no damping (SPRING2 has)";
            self.omissions.note(sentence, &name);
        }
        let bodies = self.bodies_of(&constraint, &name)?;
        (axes.len() < ALL).then_some(Constraint { object: id, name, bodies, axes })
    }

    /// The two bodies of a constraint; `None` if it has not two.
    fn bodies_of(&mut self, constraint: &View<'a>, name: &str) -> Option<[NodeId; 2]> {
        let end = |field: &str| {
            let body = constraint.follow_as(field, "Object")?;
            self.nodes.get(&body.block).copied()
        };
        let (Some(first), Some(second)) = (end("ob1"), end("ob2")) else {
            self.omissions.note("constraints with fewer than two rigid bodies are left out", name);
            return None;
        };
        (first != second).then_some([first, second])
    }
}
