//! The options that a scene gives a stream.

use std::sync::Arc;

use morse_scene::value::Value;
use morse_sim::transport::stream::StreamSpec;

use crate::log::STREAMS;
use crate::structs::{Layout, from_option, struct_named};

/// The longest name of a poster. [bytes]
const NAME_BYTES_MAX: usize = 31;

/// The options of a stream, each of which is known to be allowed.
pub(crate) struct Options<'a> {
    spec: &'a StreamSpec<'a>,
}

/// Says that the layout of a poster is assumed, if it is, and what to do.
pub(super) fn warn_of_assumption(component: &str, layout: &Layout, advice: &str) {
    if !layout.is_confirmed() {
        tracing::warn!(
            target: STREAMS,
            "{component}: the layout of {} is not published. Its {} bytes are an assumption, see docs/pocolibs.md{advice}.",
            layout.name(),
            layout.size()
        );
    }
}

impl<'a> Options<'a> {
    /// The options of a stream, besides `poster` and these.
    pub(crate) fn new(spec: &'a StreamSpec<'a>, further: &[&str]) -> Result<Self, String> {
        let known: Vec<&str> = std::iter::once("poster").chain(further.iter().copied()).collect();
        spec.check_options(&known)?;
        Ok(Self { spec })
    }

    fn wrong(&self, key: &str, what: &str, value: &Value) -> String {
        format!("{}: `{key}` must be {what}, not {}", self.spec.component, value.type_name())
    }

    /// The name of the poster: the option, or the component's name.
    pub(crate) fn poster(&self) -> Result<&'a str, String> {
        let name = match self.spec.options.get("poster") {
            None => self.spec.component,
            Some(value) => value.as_str().ok_or_else(|| self.wrong("poster", "a name", value))?,
        };
        self.checked_name(name)
    }

    fn checked_name(&self, name: &'a str) -> Result<&'a str, String> {
        if name.is_empty() || name.len() > NAME_BYTES_MAX || name.contains('\0') {
            return Err(format!(
                "{}: the name {name:?} of a poster must have 1 to {NAME_BYTES_MAX} bytes; give the stream another \
                 `poster`",
                self.spec.component
            ));
        }
        Ok(name)
    }

    /// A text, of the stream or else a property of the component.
    pub(crate) fn text(&self, key: &str) -> Result<Option<&'a str>, String> {
        let Some(value) = self.either(key) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong(key, "a text", value))
    }

    /// The name of another poster, of the stream or else a property of the component.
    pub(crate) fn other_poster(&self, key: &str) -> Result<Option<&'a str>, String> {
        self.text(key)?.map(|name| self.checked_name(name)).transpose()
    }

    /// A number, of the stream or else a property of the component.
    pub(crate) fn number(&self, key: &str) -> Result<Option<f64>, String> {
        let Some(value) = self.either(key) else { return Ok(None) };
        let number = value.as_f64().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| self.wrong(key, "a finite number", value))
    }

    /// A truth value of the stream.
    pub(crate) fn flag(&self, key: &str) -> Result<Option<bool>, String> {
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.wrong(key, "True or False", value))
    }

    /// A list of names of the stream.
    pub(crate) fn names(&self, key: &str) -> Result<Option<Vec<String>>, String> {
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        let (Value::List(items) | Value::Tuple(items)) = value else {
            return Err(self.wrong(key, "a list of names", value));
        };
        let names: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
        names.map(Some).ok_or_else(|| self.wrong(key, "a list of names", value))
    }

    fn either(&self, key: &str) -> Option<&'a Value> {
        self.spec.options.get(key).or_else(|| self.spec.properties.get(key))
    }

    /// The structure of the poster: that of the option `struct`, or the known one. It has these fields.
    pub(crate) fn structure(&self, name: &str, fields: &[&str]) -> Result<Arc<Layout>, String> {
        let component = self.spec.component;
        let layout = match self.spec.options.get("struct") {
            Some(option) => from_option(name, option).map_err(|problem| format!("{component}: {problem}"))?,
            None => {
                struct_named(name).ok_or_else(|| format!("{component}: the structure {name} is not known"))?
            }
        };
        warn_of_assumption(component, &layout, "; the option `struct` says the true one");
        let missing: Vec<&str> =
            fields.iter().copied().filter(|field| layout.field(field).is_none()).collect();
        if missing.is_empty() {
            return Ok(Arc::new(layout));
        }
        Err(format!("{component}: `struct` lacks {}", missing.join(", ")))
    }
}
