// Changes of the scene by buttons, and files that the page makes of it.

import type { Session } from "./session";
import type { Place } from "./scene/placing";
import * as state from "./state";

const UNDO_MAX = 50;
/** Pictures a second of a film, and its bits a second. */
const FILM_FPS = 30;
const FILM_BITS = 8_000_000;
/** Linear and angular velocity of an object that was moved. [m/s, rad/s] */
const AT_REST = [
  [0, 0, 0],
  [0, 0, 0],
];
/** Time after which a moved object is looked at again [ms], and the least move for it, the sum of distance and angle [m, rad]. */
const RETURN_MS = 700;
const RETURN_MIN = 0.02;

/** The answer of `simulation spawnables`. */
export interface Spawnable {
  what: string;
  description: string;
}

function remember(change: state.Undoable): void {
  state.undoable.value = [...state.undoable.value, change].slice(-UNDO_MAX);
}

const numbers = ({ position, rotation }: Place): [number[], number[]] => [
  position.toArray(),
  [rotation.x, rotation.y, rotation.z, rotation.w],
];

/** Puts an object somewhere, at rest: it does not go on to fall or slide from there as it did before. */
export async function place(session: Session, name: string, before: Place, after: Place): Promise<void> {
  if (!(await session.callAndTell("simulation", "set_entity_state", [name, ...numbers(after), ...AT_REST]))) return;
  setTimeout(() => noticeReturn(session, name, before, after), RETURN_MS);
  const back = [name, ...numbers(before), ...AT_REST];
  remember({ title: `move ${name}`, component: "simulation", service: "set_entity_state", arguments: back });
}

/** Reports an object that was moved and is where it was before: an actuator sets its pose in every tick. */
function noticeReturn(session: Session, name: string, before: Place, after: Place): void {
  const now = session.world.placeOf(name);
  if (!now || state.status.value.paused) return;
  const moved = before.position.distanceTo(after.position) + before.rotation.angleTo(after.rotation);
  const off = before.position.distanceTo(now.position) + before.rotation.angleTo(now.rotation);
  if (moved > RETURN_MIN && off < moved / 100)
    session.tell(`${name} is where it was before: an actuator, such as a Teleport, holds its pose`);
}

/** Takes back the newest change. */
export async function undo(session: Session): Promise<void> {
  const change = state.undoable.value.at(-1);
  if (!change) return;
  state.undoable.value = state.undoable.value.slice(0, -1);
  await session.callAndTell(change.component, change.service, change.arguments);
}

/** The classes of robots that can be added. */
export async function spawnables(session: Session): Promise<Spawnable[]> {
  const answer = await session.connection.call("simulation", "spawnables").answer;
  if (answer.status === "success") return answer.value as Spawnable[];
  session.tell(answer.message ?? "the simulator does not list its robots");
  return [];
}

/** Adds a robot where the camera looks, and selects it. */
export async function spawn(session: Session, what: string): Promise<void> {
  const stem = what.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_");
  let name = stem;
  for (let number = 2; state.byName.value.has(name); number++) name = `${stem}${number}`;
  const position = session.world.newPlace().toArray();
  if (!(await session.callAndTell("simulation", "spawn", [what, name, position]))) return;
  remember({ title: `add ${name}`, component: "simulation", service: "despawn", arguments: [name] });
  session.selectWhenThere(name);
}

/** Removes an object. That cannot be taken back. */
export async function remove(session: Session, name: string): Promise<void> {
  if (!(await session.callAndTell("simulation", "despawn", [name]))) return;
  state.undoable.value = state.undoable.value.filter((change) => change.arguments[0] !== name);
}

/** Saves the scene as it is shown as a picture. */
export async function savePicture(session: Session): Promise<void> {
  const picture = await session.world.picture();
  if (picture) save(picture, `${fileStem()}.png`);
  else session.tell("the browser makes no picture of the scene");
}

let film: MediaRecorder | undefined;

/** Begins to film the scene as it is shown, or ends that and saves the film. */
export function toggleFilm(session: Session): void {
  if (film) return film.stop();
  const type = ["video/mp4;codecs=avc1", "video/webm;codecs=vp9", "video/webm"].find((it) => MediaRecorder.isTypeSupported(it));
  if (!type) return session.tell("this browser cannot film");
  const parts: Blob[] = [];
  const stream = session.world.renderer.domElement.captureStream(FILM_FPS);
  film = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: FILM_BITS });
  film.ondataavailable = ({ data }) => parts.push(data);
  film.onstop = () => {
    film = undefined;
    state.filming.value = false;
    for (const track of stream.getTracks()) track.stop();
    save(new Blob(parts, { type }), `${fileStem()}.${type.startsWith("video/mp4") ? "mp4" : "webm"}`);
  };
  film.start(1000);
  state.filming.value = true;
  session.world.redraw();
}

/** Has the simulator record the run, or end that. */
export async function toggleRecord(session: Session): Promise<void> {
  const isOn = state.recordedTo.value !== null;
  const call = isOn
    ? session.connection.call("simulation", "stop_recording")
    : session.connection.call("simulation", "start_recording", [`${fileStem()}.mcap`]);
  const answer = await call.answer;
  if (answer.status !== "success") {
    // Another client has ended the recording.
    if (isOn) state.recordedTo.value = null;
    return session.tell(answer.message ?? "the simulator does not record");
  }
  state.recordedTo.value = isOn ? null : String(answer.value);
  session.tell(isOn ? `The recording is in ${String(answer.value)}` : `The run is recorded to ${String(answer.value)}`);
}

/** A name for a file: that of the scene, and the time of the day. */
function fileStem(): string {
  const scene = (state.hello.value?.scene ?? "scene").replaceAll(/[^A-Za-z0-9_-]+/g, "_");
  const now = new Date();
  const parts = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${scene}-${parts.join("")}`;
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
