//! Messages of `rcl_interfaces` about parameters.

use morse_ros::Time2;
use serde::{Deserialize, Serialize};

/// The message `ParameterValue`: a type, and one value field per type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ParameterValue {
    /// The type, numbered as in `ParameterType`. It selects the field that holds the value.
    pub kind: u8,
    /// Value of type 1.
    pub bool_value: bool,
    /// Value of type 2.
    pub integer_value: i64,
    /// Value of type 3.
    pub double_value: f64,
    /// Value of type 4.
    pub string_value: String,
    /// Value of type 5.
    pub byte_array_value: Vec<u8>,
    /// Value of type 6.
    pub bool_array_value: Vec<bool>,
    /// Value of type 7.
    pub integer_array_value: Vec<i64>,
    /// Value of type 8.
    pub double_array_value: Vec<f64>,
    /// Value of type 9.
    pub string_array_value: Vec<String>,
}

/// The message `Parameter`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: String,
    /// Value of the parameter.
    pub value: ParameterValue,
}

/// The message `ParameterEvent`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ParameterEvent {
    /// Simulated time.
    pub stamp: Time2,
    /// Full name of the node.
    pub node: String,
    /// The parameters that were declared.
    pub new_parameters: Vec<Parameter>,
    /// The parameters that have other values now.
    pub changed_parameters: Vec<Parameter>,
    /// The parameters that were removed; without values.
    pub deleted_parameters: Vec<Parameter>,
}

/// The message `SetParametersResult`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetParametersResult {
    /// Whether the parameter was set.
    pub successful: bool,
    /// Reason of a failure; empty on success.
    pub reason: String,
}

/// The message `FloatingPointRange`.
#[derive(Debug, Clone, Serialize)]
pub struct FloatingPointRange {
    /// Smallest value.
    pub from_value: f64,
    /// Largest value.
    pub to_value: f64,
    /// Step between values; zero if any value is valid.
    pub step: f64,
}

/// The message `IntegerRange`.
#[derive(Debug, Clone, Serialize)]
pub struct IntegerRange {
    /// Smallest value.
    pub from_value: i64,
    /// Largest value.
    pub to_value: i64,
    /// Step between values.
    pub step: u64,
}

/// The message `ParameterDescriptor`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ParameterDescriptor {
    /// Name of the parameter.
    pub name: String,
    /// Type of the parameter, numbered as in `ParameterType`.
    pub kind: u8,
    /// Documentation of the parameter.
    pub description: String,
    /// Constraints that no other field expresses.
    pub additional_constraints: String,
    /// Whether the parameter cannot be set.
    pub read_only: bool,
    /// Whether the type may change.
    pub dynamic_typing: bool,
    /// Limits of a floating-point parameter; at most one item.
    pub floating_point_range: Vec<FloatingPointRange>,
    /// Limits of an integer parameter; at most one item.
    pub integer_range: Vec<IntegerRange>,
}

/// A request with the names of parameters.
#[derive(Debug, Clone, Deserialize)]
pub struct NamesRequest {
    /// Names of the parameters.
    pub names: Vec<String>,
}

/// Response of `get_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct GetParametersResponse {
    /// The values, in the order of the names.
    pub values: Vec<ParameterValue>,
}

/// Response of `get_parameter_types`.
#[derive(Debug, Clone, Serialize)]
pub struct GetParameterTypesResponse {
    /// The types, in the order of the names.
    pub types: Vec<u8>,
}

/// Request of `set_parameters` and `set_parameters_atomically`.
#[derive(Debug, Clone, Deserialize)]
pub struct SetParametersRequest {
    /// The parameters to set.
    pub parameters: Vec<Parameter>,
}

/// Response of `set_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct SetParametersResponse {
    /// The results, in the order of the parameters.
    pub results: Vec<SetParametersResult>,
}

/// Response of `set_parameters_atomically`.
#[derive(Debug, Clone, Serialize)]
pub struct SetParametersAtomicallyResponse {
    /// The result for all parameters together.
    pub result: SetParametersResult,
}

/// Request of `list_parameters`.
#[derive(Debug, Clone, Deserialize)]
pub struct ListParametersRequest {
    /// Prefixes of names. An empty list means all names.
    pub prefixes: Vec<String>,
    /// Largest number of parts of a name after the prefix; zero means any number.
    pub depth: u64,
}

/// Response of `list_parameters`: the field `result`.
#[derive(Debug, Clone, Serialize)]
pub struct ListParametersResponse {
    /// Names of the parameters.
    pub names: Vec<String>,
    /// The parts of the names before the last dot, without duplicates.
    pub prefixes: Vec<String>,
}

/// Response of `describe_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct DescribeParametersResponse {
    /// The descriptions, in the order of the names.
    pub descriptors: Vec<ParameterDescriptor>,
}
