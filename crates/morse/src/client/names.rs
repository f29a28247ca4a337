//! Names of components: lists them, and resolves shortened names.

use morse_scene::nearest::nearest_name;
use morse_scene::value::Value;

use super::error::ClientError;

/// A robot or component of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentEntry {
    /// Full name.
    pub name: String,
    /// Whether it has streams.
    pub has_streams: bool,
    /// Whether clients can call its services.
    pub has_services: bool,
}

/// The robots and components in the answer of `simulation details`; `None` if it has another form.
pub fn from_details(details: &Value) -> Option<Vec<ComponentEntry>> {
    let mut entries = Vec::new();
    for robot in details.as_map()?.get("robots")?.as_list()? {
        let robot = robot.as_map()?;
        entries.push(ComponentEntry {
            name: robot.get("name")?.as_str()?.to_owned(),
            has_streams: false,
            has_services: robot.contains_key("services"),
        });
        for (name, component) in robot.get("components")?.as_map()? {
            let component = component.as_map()?;
            entries.push(ComponentEntry {
                name: name.to_owned(),
                has_streams: component.contains_key("stream_interfaces"),
                has_services: component.contains_key("services"),
            });
        }
    }
    Some(entries)
}

/// Resolves a name to a full name: an equal name, or the only name that ends with `.name`.
///
/// # Errors
/// If there is none, or several end with it.
pub fn resolve<'a>(name: &str, known: &'a [String]) -> Result<&'a str, ClientError> {
    if let Some(exact) = known.iter().find(|known| *known == name) {
        return Ok(exact);
    }
    let end = format!(".{name}");
    let fitting: Vec<&String> = known.iter().filter(|known| known.ends_with(&end)).collect();
    match fitting.as_slice() {
        [one] => Ok(one),
        [] => {
            let names = known.iter().map(String::as_str);
            // Only the last part may be misspelled.
            let parts = known.iter().filter_map(|known| known.rsplit('.').next());
            let by_part = || {
                let part = nearest_name(name, parts)?;
                known.iter().map(String::as_str).find(|known| known.rsplit('.').next() == Some(part))
            };
            let nearest = nearest_name(name, names).or_else(by_part).map(str::to_owned);
            Err(ClientError::ComponentUnknown { name: name.to_owned(), nearest, known: known.to_vec() })
        }
        _ => Err(ClientError::ComponentAmbiguous {
            name: name.to_owned(),
            fitting: fitting.into_iter().cloned().collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use morse_socket::json;

    use super::*;

    #[test]
    fn details_list_robots_with_components() {
        let details = "{\"robots\": [{\"name\": \"cat\", \"type\": \"ATRV\", \"components\": {\"cat.pose\": {\"type\": \
                       \"Pose\", \"stream_interfaces\": [[\"m\", \"OUT\"]]}}, \"services\": []}], \"environment\": \"e\"}";
        let entry = |name: &str, has_streams, has_services| ComponentEntry {
            name: name.to_owned(),
            has_streams,
            has_services,
        };
        let entries = from_details(&json::read(details).unwrap()).unwrap();
        assert_eq!(entries, [entry("cat", false, true), entry("cat.pose", true, false)]);
        for other in ["null", "{}", "{\"robots\": 1}", "{\"robots\": [{\"name\": \"a\"}]}"] {
            assert_eq!(from_details(&json::read(other).unwrap()), None, "{other}");
        }
    }

    #[test]
    fn unique_shortened_names_are_resolved() {
        let known = ["cat", "cat.pose", "cat.arm", "cat.arm.pose", "dog", "dog.gps"].map(str::to_owned);
        let text = |name: &str| resolve(name, &known).map_err(|error| error.to_string());
        assert_eq!(text("cat"), Ok("cat"));
        assert_eq!(text("gps"), Ok("dog.gps"));
        assert_eq!(text("arm.pose"), Ok("cat.arm.pose"));
        assert_eq!(text("pose").unwrap_err(), "\"pose\" may be cat.pose or cat.arm.pose: use a longer name");
        assert!(text("dog.gsp").unwrap_err().contains("did you mean dog.gps?"));
        assert!(text("gpss").unwrap_err().contains("did you mean dog.gps?"));
        let nonsense = text("zzz").unwrap_err();
        assert!(
            nonsense.ends_with("it has cat, cat.pose, cat.arm, cat.arm.pose, dog, dog.gps"),
            "{nonsense}"
        );
    }
}
