//! Hints at the start of a run: how to connect, to inspect and to view it.

use std::net::IpAddr;

use morse::SceneFile;
use morse_viewer::Viewer;

/// Logs the hints.
pub fn log_hints(scene: &SceneFile, bind: IpAddr, service_port: Option<u16>) {
    tracing::info!("{}", view_hint(scene));
    if let Some(port) = service_port {
        tracing::info!("{}", inspect_hint(bind, port));
        tracing::info!("{}", connect_hint(bind, port));
    }
}

/// Logs the address of the page, and that the wanted port was in use.
pub fn log_viewer(viewer: &Viewer, wanted: u16) {
    let port = viewer.address().port();
    if wanted != 0 && port != wanted {
        tracing::info!("Port {wanted} is in use; the viewer is served on port {port}.");
    }
    tracing::info!("A page of another origin needs ?token={}", viewer.token());
    if !viewer.address().ip().is_loopback() {
        tracing::warn!("Every client that knows the address with the token can see and command the robots.");
    }
    tracing::info!("To view: {}", viewer.url());
}

/// How clients on this computer connect. Arguments that equal the defaults of pymorse are omitted.
fn connect_hint(bind: IpAddr, port: u16) -> String {
    let host = host(bind);
    let arguments = match (host.as_str(), port) {
        ("localhost", 4000) => String::new(),
        ("localhost", _) => format!("port={port}"),
        _ => format!("{host:?}, {port}"),
    };
    format!(
        "To connect: `nc {host} {port}`, or pymorse.Morse({arguments}) in Python (PYTHONPATH=$(morse pythonpath))."
    )
}

/// The commands `morse topic` and `morse service`, with the options that differ from the defaults.
fn inspect_hint(bind: IpAddr, port: u16) -> String {
    let mut options = String::new();
    if port != 4000 {
        options.push_str(&format!(" --port {port}"));
    }
    let host = host(bind);
    if host != "localhost" {
        options.push_str(&format!(" --host {host}"));
    }
    format!("To look inside: `morse topic list{options}`, `morse service list{options}`.")
}

fn host(bind: IpAddr) -> String {
    if bind.is_unspecified() || bind.is_loopback() { "localhost".to_owned() } else { bind.to_string() }
}

fn view_hint(scene: &SceneFile) -> String {
    let path = scene.path.display();
    format!(
        "To see: `morse run --view {path}` in the browser, `morse render {path}` draws the scene, `morse sense {path}` lists the sensors."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_contain_options_that_differ_from_defaults() {
        let hint = |bind: &str, port| connect_hint(bind.parse().unwrap(), port);
        assert!(hint("127.0.0.1", 4000).contains("`nc localhost 4000`, or pymorse.Morse() in"));
        assert!(hint("0.0.0.0", 4001).contains("`nc localhost 4001`, or pymorse.Morse(port=4001) in"));
        assert!(
            hint("10.0.0.5", 4000).contains("`nc 10.0.0.5 4000`, or pymorse.Morse(\"10.0.0.5\", 4000) in")
        );
        let hint = |bind: &str, port| inspect_hint(bind.parse().unwrap(), port);
        assert!(hint("127.0.0.1", 4000).contains("`morse topic list`, `morse service list`."));
        assert!(hint("10.0.0.5", 4001).contains("`morse topic list --port 4001 --host 10.0.0.5`"));
    }
}
