//! Hints when the simulation runs: how to connect, to look inside and to see it.

use std::net::IpAddr;

use morse::SceneFile;
use morse_viewer::Viewer;

/// Logs the lines.
pub fn tell(scene: &SceneFile, bind: IpAddr, service_port: Option<u16>) {
    if let Some(port) = service_port {
        tracing::info!("{}", to_connect(bind, port));
        tracing::info!("{}", to_look_inside(bind, port));
    }
    tracing::info!("{}", to_see(scene));
}

/// Says where the page is, and which port was wanted, if it is another one.
pub fn tell_viewer(viewer: &Viewer, wanted: u16) {
    let port = viewer.address().port();
    if wanted != 0 && port != wanted {
        tracing::info!("Port {wanted} is in use; the viewer is served on port {port}.");
    }
    tracing::info!("To view: {}", viewer.url());
    tracing::info!("A page of another origin needs ?token={}", viewer.token());
    if !viewer.address().ip().is_loopback() {
        tracing::warn!("Whoever knows the address with the token can see and command the robots.");
    }
}

/// Wherever it listens, this computer reaches it; a client of pymorse needs no argument where it looks by itself.
fn to_connect(bind: IpAddr, port: u16) -> String {
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

/// The options of `morse topic` and `morse service`, where those that they have by themselves are wrong.
fn to_look_inside(bind: IpAddr, port: u16) -> String {
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

fn to_see(scene: &SceneFile) -> String {
    let path = scene.path.display();
    format!(
        "To see: `morse run --view {path}` in the browser, `morse render {path}` draws the scene, `morse sense {path}` lists what sensors see."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_told_what_it_must_say() {
        let told = |bind: &str, port| to_connect(bind.parse().unwrap(), port);
        assert!(told("127.0.0.1", 4000).contains("`nc localhost 4000`, or pymorse.Morse() in"));
        assert!(told("0.0.0.0", 4001).contains("`nc localhost 4001`, or pymorse.Morse(port=4001) in"));
        assert!(
            told("10.0.0.5", 4000).contains("`nc 10.0.0.5 4000`, or pymorse.Morse(\"10.0.0.5\", 4000) in")
        );
        let told = |bind: &str, port| to_look_inside(bind.parse().unwrap(), port);
        assert!(told("127.0.0.1", 4000).contains("`morse topic list`, `morse service list`."));
        assert!(told("10.0.0.5", 4001).contains("`morse topic list --port 4001 --host 10.0.0.5`"));
    }
}
