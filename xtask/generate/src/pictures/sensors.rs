//! Pictures of the views of sensors, by `morse sense` on the examples of their pages.

use std::fs;

use morse_components::catalog;
use morse_scene::wiring::wiring_table::WiringTable;

use super::{SCENES, failed, morse};
use crate::files::example;
use xtask::shell::{root, run};

const PICTURES: &str = "docs/pictures/sensors";

/// The scene and sensor of a picture.
struct Shot {
    /// Its class path after `morse.sensors.`.
    class: &'static str,
    /// Class whose example is used, in the same form.
    example: &'static str,
    /// Parts of the example and their replacements.
    swaps: &'static [[&'static str; 2]],
    /// Full name of the sensor in the example.
    sensor: &'static str,
    options: &'static [&'static str],
    shows: &'static str,
}

const fn shot(class: &'static str, sensor: &'static str, shows: &'static str) -> Shot {
    Shot { class, example: class, swaps: &[], sensor, options: &["--duration", "0.05"], shows }
}

/// A person before the camera of an example with images.
const WITH_PERSON: [&str; 2] =
    ["env = ", "person = Human()\nperson.translate(-2.6, -1.5)\nperson.properties(Temperature=33.0)\nenv = "];
/// The robot of an example with images, and the robot above the ground.
const LIFTED: [&str; 2] = ["robot.translate(y=-1.0)", "robot.translate(y=-1.0, z=0.6)"];

const SHOTS: [Shot; 29] = [
    shot("video_camera.VideoCamera", "robot.videocamera", "The view of the example's camera"),
    shot("depth_camera.DepthCamera", "robot.depthcamera", "The points of the example as depth"),
    shot("depth_camera.DepthVideoCamera", "robot.depthcamera", "The depth that the example sees"),
    shot("depth_camera.RawImage", "robot.depthcamera", "The depth that is in the z-buffer of the example"),
    Shot {
        options: &["--duration", "0.4", "--join"],
        ..shot("depth_camera.DepthCameraRotationZ", "robot.velodyne", "A turn of the Velodyne of the example")
    },
    shot(
        "depth_camera_aggregator.DepthCameraAggregator",
        "robot.vlp16_180",
        "The points of the example from above",
    ),
    shot("laserscanner.LaserScanner", "robot.sick", "The scan of the example from above"),
    shot("laserscanner.RSSILaserScanner", "robot.hokuyo", "The scan of the example from above"),
    shot("laserscanner.PhysicalLaserScanner", "robot.hokuyo", "The scan of the example from above"),
    Shot {
        options: &["--duration", "6", "--join"],
        ..shot(
            "laserscanner.LaserScannerRotationZ",
            "robot.velodyneraycast",
            "A turn of the scanner of the example",
        )
    },
    Shot {
        options: &["--duration", "6", "--join"],
        ..shot(
            "laserscanner.PhysicalLaserScannerRotationZ",
            "robot.velodyneraycast",
            "A turn of the scanner of the example",
        )
    },
    shot(
        "semantic_camera.SemanticCamera",
        "robot.semanticcamera",
        "The objects in view of the example's camera",
    ),
    shot("depth_camera.StereoDepthCamera", "robot.depthcamera", "The points of the example as depth"),
    shot("depth_camera.StereoDepthVideoCamera", "robot.depthcamera", "The depth that the example sees"),
    shot(
        "depth_camera.StructuredLightDepthCamera",
        "robot.depthcamera",
        "The points of the example as depth",
    ),
    shot(
        "depth_camera.StructuredLightDepthVideoCamera",
        "robot.depthcamera",
        "The depth that the example sees",
    ),
    shot("depth_camera.TimeOfFlightDepthCamera", "robot.depthcamera", "The points of the example as depth"),
    shot("depth_camera.TimeOfFlightDepthVideoCamera", "robot.depthcamera", "The depth that the example sees"),
    shot("video_camera.LensVideoCamera", "robot.videocamera", "The view of the example's camera"),
    shot("video_camera.PhysicalVideoCamera", "robot.videocamera", "The view of the example's camera"),
    shot("normal_camera.NormalCamera", "robot.normalcamera", "The normals that the example sees"),
    shot(
        "segmentation_camera.SegmentationCamera",
        "robot.segmentationcamera",
        "The labels of the objects in view",
    ),
    Shot {
        swaps: &[WITH_PERSON],
        ..shot("thermal_camera.ThermalCamera", "robot.thermalcamera", "A person in a room of 20 °C")
    },
    Shot {
        swaps: &[LIFTED],
        options: &["--duration", "0.3"],
        ..shot(
            "optical_flow_camera.OpticalFlowCamera",
            "robot.opticalflowcamera",
            "The motion of pixels while the robot falls",
        )
    },
    Shot {
        swaps: &[
            ["robot = ATRV()", "robot = ATRV()\nrobot.translate(y=-1.0, z=0.6)\nrobot.rotate(z=-2.9)"],
            ["robot.append(eventcamera)", "eventcamera.translate(x=0.4, z=1.0)\nrobot.append(eventcamera)"],
            ["Environment('empty')", "Environment('indoors-1/boxes')"],
        ],
        options: &["--duration", "0.3"],
        ..shot(
            "event_camera.EventCamera",
            "robot.eventcamera",
            "Events while the robot falls: brighter pixels red, darker ones blue",
        )
    },
    Shot {
        swaps: &[[
            "env = ",
            "parcel = Cube('parcel')\nparcel.translate(-2.6, -1.5, 0.4)\nparcel.scale = (0.3, 0.3, 0.4)\nparcel.properties(Label='parcel')\nenv = ",
        ]],
        ..shot(
            "bounding_box_camera.BoundingBoxCamera",
            "robot.boundingboxcamera",
            "The visible box of an object with a label",
        )
    },
    Shot {
        swaps: &[[
            "env = ",
            "marker = FiducialMarker('tag36h11', 7, 0.4)\nmarker.translate(-1.8, -1.4, 1.0)\nmarker.rotate(1.5708, 0.0, 1.9)\nenv = ",
        ]],
        ..shot(
            "marker_detector.MarkerDetector",
            "robot.markerdetector",
            "The corners of a marker before the camera",
        )
    },
    Shot {
        swaps: &[["Environment('empty')", "Environment('indoors-1/boxes')"]],
        ..shot("stereo_unit.StereoUnit", "robot.stereounit", "The views of the two cameras in a room")
    },
    Shot {
        example: "video_camera.VideoCamera",
        swaps: &[["VideoCamera()", "Kinect()"]],
        ..shot("compound.CompoundSensor", "robot.Kinect", "The views of the two cameras of a Kinect")
    },
];

