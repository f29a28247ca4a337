//! Services: what a component can be asked to do, how arguments arrive and how an answer is given.

use glam::DVec3;
use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, World};

use crate::data::{Data, FieldType};
use crate::time::Time;

/// How a request ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// It was done; the value is what it returns.
    Success(Value),
    /// It was not done, or went wrong.
    Failed(ServiceError),
    /// It was cancelled, or gave way to a newer request.
    Preempted(Value),
}

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ServiceError {
    /// Nobody offers such a service there.
    #[error("{component} has no service {service}")]
    NotRegistered {
        /// The component that was asked.
        component: String,
        /// The service that was asked for.
        service: String,
    },
    /// Too few or too many arguments.
    #[error("{service} takes {takes}, got {given}")]
    WrongCount {
        /// The service that was asked for.
        service: String,
        /// How many arguments came.
        given: usize,
        /// How many it declares, optional ones included.
        declared: usize,
        /// How many it cannot do without.
        required: usize,
        /// Names of the required arguments that did not come.
        missing: Vec<String>,
        /// The accepted count, in words.
        takes: String,
        /// Whether the service answers later. Clients of the original are told less about those.
        asynchronous: bool,
    },
    /// An argument of the wrong kind.
    #[error("{service}: {argument} must be {expected}, got {got}")]
    WrongType {
        /// The service that was asked for.
        service: String,
        /// The argument's name.
        argument: String,
        /// What it takes.
        expected: String,
        /// What was given.
        got: String,
        /// Whether the service answers later. Clients of the original are told less about those.
        asynchronous: bool,
    },
    /// The service itself says no.
    #[error("{0}")]
    Refused(String),
    /// Another asynchronous service of the component is running and may not be interrupted.
    #[error("{}", busy_text(running, *interruptible))]
    Busy {
        /// The running service.
        running: String,
        /// What the running service says of interruption; `None` when it says nothing.
        interruptible: Option<bool>,
    },
}

fn busy_text(running: &str, interruptible: Option<bool>) -> String {
    match interruptible {
        None => format!("A service ({running}) is already running. I do not know what to do."),
        Some(_) => format!("A non-interruptible service ({running}) is already running"),
    }
}

/// What a service did at once.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Everything; the value is what it returns.
    Done(Value),
    /// It began; the component completes it later.
    Started,
    /// Other components do it; it ends when all of them have ended.
    Relayed(Relay),
}

/// A service that one component passes on to others.
#[derive(Debug, Clone, PartialEq)]
pub struct Relay {
    /// Full names of components. Those that have no such service are left out.
    pub to: Vec<String>,
    /// The service.
    pub service: &'static str,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// What the method of a service that is answered later may return, apart from a refusal.
pub trait Begin {
    /// As the outcome of the call.
    fn begin(self) -> Outcome;
}

impl Begin for () {
    fn begin(self) -> Outcome {
        Outcome::Started
    }
}

impl Begin for Relay {
    fn begin(self) -> Outcome {
        Outcome::Relayed(self)
    }
}

/// The completion of a running asynchronous service.
#[derive(Debug, Clone, PartialEq)]
pub enum Completion {
    /// It reached its goal.
    Success(Value),
    /// It cannot reach its goal, and why.
    Failed(String),
}

/// What a service sees when it is called.
pub struct Call<'a, D: ?Sized = dyn Data> {
    /// Simulated time.
    pub now: Time,
    /// Simulated time as clients see it: seconds since 1970-01-01 UTC, or since the start if the scene asks for that.
    pub client_time_s: f64,
    /// The world, to read and to change.
    pub world: &'a mut World,
    /// The component's node in the world.
    pub node: NodeId,
    /// The node of the robot that carries it.
    pub robot: NodeId,
    /// The component's local data.
    pub data: &'a mut D,
}

/// Arguments of a call, checked against the description as they are taken.
#[derive(Debug)]
pub struct Arguments<'a> {
    description: &'a ServiceDescription,
    values: &'a [Value],
}

