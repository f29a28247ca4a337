//! Options of a stream in a scene.

use std::sync::Arc;

use morse_scene::value::Value;
use morse_sim::transport::stream::StreamSpec;

use crate::log::STREAMS;
use crate::structs::{Layout, from_option, struct_named};

/// Maximum length of a poster's name. [bytes]
const NAME_BYTES_MAX: usize = 31;

/// Options of a stream, whose names have been checked.
pub(crate) struct Options<'a> {
    spec: &'a StreamSpec<'a>,
}

/// Warns if the layout of a poster is an assumption, with advice for the user.
pub(super) fn warn_about_assumption(component: &str, layout: &Layout, advice: &str) {
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
    /// The options of a stream: `poster` and those in `further`. Further options are reported.
    pub(crate) fn new(spec: &'a StreamSpec<'a>, further: &[&str]) -> Self {
        let known: Vec<&str> = std::iter::once("poster").chain(further.iter().copied()).collect();
        spec.report_unknown_options(&known);
        Self { spec }
    }

    fn wrong(&self, key: &str, what: &str, value: &Value) -> String {
        format!("{}: `{key}` must be {what}, not {}", self.spec.component, value.type_name())
    }

    /// Name of the poster: the option, or else the component's name.
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

    /// A text option of the stream, or else a property of the component.
    pub(crate) fn text(&self, key: &str) -> Result<Option<&'a str>, String> {
        let Some(value) = self.either(key) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong(key, "a text", value))
    }

    /// Name of a further poster: an option of the stream, or else a property of the component.
    pub(crate) fn other_poster(&self, key: &str) -> Result<Option<&'a str>, String> {
        self.text(key)?.map(|name| self.checked_name(name)).transpose()
    }

    /// A number option of the stream, or else a property of the component.
    pub(crate) fn number(&self, key: &str) -> Result<Option<f64>, String> {
        let Some(value) = self.either(key) else { return Ok(None) };
        let number = value.as_f64().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| self.wrong(key, "a finite number", value))
    }

    /// A Boolean option of the stream.
    pub(crate) fn flag(&self, key: &str) -> Result<Option<bool>, String> {
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.wrong(key, "True or False", value))
    }

    /// A list option of the stream, with names.
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

    /// Structure of the poster: from the option `struct`, or else the built-in one. It is an error if a field is missing.
    pub(crate) fn structure(&self, name: &str, fields: &[&str]) -> Result<Arc<Layout>, String> {
        let component = self.spec.component;
        let layout = match self.spec.options.get("struct") {
            Some(option) => from_option(name, option).map_err(|problem| format!("{component}: {problem}"))?,
            None => {
                struct_named(name).ok_or_else(|| format!("{component}: the structure {name} is not known"))?
            }
        };
        warn_about_assumption(component, &layout, "; the option `struct` sets the actual layout");
        let missing: Vec<&str> =
            fields.iter().copied().filter(|field| layout.field(field).is_none()).collect();
        if missing.is_empty() {
            return Ok(Arc::new(layout));
        }
        Err(format!("{component}: `struct` lacks {}", missing.join(", ")))
    }
}
