//! Filters of entities: by name, category, tags and bounds.

use morse_ros::messages::simulation_interfaces::{EntityFilters, EntityInfo, Result as Outcome, TagsFilter};
use regex_lite::Regex;

use crate::simulation_interfaces::bounds::Region;
use crate::simulation_interfaces::engine::object::EngineObject;
use crate::simulation_interfaces::results::failed;

/// A checked filter.
pub struct Filter {
    name: Option<Regex>,
    categories: Vec<u8>,
    tags: Tags,
    region: Option<Region>,
}

/// A filter by tags with a valid mode.
pub struct Tags(TagsFilter);

impl Tags {
    /// Checks the mode of a filter.
    ///
    /// # Errors
    /// When the mode is unknown.
    pub fn new(filter: TagsFilter) -> Result<Self, Outcome> {
        match filter.filter_mode {
            TagsFilter::FILTER_MODE_ANY | TagsFilter::FILTER_MODE_ALL => Ok(Self(filter)),
            other => {
                Err(failed(Outcome::RESULT_OPERATION_FAILED, format!("the filter mode {other} is unknown")))
            }
        }
    }

    /// Whether an item with these tags matches.
    #[must_use]
    pub fn match_tags(&self, tags: &[String]) -> bool {
        let mut wanted = self.0.tags.iter();
        match self.0.filter_mode {
            TagsFilter::FILTER_MODE_ALL => wanted.all(|tag| tags.contains(tag)),
            _ => self.0.tags.is_empty() || wanted.any(|tag| tags.contains(tag)),
        }
    }
}

impl Filter {
    /// Checks the filters of a request.
    ///
    /// # Errors
    /// When a filter is wrong or not supported.
    pub fn new(filters: EntityFilters) -> Result<Self, Outcome> {
        let wrong = |reason: String| failed(Outcome::RESULT_OPERATION_FAILED, reason);
        let region = Region::new(&filters.bounds)?;
        let name = match filters.filter.as_str() {
            "" => None,
            text => {
                let regex = Regex::new(text);
                Some(
                    regex
                        .map_err(|error| wrong(format!("the filter is not a regular expression: {error}")))?,
                )
            }
        };
        let categories = filters.categories.iter().map(|category| category.category).collect();
        Ok(Self { name, categories, tags: Tags::new(filters.tags)?, region })
    }

    /// The region with which the boxes of entities must overlap; `None` if there is no filter by bounds.
    #[must_use]
    pub fn region(&self) -> Option<&Region> {
        self.region.as_ref()
    }

    /// Whether an object is an entity that matches, regardless of the filter by bounds. `info` is the information about it.
    #[must_use]
    pub fn matches(&self, object: &EngineObject, info: &EntityInfo) -> bool {
        if !object.is_entity() || self.name.as_ref().is_some_and(|regex| !regex.is_match(&object.name)) {
            return false;
        }
        let is_category = self.categories.is_empty() || self.categories.contains(&info.category.category);
        is_category && self.tags.match_tags(&info.tags)
    }
}

#[cfg(test)]
mod tests {
    use morse_ros::messages::simulation_interfaces::EntityCategory;

    use super::*;

    fn object(name: &str, kind: &str, class: &str) -> EngineObject {
        EngineObject { name: name.into(), kind: kind.into(), class: class.into(), ..EngineObject::default() }
    }

    fn names(filters: EntityFilters) -> Vec<String> {
        let all = [
            object("atrv", "robot", "ATRV"),
            object("bob", "robot", "Human"),
            object("chair", "object", "PassiveObject"),
            object("atrv.pose", "sensor", "Pose"),
        ];
        let filter = Filter::new(filters).unwrap();
        let matching = all.iter().filter(|object| filter.matches(object, &object.info()));
        matching.map(|object| object.name.clone()).collect()
    }

    fn tags(tags: &[&str], filter_mode: u8) -> EntityFilters {
        let tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        EntityFilters { tags: TagsFilter { tags, filter_mode }, ..EntityFilters::default() }
    }

    #[test]
    fn entities_must_match_all_filters() {
        assert_eq!(names(EntityFilters::default()), ["atrv", "bob", "chair"]);
        let named = |filter: &str| EntityFilters { filter: filter.into(), ..EntityFilters::default() };
        assert_eq!(names(named("^(a|b)[[:alpha:]]+$")), ["atrv", "bob"]);
        let people = vec![EntityCategory { category: EntityCategory::CATEGORY_HUMAN }];
        assert_eq!(names(EntityFilters { categories: people.clone(), ..named("") }), ["bob"]);
        assert!(names(EntityFilters { categories: people, ..named("a") }).is_empty());
        assert_eq!(names(tags(&["ATRV", "Human"], TagsFilter::FILTER_MODE_ANY)), ["atrv", "bob"]);
        assert!(names(tags(&["ATRV", "Human"], TagsFilter::FILTER_MODE_ALL)).is_empty());
    }

    #[test]
    fn wrong_filters_are_refused() {
        let code = |filters| Filter::new(filters).err().map(|outcome| outcome.result);
        let bad = EntityFilters { filter: "(".into(), ..EntityFilters::default() };
        assert_eq!(code(bad), Some(Outcome::RESULT_OPERATION_FAILED));
        assert_eq!(code(tags(&[], 7)), Some(Outcome::RESULT_OPERATION_FAILED));
    }
}