impl<'a> Arguments<'a> {
    /// Checks the number of `values` against the service's description.
    ///
    /// # Errors
    /// When a required argument is missing or there are too many.
    pub fn new(description: &'a ServiceDescription, values: &'a [Value]) -> Result<Self, ServiceError> {
        let declared = description.arguments.len();
        let missing: Vec<String> = description
            .arguments
            .iter()
            .skip(values.len())
            .filter(|argument| argument.default.is_none())
            .map(|argument| argument.name.clone())
            .collect();
        if missing.is_empty() && values.len() <= declared {
            return Ok(Self { description, values });
        }
        let required = description.arguments.iter().filter(|a| a.default.is_none()).count();
        let takes = match (required, declared) {
            (_, 0) => "no argument".to_owned(),
            (low, high) if low == high => format!("{high} argument{}", if high == 1 { "" } else { "s" }),
            (low, high) => format!("{low} to {high} arguments"),
        };
        Err(ServiceError::WrongCount {
            service: description.name.clone(),
            given: values.len(),
            declared,
            required,
            missing,
            takes,
            asynchronous: description.kind == ServiceKind::Async,
        })
    }

    /// The argument at `index`, or its default.
    ///
    /// # Errors
    /// When it is of the wrong kind.
    pub fn take<T: Argument>(&self, index: usize) -> Result<T, ServiceError> {
        let described = self.description.arguments.get(index);
        let value = self.values.get(index).or_else(|| described.and_then(|a| a.default.as_ref()));
        let value = value.unwrap_or(&Value::Null);
        T::from_value(value).ok_or_else(|| {
            let name = described.map_or("argument", |a| a.name.as_str());
            let mismatch = crate::data::Mismatch::new(name, T::EXPECTED, value);
            ServiceError::WrongType {
                service: self.description.name.clone(),
                argument: mismatch.name,
                expected: mismatch.expected,
                got: mismatch.got,
                asynchronous: self.description.kind == ServiceKind::Async,
            }
        })
    }
}

/// A Rust type that can be an argument of a service.
pub trait Argument: Sized {
    /// What it takes, in words.
    const EXPECTED: &'static str;
    /// Reads the value a client sent; `None` when it does not fit.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! argument {
    ($($type:ty, $expected:literal);* $(;)?) => {$(
        impl Argument for $type {
            const EXPECTED: &'static str = $expected;
            fn from_value(value: &Value) -> Option<Self> {
                <$type as FieldType>::from_value(value)
            }
        }
    )*};
}

argument! {
    f64, "a finite number";
    i64, "a whole number";
    bool, "true or false";
    String, "a string";
    DVec3, "a list of three finite numbers";
    Vec<f64>, "a list of finite numbers";
}

impl Argument for Value {
    const EXPECTED: &'static str = "any value";
    fn from_value(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

impl<T: Argument> Argument for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_value(value: &Value) -> Option<Self> {
        if *value == Value::Null { Some(None) } else { T::from_value(value).map(Some) }
    }
}

/// What a service method may return.
pub trait IntoOutcome {
    /// As the outcome of the call.
    ///
    /// # Errors
    /// When the method refused.
    fn into_outcome(self) -> Result<Outcome, ServiceError>;
}

impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Result<Outcome, ServiceError> {
        Ok(self)
    }
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Result<Outcome, ServiceError> {
        Ok(Outcome::Done(Value::Null))
    }
}

macro_rules! into_outcome {
    ($($type:ty),*) => {$(
        impl IntoOutcome for $type {
            fn into_outcome(self) -> Result<Outcome, ServiceError> {
                Ok(Outcome::Done(Value::from(self)))
            }
        }
    )*};
}

into_outcome!(bool, f64, &str, String);

impl IntoOutcome for Value {
    fn into_outcome(self) -> Result<Outcome, ServiceError> {
        Ok(Outcome::Done(self))
    }
}

impl IntoOutcome for Map {
    fn into_outcome(self) -> Result<Outcome, ServiceError> {
        Ok(Outcome::Done(Value::Map(self)))
    }
}

impl<T: IntoOutcome> IntoOutcome for Result<T, ServiceError> {
    fn into_outcome(self) -> Result<Outcome, ServiceError> {
        self.and_then(T::into_outcome)
    }
}

/// Turns a component's methods into services; `#[services]` writes it.
pub trait Serve: crate::component::Component {
    /// The services, in the order in which [`Serve::serve`] counts them.
    fn services() -> Vec<ServiceDescription> {
        Vec::new()
    }

    /// Carries out service number `index`.
    ///
    /// # Errors
    /// When the arguments do not fit or the service refuses.
    fn serve(
        &mut self,
        index: usize,
        arguments: &Arguments<'_>,
        call: &mut Call<'_, Self::Data>,
    ) -> Result<Outcome, ServiceError> {
        let _ = (index, call);
        Err(ServiceError::NotRegistered {
            component: String::new(),
            service: arguments.description.name.clone(),
        })
    }
}
