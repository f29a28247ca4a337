//! XML-RPC values.

/// An XML-RPC value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// The type `int` or `i4`.
    Int(i32),
    /// The type `boolean`.
    Bool(bool),
    /// The type `double`.
    Double(f64),
    /// The type `string`, a value without a type, or the text of a `dateTime.iso8601`.
    Text(String),
    /// The type `base64`.
    Bytes(Vec<u8>),
    /// The type `array`.
    List(Vec<Value>),
    /// The type `struct`, with members in their order.
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// The text of a string; `None` for other types.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; `None` for other types.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The strings in a list. Other items are skipped; other types have no strings.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.as_list()
            .unwrap_or_default()
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<const N: usize> From<[Self; N]> for Value {
    fn from(items: [Self; N]) -> Self {
        Self::List(items.into())
    }
}
