//! Models that worlds include by name and that Gazebo brings along: a sun and a ground. They replace missing files.

const SUN: &str = r#"<sdf version="1.6"><light name="sun" type="directional">
    <pose>0 0 10 0 0 0</pose><diffuse>0.8 0.8 0.8 1</diffuse><direction>-0.5 0.1 -0.9</direction></light></sdf>"#;

const GROUND: &str = r#"<sdf version="1.6"><model name="ground_plane"><static>true</static><link name="link">
    <collision name="collision"><geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry></collision>
    <visual name="visual"><geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
      <material><diffuse>0.7 0.7 0.7 1</diffuse></material></visual></link></model></sdf>"#;

/// The text of the model at a URI, if it is one of these.
pub(super) fn model(uri: &str) -> Option<&'static str> {
    let name = uri.trim().trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
    match name.to_lowercase().replace(' ', "_").as_str() {
        "sun" => Some(SUN),
        "ground_plane" => Some(GROUND),
        _ => None,
    }
}
