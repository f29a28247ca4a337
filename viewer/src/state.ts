// The state of the page, as signals for panels and the scene.

import { computed, signal } from "@preact/signals";
import type { CameraMode } from "./scene/camera";
import type { ComponentInfo, Hello, LogLine, Mass, Reading, SceneObject, Status, Zone } from "./protocol";
import type { PointColor } from "./scene/colors";
import type { PlacingMode } from "./scene/placing";

export type OverlayName =
  | "grid"
  | "names"
  | "frames"
  | "links"
  | "scans"
  | "clouds"
  | "pictures"
  | "trails"
  | "goals"
  | "zones"
  | "contacts"
  | "forces"
  | "bodies"
  | "masses"
  | "shadows";

export const OVERLAYS: { name: OverlayName; title: string; key: string }[] = [
  { name: "grid", title: "Grid", key: "g" },
  { name: "names", title: "Names", key: "n" },
  { name: "frames", title: "Frames", key: "x" },
  { name: "links", title: "Frames of links", key: "j" },
  { name: "scans", title: "Laser scans", key: "l" },
  { name: "clouds", title: "Point clouds", key: "k" },
  { name: "pictures", title: "Camera pictures", key: "c" },
  { name: "trails", title: "Trails", key: "t" },
  { name: "goals", title: "Goals", key: "o" },
  { name: "zones", title: "Zones", key: "z" },
  { name: "contacts", title: "Contacts", key: "i" },
  { name: "forces", title: "Contact forces", key: "v" },
  { name: "bodies", title: "Collision shapes", key: "b" },
  { name: "masses", title: "Masses and inertia", key: "q" },
  { name: "shadows", title: "Shadows", key: "h" },
];

/** A change of the scene that can be taken back. */
export interface Undoable {
  /** The change. */
  title: string;
  component: string;
  service: string;
  arguments: unknown[];
}

export const connection = signal<"connecting" | "open" | "lost">("connecting");
/** A message that stands over everything: the run has ended, the page is not let in. */
export const notice = signal<string | null>(null);
export const hello = signal<Hello | null>(null);
export const objects = signal<SceneObject[]>([]);
export const zones = signal<Zone[]>([]);
export const masses = signal<Mass[]>([]);
export const status = signal<Status>({ type: "status", paused: false, scale: 1, loops: false, eye: null });
export const loading = signal(true);

/** Simulated time, and simulated seconds per second. */
export const time = signal(0);
export const pace = signal(1);
export const tick = signal(0);
export const kilobytes = signal(0);
export const frames = signal(0);

export const selected = signal<string | null>(null);
export const described = signal<ComponentInfo | null>(null);
export const readings = signal<Map<string, Reading>>(new Map());
/** Pictures of cameras as addresses of images. */
export const pictures = signal<Map<string, string>>(new Map());
export const log = signal<LogLine[]>([]);
export const toast = signal<string | null>(null);

export const overlays = signal<Record<OverlayName, boolean>>({
  grid: true,
  names: false,
  frames: false,
  links: false,
  scans: false,
  clouds: false,
  pictures: false,
  trails: false,
  goals: false,
  zones: false,
  contacts: false,
  forces: false,
  bodies: false,
  masses: false,
  shadows: true,
});
export const cameraMode = signal<CameraMode>("orbit");
export const driving = signal(false);
/** Whether the mouse pulls bodies by a spring. */
export const pulling = signal(false);
/** How the mouse moves the selected object; null if it does not. */
export const placing = signal<PlacingMode | null>(null);
/** Changes that can be undone, the newest last. */
export const undoable = signal<Undoable[]>([]);
/** The quantity that colors points. */
export const pointColor = signal<PointColor>("sensor");
/** The camera whose picture is shown large. */
export const enlarged = signal<string | null>(null);
/** Whether the scene is filmed. */
export const filming = signal(false);
/** The file that the simulator records the run to; null if it does not, as far as this page has asked for it. */
export const recordedTo = signal<string | null>(null);
/** On a narrow screen one panel is open at a time. */
export const panel = signal<"none" | "tree" | "inspector" | "plots" | "log">("none");
export const theme = signal<"auto" | "dark" | "light">(
  (localStorage.getItem("morse theme") as "dark" | "light" | null) ?? "auto",
);

/** Begin and end of the recording that is shown; null for a simulation. [s] */
export const recording = computed(() => hello.value?.recording ?? null);

/** Whether a simulation runs, which can be commanded: not in a recording, nor in the editor. */
export const isLive = computed(() => recording.value === null && !(hello.value?.editor ?? false));

export const byName = computed(() => new Map(objects.value.map((object) => [object.name, object])));

/** The robot that carries an object, or itself. */
export function robotOf(name: string | null): SceneObject | undefined {
  let object = name ? byName.value.get(name) : undefined;
  for (let depth = 0; object && object.kind !== "robot" && depth < 32; depth++)
    object = object.parent ? byName.value.get(object.parent) : undefined;
  return object?.kind === "robot" ? object : undefined;
}

/** All components on an object, however deep. */
export function componentsOf(name: string): SceneObject[] {
  return objects.value.filter((object) => object.kind !== "robot" && robotOf(object.name)?.name === name);
}

export function isDark(): boolean {
  if (theme.value !== "auto") return theme.value === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
