//! Definitions of messages as ROS 2 writes them, from those of ROS 1, which the message types carry.

/// Between the definitions of a message and of the types that it uses.
const RULE: &str = "================================================================================";
const TIME: &str = "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n";
const DURATION: &str = "MSG: builtin_interfaces/Duration\nint32 sec\nuint32 nanosec\n";

/// The definition with those of all types that it uses, in the form `ros2msg` of MCAP.
///
/// The types are the same, with these exceptions: times and durations are messages, headers have no sequence number,
/// and fields have lower-case names.
pub(super) fn of_ros2(of_ros1: &str) -> String {
    let mut out = String::with_capacity(of_ros1.len() + TIME.len());
    let (mut in_header, mut uses_time, mut uses_duration) = (false, false, false);
    for line in of_ros1.lines() {
        if let Some(name) = line.strip_prefix("MSG: ") {
            in_header = name == "std_msgs/Header";
        }
        let is_rule = line.starts_with("MSG: ") || line.starts_with('=');
        let Some((type_name, name)) = line.split_once(' ').filter(|_| !is_rule) else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        if in_header && name == "seq" {
            continue;
        }
        let (element, array) = match type_name.find('[') {
            Some(index) => type_name.split_at(index),
            None => (type_name, ""),
        };
        let element = match element {
            "time" => {
                uses_time = true;
                "builtin_interfaces/Time"
            }
            "duration" => {
                uses_duration = true;
                "builtin_interfaces/Duration"
            }
            "Header" => "std_msgs/Header",
            other => other,
        };
        // Constants, which have a value, keep their name.
        let name = if name.contains('=') { name.to_owned() } else { name.to_lowercase() };
        out.push_str(&format!("{element}{array} {name}\n"));
    }
    for (used, definition) in [(uses_time, TIME), (uses_duration, DURATION)] {
        if used {
            out.push_str(&format!("{RULE}\n{definition}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_times_and_names_become_those_of_ros_2() {
        let of_ros1 = "uint8 OLD=1\nHeader header\nfloat64[9] K\ntime[] stamps\n=====\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n";
        let expected = format!(
            "uint8 OLD=1\nstd_msgs/Header header\nfloat64[9] k\nbuiltin_interfaces/Time[] stamps\n=====\nMSG: \
             std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n{RULE}\n{TIME}"
        );
        assert_eq!(of_ros2(of_ros1), expected);
    }
}
