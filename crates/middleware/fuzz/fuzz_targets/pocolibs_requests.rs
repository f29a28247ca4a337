//! Fuzzes requests over pocolibs: lines of several clients. An engine answers their requests or leaves them pending.
#![no_main]

use std::sync::LazyLock;
use std::sync::mpsc::Receiver;

use libfuzzer_sys::fuzz_target;
use morse_pocolibs::h2::Location;
use morse_pocolibs::requests::InMemoryServer;
use morse_scene::data_kind::DataKind;
use morse_scene::description::{ArgumentDescription, ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_scene::wiring::OverlayEntry;
use morse_sim::contract::service::{Answer, ServiceError};
use morse_sim::transport::request::{Event, Gateway};
use morse_sim::transport::stream::ServicesSpec;

/// Separates the lines of two clients.
const NEXT_CLIENT: u8 = 0;
const CLIENTS_MAX: usize = 4;

/// Components with their overlays.
const COMPONENTS: [(&str, &str); 6] = [
    ("r.motion", "rflex_overlay.RflexModule"),
    ("r.ptu", "platine_overlay.PlatineModule"),
    ("r.camera", "viam_overlay.ViamModule"),
    ("r.depth", "stereopixel_overlay.StereopixelModule"),
    ("r.turning", "velodyne_overlay.VelodyneModule"),
    ("r.gripper", "fingers.Fingers"),
];

static SERVER: LazyLock<InMemoryServer> = LazyLock::new(|| {
    let service = |name: &str, kind, required: usize, optional: usize| ServiceDescription {
        name: name.to_owned(),
        arguments: (0..required + optional)
            .map(|nth| ArgumentDescription {
                name: format!("a{nth}"),
                default: (nth >= required).then_some(Value::Null),
            })
            .collect(),
        kind,
        interruptible: None,
        takes_flag: false,
        doc: String::new(),
    };
    let services = [
        service("stop", ServiceKind::Sync, 0, 0),
        service("set", ServiceKind::Sync, 1, 1),
        service("goto", ServiceKind::Async, 2, 1),
    ];
    let overlays = COMPONENTS.map(|(_, overlay)| OverlayEntry {
        class: format!("morse.middleware.pocolibs.overlays.{overlay}"),
        arguments: Map::new(),
    });
    let property_values = Map::new();
    let specs: Vec<ServicesSpec<'_>> = COMPONENTS
        .iter()
        .zip(&overlays)
        .map(|((component, _), overlay)| ServicesSpec {
            component,
            robot: "r",
            component_class: "test.Component",
            kind: DataKind::Empty,
            services: &services,
            other_services: &[],
            properties: &[],
            property_values: &property_values,
            overlay: Some(overlay),
        })
        .collect();
    // A folder without devices: no real poster is touched.
    let location = Location::in_folder("/nonexistent".as_ref(), 12);
    InMemoryServer::new(&specs, location).expect("a server")
});

fuzz_target!(|bytes: &[u8]| {
    let mut clients: Vec<Vec<u8>> = vec![bytes.to_vec()];
    let lines = bytes.split(|byte| *byte == NEXT_CLIENT).take(CLIENTS_MAX);
    clients.extend(lines.map(|sent| [b"HELLO\r\n", sent].concat()));
    let (gateway, events) = Gateway::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let answers = runtime.block_on(async {
        tokio::select! {
            answers = SERVER.serve(gateway, clients) => answers,
            () = engine(events) => unreachable!("the engine does not end"),
        }
    });
    for (nth, answer) in answers.iter().enumerate() {
        check(nth, answer);
    }
});

/// Checks that the output for a client consists of lines, and begins with a greeting. Only the first client may have sent no
/// HELLO.
fn check(nth: usize, answer: &[u8]) {
    let text = std::str::from_utf8(answer).expect("text");
    if nth > 0 || !text.is_empty() {
        assert!(text.starts_with("HELLO "), "{text:?}");
        assert!(text.ends_with("\r\n"), "{text:?}");
    }
    for line in text.split_terminator("\r\n") {
        assert!(!line.contains(char::is_control), "{line:?}");
        let mut words = line.split(' ');
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_result = first.parse::<u64>().is_ok() && second.starts_with("::");
        assert!(is_result || matches!(first, "HELLO" | "OK" | "ERROR"), "{line:?}");
    }
}

/// Answers requests in different ways, selected by their ids. Requests of `goto` are pending until they are canceled.
async fn engine(events: Receiver<Event>) {
    let mut pending = Vec::new();
    loop {
        for event in events.try_iter() {
            match event {
                Event::Request(request) if request.service == "goto" => pending.push(request),
                Event::Request(request) => {
                    let answer = answer(request.id.0, &request.service, request.arguments);
                    (request.respond)(answer);
                }
                Event::Cancel(id) => {
                    for request in pending.extract_if(.., |request| request.id == id) {
                        (request.respond)(Answer::Preempted(Value::Null));
                    }
                }
                _ => panic!("an event that a request must not cause"),
            }
        }
        tokio::task::yield_now().await;
    }
}

fn answer(id: u64, service: &str, arguments: Vec<Value>) -> Answer {
    let (component, service) = ("r".to_owned(), service.to_owned());
    match id % 8 {
        0 => Answer::Success(Value::List(arguments)),
        1 => Answer::Failed(ServiceError::Refused("no\r\nOK 1".to_owned())),
        2 => Answer::Failed(ServiceError::NotRegistered { component, service, help: String::new() }),
        3 => Answer::Success(Map::from([("nb_points", 7)]).into()),
        4 => Answer::Preempted(Value::Null),
        _ => Answer::Success(Value::List(vec![0.25.into(), (-0.5).into()])),
    }
}
