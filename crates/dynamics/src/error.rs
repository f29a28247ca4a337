//! Errors of models and steps.

/// Error for a mechanism that cannot be simulated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Two links, joints or motors have the same name, so that one of them would have two parents.
    #[error("two {kind}s are named `{name}`: names are unique, and a link has one parent")]
    Duplicate {
        /// Link, joint or motor.
        kind: &'static str,
        /// The name that was given twice.
        name: String,
    },
    /// A name refers to nothing.
    #[error("{place} names the {kind} `{name}`, which does not exist; there are: {known}")]
    Unknown {
        /// The item that holds the name.
        place: String,
        /// Link or joint.
        kind: &'static str,
        /// The unknown name.
        name: String,
        /// The names that exist, the first twenty.
        known: String,
    },
    /// Links are their own ancestors.
    #[error("the parents of link `{link}` form a circle: {circle}; close loops with an equality instead")]
    Circle {
        /// The first link of the circle.
        link: String,
        /// All links of the circle.
        circle: String,
    },
    /// A value is outside of its range.
    #[error("{place}: {what} is {value}, allowed is {allowed}")]
    Value {
        /// The link, joint, motor or equality.
        place: String,
        /// The meaning of the value.
        what: &'static str,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        allowed: &'static str,
    },
    /// A joint moves nothing that has inertia.
    #[error(
        "joint `{joint}` of link `{link}` moves no inertia: give a link beyond it a mass, or the joint an armature"
    )]
    NoInertia {
        /// The joint.
        joint: String,
        /// Its link.
        link: String,
    },
}

/// Error for a step whose result would not be finite. The state is that before the step.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StepError {
    /// An input or a value of the state is not finite.
    #[error("{what} of joint `{joint}` is {value}: a finite value is needed")]
    NotFinite {
        /// Position, velocity, acceleration, effort or command.
        what: &'static str,
        /// The joint, or the motor for commands.
        joint: String,
        /// The value.
        value: f64,
    },
    /// The length of the step is outside of its range.
    #[error("the length of a step is {0} s, allowed is a finite number above 0")]
    StepLength(f64),
    /// A list does not have the length that the model demands.
    #[error("{what} has {found} values, the model has {expected}")]
    Length {
        /// The list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that the model demands.
        expected: usize,
    },
    /// A servo acts on a joint that is neither a hinge nor a slide, or one of its values is out of range.
    #[error("servo of degree of freedom {dof}: {problem}")]
    Servo {
        /// Index of the degree of freedom.
        dof: usize,
        /// The problem.
        problem: &'static str,
    },
    /// A constraint is between parts that it cannot connect, or one of its values is out of range.
    #[error("constraint {number}: {problem}")]
    Constraint {
        /// Index in the list of constraints.
        number: usize,
        /// The problem.
        problem: &'static str,
    },
    /// A contact is between parts that cannot touch, or one of its values is out of range.
    #[error("contact {number}: {problem}")]
    Contact {
        /// Index in the list of contacts.
        number: usize,
        /// The problem.
        problem: &'static str,
    },
}
