//! Services over the socket, with the protocol of the original.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::{Shutdown, TcpListener};

use common::{Client, Running, any_ports, assemble, usual_scene};
use morse_socket::{LINE_BYTES_MAX, SocketSettings};

#[test]
fn answers_match_the_transcripts_of_the_original() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    let transcripts = [
        ("i r.c none", "i SUCCESS".to_owned()),
        ("i r.c vec", "i SUCCESS [1.0, 2.5, 1e-05]".to_owned()),
        ("i r.c mat", "i SUCCESS [[1.0, 0.0], [0.0, 1.0]]".to_owned()),
        ("i r.c quat", r#"i SUCCESS {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}"#.to_owned()),
        ("i r.c eul", r#"i SUCCESS {"yaw": 0.3, "pitch": 0.2, "roll": 0.1}"#.to_owned()),
        ("i r.c tup", r#"i SUCCESS [1, "a"]"#.to_owned()),
        ("i r.c uni", r#"i SUCCESS "h\u00e9\"\n""#.to_owned()),
        // The original lost bytes.
        ("i r.c raw", "i SUCCESS \"AQID\"".to_owned()),
        ("i r.c typ [0]", "i SUCCESS".to_owned()),
        (
            "i r.c two [1]",
            "i FAILED \"Socket service manager: wrong # of parameters for service two. two() missing 1 required positional argument: 'b'\"".to_owned(),
        ),
        (
            "i r.c two",
            "i FAILED \"Socket service manager: parameters expected for service two! two() missing 2 required positional arguments: 'a' and 'b'\"".to_owned(),
        ),
        (
            "i r.c two [1, 2, 3]",
            "i FAILED \"Socket service manager: wrong # of parameters for service two. two() takes 3 positional arguments but 4 were given\"".to_owned(),
        ),
        (
            "i r.c typ [\"a\"]",
            "i FAILED \"Socket service manager: wrong parameter type for service typ. typ: a must be a finite number, got the text \\\"a\\\"\"".to_owned(),
        ),
        (
            "i r.c goto [\"a\"]",
            "i FAILED \"Socket service manager: wrong # of parameters for service goto. goto: steps must be a whole number, got the text \\\"a\\\"\"".to_owned(),
        ),
        (
            "i r.c two [1,",
            "i FAILED \"Invalid request syntax: error while parsing the parameters: <[1,>. Expecting value: line 1 column 4 (char 3)\"".to_owned(),
        ),
        (
            "i r.c none [] x",
            "i FAILED \"Invalid request syntax: error while parsing the parameters: <[] x>. Extra data: line 1 column 4 (char 3)\"".to_owned(),
        ),
        ("single", "single FAILED \"Malformed request! \"".to_owned()),
        ("", " FAILED \"Malformed request! \"".to_owned()),
        ("i r.c two [NaN, -Infinity]", "i SUCCESS [NaN, -Infinity]".to_owned()),
        ("\ti  r.c \t two   [1, \"b c\"] \r", "i SUCCESS [1, \"b c\"]".to_owned()),
    ];
    for (request, answer) in transcripts {
        assert_eq!(client.ask(request), answer, "{request:?}");
    }
    assert!(client.ask("i time now").starts_with("i SUCCESS "));
    assert_eq!(client.ask("i simulation list_robots"), "i SUCCESS [\"r\"]");
    let help = client.ask("help");
    assert!(help.starts_with("help SUCCESS \"A request is one line: ID COMPONENT SERVICE"), "{help}");
}

#[test]
fn unknown_services_have_the_text_of_the_original_and_suggestions() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    let mut help = |request: &str, service: &str| {
        let answer = client.ask(request);
        let original =
            format!("i FAILED \"The request {service} has not been registered in Socket service manager: ");
        answer.strip_prefix(&original).and_then(|help| help.strip_suffix('"')).expect(&answer).to_owned()
    };
    let of_drive = "It has command, eul, get_configurations, get_properties, goto, ";
    assert!(
        help("i r.c nope", "nope")
            .starts_with(&format!("r.c has no service `nope`; did you mean `none`? {of_drive}"))
    );
    let unknown = help("i x.y two [1]", "two");
    assert_eq!(
        unknown,
        "there is no component `x.y`; those with services are r.c, r.s, simulation, communication, time"
    );
    assert!(help("i cancel now", "now").starts_with("there is no component `cancel`"));
    let misspelt = help("i simulaton details", "details");
    assert!(
        misspelt
            .starts_with("there is no component `simulaton`; did you mean `simulation`? It has activate, ")
    );
    assert!(misspelt.contains("get_stream_port"), "services of the middleware are among them: {misspelt}");
}

#[test]
fn batched_requests_are_answered_in_order() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    let requests: String = (0..5000)
        .map(|nth| match nth % 3 {
            0 => format!("{nth} r.c two [{nth}, 0]\n"),
            1 => format!("{nth}\n"),
            _ => format!("{nth} r.c two [{nth},\n"),
        })
        .collect();
    client.send(requests);
    for nth in 0..5000 {
        let line = client.line();
        assert!(
            line.starts_with(&format!("{nth} {}", if nth % 3 == 0 { "SUCCESS" } else { "FAILED" })),
            "{line}"
        );
    }
}

#[test]
fn fragmented_request_is_one_request() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    for byte in b"id r.c two [1, 2]" {
        client.send([*byte]);
    }
    // One thread serves all connections. Once it has answered two requests, it has read the incomplete line.
    let mut other = running.client();
    (0..2).for_each(|_| assert_eq!(other.ask("i r.c none"), "i SUCCESS"));
    client.send("\n");
    assert_eq!(client.line(), "id SUCCESS [1, 2]");
    let long = format!("\"{}\"", "x".repeat(300_000));
    assert_eq!(client.ask(&format!("id r.c two [0, {long}]")), format!("id SUCCESS [0, {long}]"));
}