/// Caption and path of the picture of a class of sensors, the path from the pages; `None` if it has no picture.
pub(crate) fn of_sensor(class: &str) -> Option<(&'static str, String)> {
    let class = class.strip_prefix("morse.sensors.")?;
    let shot = SHOTS.iter().find(|shot| shot.class == class)?;
    Some((shot.shows, format!("../pictures/sensors/{class}.png")))
}

/// Renders the pictures.
pub(crate) fn draw() -> Result<(), String> {
    let catalog = catalog();
    let wiring = WiringTable::built_in().ok();
    let scenes = root().join(SCENES);
    for folder in [&scenes, &root().join(PICTURES)] {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    for Shot { class, example: shown, swaps, sensor, options, .. } in SHOTS {
        let description = catalog.by_class(&format!("morse.sensors.{shown}"));
        let text = description.and_then(|shown| example::scene(shown, &catalog, wiring.as_ref()));
        let mut text = text.ok_or_else(|| format!("{shown} has no example"))?;
        for [from, to] in swaps {
            text = text.replace(from, to);
        }
        let scene = scenes.join(format!("{class}.py"));
        fs::write(&scene, text).map_err(|error| failed(&scene, error))?;
        let (scene, picture) = (format!("{SCENES}/{class}.py"), format!("{PICTURES}/{class}.png"));
        run(&mut morse(&[["sense"].as_slice(), options, &["-o", &picture, &scene, sensor]].concat()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_that_a_page_shows_is_there() {
        for Shot { class, .. } in SHOTS {
            assert!(catalog().by_class(&format!("morse.sensors.{class}")).is_some(), "{class}");
            let file = root().join(PICTURES).join(format!("{class}.png"));
            let size = fs::metadata(&file).unwrap_or_else(|error| panic!("{class}: {error}")).len();
            assert!((500..200_000).contains(&size), "{class}: {size} bytes");
        }
        let names = fs::read_dir(root().join(PICTURES)).unwrap().map(|entry| entry.unwrap().file_name());
        let drawn = names.filter(|name| name.to_string_lossy().ends_with(".png")).count();
        assert_eq!(drawn, SHOTS.len(), "a picture is shown by no page");
    }
}
