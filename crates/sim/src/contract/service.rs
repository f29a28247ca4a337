//! Services: descriptions, arguments and results of service calls.

use glam::DVec3;
use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, World};

use crate::contract::component::base::Component;
use crate::contract::data::{Data, FieldType};
use crate::engine::time::Time;

pub use crate::contract::outcome::{Answer, Completion, Outcome, Reason, Relay, ServiceError};

/// Return type of the method of an asynchronous service, apart from a refusal.
pub trait AsyncReturn {
    /// Converts to the outcome of the call.
    fn begin(self) -> Outcome;
}

impl AsyncReturn for () {
    fn begin(self) -> Outcome {
        Outcome::Started
    }
}

impl AsyncReturn for Relay {
    fn begin(self) -> Outcome {
        Outcome::Relayed(self)
    }
}

/// Context of a service call.
pub struct Call<'a, D: ?Sized = dyn Data> {
    /// Simulated time.
    pub now: Time,
    /// Simulated time on the time scale of clients: seconds since 1970-01-01 UTC, or since the start if the scene
    /// requests that. [s]
    pub client_time_s: f64,
    /// The world, with mutable access.
    pub world: &'a mut World,
    /// The component's node in the world.
    pub node: NodeId,
    /// The node of the robot that carries it.
    pub robot: NodeId,
    /// The component's local data.
    pub data: &'a mut D,
}

/// Arguments of a call, checked against the description when they are read.
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
    /// When it has the wrong type.
    pub fn take<T: Argument>(&self, index: usize) -> Result<T, ServiceError> {
        let described = self.description.arguments.get(index);
        let value = self.values.get(index).or_else(|| described.and_then(|a| a.default.as_ref()));
        let value = value.unwrap_or(&Value::Null);
        T::from_value(value).ok_or_else(|| {
            let name = described.map_or("argument", |a| a.name.as_str());
            let mismatch = crate::contract::data::Mismatch::new(name, T::EXPECTED, value);
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
    /// Description of the accepted values.
    const EXPECTED: &'static str;
    /// Converts a value from a client; `None` when it does not fit.
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

/// Return type of a service method.
pub trait IntoOutcome {
    /// Converts to the outcome of the call.
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

/// Offers a component's methods as services. Implemented by `#[services]`.
pub trait Serve: Component {
    /// Descriptions of the services, in the order of the indices of [`Serve::serve`].
    fn services() -> Vec<ServiceDescription> {
        Vec::new()
    }

    /// Calls service `index`.
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
        Err(ServiceError::not_registered("", &arguments.description.name))
    }
}