#[test]
fn endless_line_is_an_error() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.send(format!("big r.c two [\"{}", "x".repeat(LINE_BYTES_MAX + 10)));
    assert!(client.line().starts_with("big FAILED \"Malformed request: a line has at most 1048576 bytes"));
    assert_eq!(client.try_line(), None);
    assert_eq!(running.client().ask("i r.c none"), "i SUCCESS");
}

#[test]
fn binary_garbage_is_answered() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.send(b"i r.c \xff\xfe\n");
    assert_eq!(client.line(), "i FAILED \"Malformed request: it is not UTF-8.\"");
    client.send(b"\x00\x01\x02\n");
    assert_eq!(client.line(), "\u{0}\u{1}\u{2} FAILED \"Malformed request! \"");
    assert_eq!(client.ask("i r.c none"), "i SUCCESS");
}

#[test]
fn asynchronous_services_answer_when_they_complete() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    assert_eq!(client.ask("1 r.c goto [3]"), "1 SUCCESS \"Arrived\"");
    client.send("2 r.c goto [100000]\n3 r.c goto [2]\n");
    assert_eq!([client.line(), client.line()], ["2 PREEMPTED", "3 SUCCESS \"Arrived\""]);
    client.send("4 r.c goto [100000]\n");
    assert_eq!(client.ask("5 r.c none"), "5 SUCCESS", "a synchronous service does not preempt");
    client.send("6 r.c goto []\n");
    let failed = client.line();
    assert!(failed.starts_with("6 FAILED \"Socket service manager: parameters expected"), "{failed}");
    assert_eq!(client.line(), "4 PREEMPTED");
}

#[test]
fn non_interruptible_service_continues() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.send("1 r.c insist [100000]\n");
    assert_eq!(
        client.ask("2 r.c goto [1]"),
        "2 FAILED \"A non-interruptible service (insist) is already running\""
    );
    client.send("1 cancel\n");
    assert_eq!(client.line(), "1 PREEMPTED");
    client.send("3 r.c wander [100000]\n");
    assert_eq!(
        client.ask("4 r.c goto [1]"),
        "4 FAILED \"A service (wander) is already running. I do not know what to do.\""
    );
}

#[test]
fn any_client_may_cancel_by_id() {
    let running = Running::start(&usual_scene());
    let (mut walker, mut other) = (running.client(), running.client());
    walker.send("w r.c goto [100000]\n");
    assert_eq!(walker.ask("x r.c none"), "x SUCCESS");
    other.send("unknown cancel\nw cancel\n");
    assert_eq!(walker.line(), "w PREEMPTED");
    walker.send("v r.c goto [100000]\nv cancel\n");
    assert_eq!(walker.line(), "v PREEMPTED", "in one piece, too");
    other.send("s time sleep [0.1]\ns cancel\n");
    assert_eq!(other.line(), "s SUCCESS", "a sleeper cannot be cancelled");
    assert_eq!(other.ask("t r.c none"), "t SUCCESS", "a cancel has no answer of its own");
}

#[test]
fn quit_is_answered_before_the_connection_closes() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    let mut bystander = running.client();
    client.send("a r.c none\nq simulation quit\n");
    assert_eq!([client.line(), client.line()], ["a SUCCESS", "q SUCCESS"]);
    assert_eq!(client.try_line(), None);
    assert_eq!(bystander.try_line(), None);
    assert!(running.ended() > 0);
}

#[test]
fn quit_right_before_disconnecting_is_executed() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.send("id1 simulation quit\n");
    drop(client);
    running.ended();
}

#[test]
fn half_closed_client_receives_its_answers() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.send("1 r.c goto [3]\n2 r.c none\n3 unfinished");
    client.socket.shutdown(Shutdown::Write).unwrap();
    assert_eq!([client.line(), client.line()], ["2 SUCCESS", "1 SUCCESS \"Arrived\""]);
    assert_eq!(client.try_line(), None);
}

#[test]
fn first_free_of_ten_ports_is_used() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let first = busy.local_addr().unwrap().port();
    let settings = SocketSettings { service_port: first, ..any_ports() };
    let running = Running::start_on(&usual_scene(), settings);
    assert!(running.port > first && running.port < first + 10);
    assert_eq!(Client::connect(running.port).ask("i r.c none"), "i SUCCESS");
}

#[test]
fn without_a_free_port_the_simulation_does_not_start() {
    let busy: Vec<TcpListener> =
        (65526..=65535).filter_map(|port| TcpListener::bind(("127.0.0.1", port)).ok()).collect();
    let problem =
        assemble(&usual_scene(), SocketSettings { service_port: 65526, ..any_ports() }).err().unwrap();
    assert!(problem.contains("no port of 127.0.0.1 from 65526 to 65535 is free"), "{problem}");
    drop(busy);
}
