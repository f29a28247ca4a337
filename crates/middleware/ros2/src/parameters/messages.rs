//! Messages of `rcl_interfaces` that parameters use.

use serde::{Deserialize, Serialize};

/// `ParameterValue`: its type and a field for each.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ParameterValue {
    /// Which field counts, numbered as in `ParameterType`.
    pub kind: u8,
    /// Type 1.
    pub bool_value: bool,
    /// Type 2.
    pub integer_value: i64,
    /// Type 3.
    pub double_value: f64,
    /// Type 4.
    pub string_value: String,
    /// Type 5.
    pub byte_array_value: Vec<u8>,
    /// Type 6.
    pub bool_array_value: Vec<bool>,
    /// Type 7.
    pub integer_array_value: Vec<i64>,
    /// Type 8.
    pub double_array_value: Vec<f64>,
    /// Type 9.
    pub string_array_value: Vec<String>,
}

/// `Parameter`.
#[derive(Debug, Clone, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: ParameterValue,
}

/// `SetParametersResult`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetParametersResult {
    /// Whether it was set.
    pub successful: bool,
    /// Why not.
    pub reason: String,
}

/// `FloatingPointRange`.
#[derive(Debug, Clone, Serialize)]
pub struct FloatingPointRange {
    /// Smallest value.
    pub from_value: f64,
    /// Largest value.
    pub to_value: f64,
    /// Step; zero for none.
    pub step: f64,
}

/// `IntegerRange`.
#[derive(Debug, Clone, Serialize)]
pub struct IntegerRange {
    /// Smallest value.
    pub from_value: i64,
    /// Largest value.
    pub to_value: i64,
    /// Step.
    pub step: u64,
}

/// `ParameterDescriptor`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ParameterDescriptor {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: u8,
    /// Its effect.
    pub description: String,
    /// Rules that no other field says.
    pub additional_constraints: String,
    /// Whether it cannot be set.
    pub read_only: bool,
    /// Whether it may change its type.
    pub dynamic_typing: bool,
    /// Limits of a number.
    pub floating_point_range: Vec<FloatingPointRange>,
    /// Limits of a whole number.
    pub integer_range: Vec<IntegerRange>,
}

/// Request that names parameters.
#[derive(Debug, Clone, Deserialize)]
pub struct NamesRequest {
    /// The names.
    pub names: Vec<String>,
}

/// Answer of `get_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct GetParametersResponse {
    /// The values, in the order of the names.
    pub values: Vec<ParameterValue>,
}

/// Answer of `get_parameter_types`.
#[derive(Debug, Clone, Serialize)]
pub struct GetParameterTypesResponse {
    /// The types, in the order of the names.
    pub types: Vec<u8>,
}

/// Request of `set_parameters` and `set_parameters_atomically`.
#[derive(Debug, Clone, Deserialize)]
pub struct SetParametersRequest {
    /// The parameters.
    pub parameters: Vec<Parameter>,
}

/// Answer of `set_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct SetParametersResponse {
    /// One for each parameter.
    pub results: Vec<SetParametersResult>,
}

/// Answer of `set_parameters_atomically`.
#[derive(Debug, Clone, Serialize)]
pub struct SetParametersAtomicallyResponse {
    /// One for all parameters.
    pub result: SetParametersResult,
}

/// Request of `list_parameters`.
#[derive(Debug, Clone, Deserialize)]
pub struct ListParametersRequest {
    /// Beginnings of names; none means all.
    pub prefixes: Vec<String>,
    /// Number of parts of a name; zero means any.
    pub depth: u64,
}

/// Answer of `list_parameters`: the field `result`.
#[derive(Debug, Clone, Serialize)]
pub struct ListParametersResponse {
    /// The names.
    pub names: Vec<String>,
    /// What stands before the last dot of the names, each once.
    pub prefixes: Vec<String>,
}

/// Answer of `describe_parameters`.
#[derive(Debug, Clone, Serialize)]
pub struct DescribeParametersResponse {
    /// The descriptions, in the order of the names.
    pub descriptors: Vec<ParameterDescriptor>,
}
