// The scene editor: its state, and its requests to `morse edit` (crates/cli/src/commands/edit/services.rs).

import { computed, signal } from "@preact/signals";
import type { SceneObject, Zone } from "./protocol";
import type { Place } from "./scene/placing";
import type { Session } from "./session";
import * as state from "./state";

/** Least height by which a new object is lifted out of the ground. [m] */
const LIFT_M = 0.001;

export interface Finding {
  severity: "error" | "warning";
  code: string;
  object: string | null;
  message: string;
  help: string | null;
}

export interface EditorState {
  file: string;
  unsaved: boolean;
  changes: number;
  /** Titles of the changes that undo and redo concern. */
  undo: string | null;
  redo: string | null;
  findings: Finding[];
  /** The lines that a script gets. */
  block: string;
}

export interface Property {
  name: string;
  type: "float" | "int" | "bool" | "string" | "list" | "dict" | string;
  doc?: string;
  unit?: string | null;
  range?: [number | null, number | null] | null;
  one_of?: string[];
  default?: unknown;
  value: unknown;
  is_set: boolean;
}

export interface Level {
  name: string;
  doc: string;
  default: boolean;
}

/** A modifier of a component. */
export interface Modifier {
  /** Short name or class path. */
  modifier: string;
  arguments: Record<string, unknown>;
  doc: string | null;
  properties: Property[];
}

/** An object as its document has it. */
export interface EditedObject {
  name: string;
  kind: string;
  builder: string | null;
  parent: string | null;
  /** In the parent, or in the world. [m] */
  location: number[];
  /** XYZ Euler angles. [rad] */
  rotation: number[];
  rate: number | null;
  has_rate: boolean;
  /** Whether it carries components. */
  carries: boolean;
  added: boolean;
  /** The line of the script. */
  source: string | null;
  properties: Property[];
  /** Half of the sides of a zone. [m] */
  half_extents: number[] | null;
  level: string | null;
  levels: Level[];
  /** In the order in which they apply. */
  modifiers: Modifier[];
  /** Short names of the modifiers that fit. */
  modifier_choices: string[];
}

export interface PaletteClass {
  name: string;
  doc: string;
}

export interface PaletteProp {
  file: string;
  object?: string;
  problem?: string;
}

export interface Palette {
  robots: PaletteClass[];
  people: PaletteClass[];
  sensors: PaletteClass[];
  actuators: PaletteClass[];
  props: PaletteProp[];
  interfaces: string[];
}

/** A zone in the list of the objects of a scene. */
export const zoneAsObject = ({ name }: Zone): SceneObject => ({ name, kind: "zone", class: null, parent: null, node: null, data: null });

export const isOn = computed(() => state.hello.value?.editor ?? false);
export const status = signal<EditorState | null>(null);
/** The selected object; a text is the reason why it cannot be changed. */
export const selected = signal<EditedObject | string | null>(null);
export const palette = signal<Palette | null>(null);
/** All findings of `morse check`, after it was asked for. */
export const checked = signal<Finding[] | null>(null);

async function call<T>(session: Session, service: string, args: unknown[] = []): Promise<{ value?: T; error?: string }> {
  const answer = await session.connection.call("editor", service, args).answer;
  return answer.status === "success" ? { value: answer.value as T } : { error: answer.message ?? `${service}: ${answer.status}` };
}

/** Asks for the state again: the scene is another one. */
export async function refresh(session: Session): Promise<void> {
  const { value } = await call<EditorState>(session, "state");
  if (value) status.value = value;
  await describe(session, state.selected.value);
}

export async function describe(session: Session, name: string | null): Promise<void> {
  // The form of one object must not be shown under the name of the next one.
  if (typeof selected.value === "string" || selected.value?.name !== name) selected.value = null;
  if (!name) return;
  const { value, error } = await call<EditedObject>(session, "describe", [name]);
  if (state.selected.value === name) selected.value = value ?? error ?? null;
}

/** Makes a change. Returns the reason if it is refused. */
export async function change(session: Session, service: string, args: unknown[]): Promise<string | null> {
  checked.value = null;
  const { error } = await call(session, service, args);
  await refresh(session);
  return error ?? null;
}

/** Makes a change, and shows the reason over the page if it is refused. */
export async function changeAndTell(session: Session, service: string, args: unknown[] = []): Promise<boolean> {
  const error = await change(session, service, args);
  if (error) session.tell(error);
  return error === null;
}

export async function loadPalette(session: Session): Promise<void> {
  const { value, error } = await call<Palette>(session, "palette");
  if (value) palette.value = value;
  else session.tell(error ?? "the palette cannot be read");
}

const numbers = ({ position, rotation }: Place): [number[], number[]] => [
  position.toArray(),
  [rotation.x, rotation.y, rotation.z, rotation.w],
];

/** Puts an object where the mouse has left it. */
export async function move(session: Session, name: string, after: Place, amends = false): Promise<void> {
  await changeAndTell(session, "move", [name, ...numbers(after), amends]);
}

/** Adds what the palette names, and selects it. Robots and objects stand on the ground that the camera looks at. */
export async function add(session: Session, service: "add" | "add_prop", request: Record<string, unknown>): Promise<void> {
  const ground = session.world.newPlace();
  const isPlaced = request.carrier === undefined;
  const position = isPlaced ? { position: ground.toArray() } : {};
  const { value: name, error } = await call<string>(session, service, [{ ...request, ...position }]);
  if (!name) return session.tell(error ?? "it cannot be added");
  session.selectWhenThere(name);
  await refresh(session);
  if (!isPlaced) return;
  const sunk = await session.depthBelow(name, ground.z);
  const place = session.world.placeOf(name);
  if (sunk < LIFT_M || !place) return;
  place.position.z += sunk;
  await move(session, name, place, true);
}

/** Adds a zone at the place that the camera looks at, and selects it. */
export async function addZone(session: Session): Promise<void> {
  const { value: name, error } = await call<string>(session, "add_zone", [{ position: session.world.newPlace().toArray() }]);
  if (!name) return session.tell(error ?? "it cannot be added");
  session.selectWhenThere(name);
  await refresh(session);
}

export async function duplicate(session: Session, name: string): Promise<void> {
  const { value, error } = await call<string>(session, "copy", [name]);
  if (!value) return session.tell(error ?? "it cannot be copied");
  session.selectWhenThere(value);
  await refresh(session);
}

export async function save(session: Session): Promise<void> {
  const { value, error } = await call<EditorState>(session, "save");
  if (value) {
    status.value = value;
    session.tell(`Saved to ${value.file}`);
  } else session.tell(error ?? "it cannot be saved", 15_000);
}

export async function check(session: Session): Promise<void> {
  const { value, error } = await call<Finding[]>(session, "check");
  if (value) checked.value = value;
  else session.tell(error ?? "the scene cannot be checked");
}
