//! Options of `morse run` and `morse check` for a robot file in the place of a scene.

use clap::Args;

/// Place of the robot of a robot file.
#[derive(Debug, Clone, Default, Args)]
pub struct RobotPlaceArguments {
    /// Environment of a robot file [default: empty]
    #[arg(long, value_name = "ENVIRONMENT")]
    pub world: Option<String>,

    /// Place of the robot of a robot file, and its yaw [m, degrees]
    #[arg(long, value_name = "X,Y[,Z[,YAW]]", allow_hyphen_values = true, value_parser = place)]
    pub at: Option<RobotPlace>,
}

/// A place in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RobotPlace {
    pub x_m: f64,
    pub y_m: f64,
    pub z_m: f64,
    pub yaw_rad: f64,
}

fn place(text: &str) -> Result<RobotPlace, String> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[x_m, y_m, ref rest @ ..]) if rest.len() <= 2 => {
            let (z_m, yaw_deg) = (rest.first().copied().unwrap_or(0.0), rest.get(1).copied().unwrap_or(0.0));
            Ok(RobotPlace { x_m, y_m, z_m, yaw_rad: yaw_deg.to_radians() })
        }
        _ => Err("two to four numbers with commas between them, such as 1,-2 or 1,-2,0.5,90".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_has_two_to_four_numbers() {
        let at =
            |x_m, y_m, z_m, yaw_deg: f64| Ok(RobotPlace { x_m, y_m, z_m, yaw_rad: yaw_deg.to_radians() });
        assert_eq!(place("1,-2"), at(1.0, -2.0, 0.0, 0.0));
        assert_eq!(place("1, 2, 0.5, 90"), at(1.0, 2.0, 0.5, 90.0));
        for wrong in ["", "1", "1,a", "1,2,3,4,5", "nan,1", "1,inf"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }
}
