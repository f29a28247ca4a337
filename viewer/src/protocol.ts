// The messages of the server and of the page, as crates/viewer/src/messages.rs and requests.rs define them.

export const PROTOCOL = 1;

export interface CameraSettings {
  location: [number, number, number];
  /** XYZ Euler angles; the camera looks along its -Z. [rad] */
  rotation: [number, number, number];
  clip: [number, number];
  speed: number;
  /** For a sensor of 32 mm. [mm] */
  focal_length: number;
  /** Field of view from the lower to the upper edge, in place of the focal length. [rad] */
  height_angle?: number | null;
  /** Distance of the point around which the view turns; null for a point of the ground. [m] */
  distance?: number | null;
}

/** The light of the camera: red, green and blue, 0 to 1. */
export interface HeadlightData {
  ambient: [number, number, number];
  diffuse: [number, number, number];
}

export interface Hello {
  type: "hello";
  protocol: number;
  run: string;
  version: string;
  scene: string;
  rate: number;
  /** Begin and end of a recording; null for a simulation. [s] */
  recording: [number, number] | null;
  /** Whether the scene is edited instead of run. */
  editor: boolean;
  camera: CameraSettings;
  /** With it, the scene has no other light than its lights. */
  headlight?: HeadlightData | null;
  /** URL of an image of all directions: rows from straight up, columns about the vertical from -x over -y. */
  sky?: string | null;
}

export interface SceneObject {
  name: string;
  kind: "robot" | "sensor" | "actuator" | "object" | "zone" | string;
  class: string | null;
  parent: string | null;
  node: number | null;
  /** Kind of its data. */
  data: string | null;
}

export interface Zone {
  name: string;
  kind: string;
  center: [number, number, number];
  half: [number, number, number];
}

/** A body that physics moves: the box has its mass and its moments of inertia. */
export interface Mass {
  node: number;
  name: string;
  /** [kg] */
  mass: number;
  /** Center of mass, in the frame of the node. [m] */
  center: [number, number, number];
  /** Principal axes, as quaternion x y z w. */
  axes: [number, number, number, number];
  half: [number, number, number];
}

export interface Structure {
  type: "structure";
  version: number;
  objects: SceneObject[];
  zones: Zone[];
  /** Missing in messages of recordings. */
  masses?: Mass[];
  removed: number[];
  horizon: [number, number, number];
  ambient: [number, number, number] | null;
  linear: boolean;
}

/** The camera of the scene, which looks along its -Z with +Y up. */
export interface Eye {
  /** Number of changes by clients. */
  changes: number;
  position: [number, number, number];
  /** Quaternion x y z w. */
  rotation: [number, number, number, number];
}

export interface Status {
  type: "status";
  paused: boolean;
  scale: number;
  /** Whether a recording begins again at its end. */
  loops: boolean;
  /** Null while the camera is where the scene has it. */
  eye: Eye | null;
}

export interface LightData {
  kind: "point" | "sun" | "spot" | "hemisphere";
  angle: number;
  rgb: [number, number, number];
  energy: number;
  distance: number;
  falloff: "constant" | "linear" | "square";
  blend: number;
}

export interface Look {
  type: "look";
  node: number;
  visible: boolean;
  rgb: [number, number, number] | null;
  alpha: number;
  light: LightData | null;
}

export type FieldValue = unknown;

export interface Reading {
  type: "reading";
  component: string;
  time: number;
  kind: string;
  pose: number[];
  fields: Record<string, FieldValue>;
}

export interface LogLine {
  number: number;
  level: "debug" | "info" | "warning" | "error" | "call";
  text: string;
}

export interface Answer {
  type: "answer";
  id: number;
  status: "success" | "failed" | "preempted";
  value?: unknown;
  message?: string;
}

export type ServerMessage =
  | Hello
  | Structure
  | Status
  | Look
  | Reading
  | Answer
  | { type: "log"; lines: LogLine[] }
  | { type: "error"; message: string }
  | { type: "refused"; message: string }
  | { type: "end" };

export interface ArgumentInfo {
  name: string;
  default?: unknown;
}

export interface ServiceInfo {
  name: string;
  arguments?: ArgumentInfo[];
  kind: string;
  doc?: string;
}

export interface FieldInfo {
  name: string;
  type: string;
  unit?: string | null;
  doc?: string;
}

/** Unit and limits of a number that a component takes, as its robot has them. */
export interface RangeInfo {
  name: string;
  unit: string;
  /** Missing without a limit. */
  low?: number | null;
  high?: number | null;
}

/** The answer of `simulation describe_component`. */
export interface ComponentInfo {
  name: string;
  kind: string | null;
  class: string;
  doc?: string;
  level?: string | null;
  data_kind: string;
  rate_hz?: number | null;
  active?: boolean;
  fields?: FieldInfo[];
  ranges?: RangeInfo[];
  services?: ServiceInfo[];
}

/** Subscription name for contact points of bodies. */
export const CONTACTS = "/contacts";
/** Subscription name for the forces at contacts of robots with joints. */
export const CONTACT_FORCES = "/contact_forces";

/** Services that every component has: crates/sim/src/services/base.rs. */
export const GENERIC_SERVICES = ["get_properties", "set_property", "get_configurations", "get_local_data"];

/** Kinds of data, by the way they are drawn. */
export const SCAN_KINDS = ["laser_scan", "range"];
export const CLOUD_KINDS = ["point_cloud"];
export const IMAGE_KINDS = [
  "image",
  "depth_image",
  "depth_buffer",
  "segmentation",
  "normal_image",
  "flow_image",
  "thermal_image",
];
export const GOAL_KINDS = ["waypoint", "point", "pose_goal"];
