//! Xacro is a macro language for URDF. A file with macros is refused, because its numbers and names are not those of
//! a robot.

use crate::ReadError;
use crate::formats::xml::Element;

/// Refuses a file with macros: elements of xacro, or `${…}` and `$(…)` in elements that are read.
pub(super) fn refuse(robot: Element<'_, '_>) -> Result<(), ReadError> {
    // A file that xacro wrote may still declare its prefix, and tags for other programs may have a language of their own.
    let is_read = |element: &Element<'_, '_>| matches!(element.name(), "link" | "joint" | "material");
    let read = robot.all_children().filter(is_read).flat_map(|element| element.0.descendants()).map(Element);
    let macros = robot.all_children().filter(is_xacro);
    for element in [robot].into_iter().chain(macros).chain(read) {
        let value = element.0.attributes().map(|attribute| attribute.value()).find(|value| is_macro(value));
        let found = match value {
            Some(value) => format!("\"{}\"", value.chars().take(40).collect::<String>()),
            None if is_xacro(&element) => format!("<xacro:{}>", element.name()),
            None => continue,
        };
        return Err(ReadError::new(
            element.place(),
            format!("{found} is xacro, which is a language for writing URDF"),
            "run \"xacro FILE > robot.urdf\" and load robot.urdf",
        ));
    }
    Ok(())
}

fn is_xacro(element: &Element<'_, '_>) -> bool {
    element.0.tag_name().namespace().is_some_and(|namespace| namespace.contains("xacro"))
}

fn is_macro(value: &str) -> bool {
    [("${", '}'), ("$(", ')')]
        .iter()
        .any(|(start, end)| value.split_once(start).is_some_and(|(_, rest)| rest.contains(*end)))
}
