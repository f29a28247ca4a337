// Units and usual values of arguments and commands, for numbers and sliders.

import type { ComponentInfo } from "../protocol";

/** Unit and range of a number. */
export interface Quantity {
  unit: string;
  /** Ends of its slider; beyond them a number can be typed. */
  low: number;
  high: number;
  /** Whether the ends are limits of the component. */
  isLimited: boolean;
}

/** Usual values by unit. */
const SPANS: Record<string, [number, number]> = {
  m: [-10, 10],
  rad: [-Math.PI, Math.PI],
  "°": [-180, 180],
  deg: [-180, 180],
  "m/s": [-2, 2],
  "rad/s": [-2, 2],
  N: [-500, 500],
  "N·m": [-50, 50],
  "N·s": [0, 50],
  "%": [0, 100],
  s: [0, 60],
};

/** Units of arguments by their names, where the component has no field of that name. */
const UNITS: Record<string, string> = {
  x: "m",
  y: "m",
  z: "m",
  tolerance: "m",
  distance: "m",
  height: "m",
  radius: "m",
  v: "m/s",
  vx: "m/s",
  vy: "m/s",
  vz: "m/s",
  speed: "m/s",
  linear_speed: "m/s",
  w: "rad/s",
  wx: "rad/s",
  wy: "rad/s",
  wz: "rad/s",
  vyaw: "rad/s",
  angular_speed: "rad/s",
  roll: "rad",
  pitch: "rad",
  yaw: "rad",
  pan: "rad",
  tilt: "rad",
  angle: "rad",
  steer: "rad",
  force: "N",
  duration: "s",
};

/** Numbers that are never less than zero. */
const POSITIVE = /tolerance|distance|radius|speed|duration|charge|brake|thrust/;

/** Unit and range of the number of this name, with the limits that the component has; null if it may not be a number. */
export function quantityOf(name: string, info: ComponentInfo | undefined, value: unknown): Quantity | null {
  const range = info?.ranges?.find((known) => known.name === name);
  const field = info?.fields?.find((known) => known.name === name && /^(float|int)$/.test(known.type));
  const unit = range?.unit ?? field?.unit ?? UNITS[name];
  if (!field && !range && unit === undefined && typeof value !== "number") return null;
  if (value !== undefined && value !== null && typeof value !== "number") return null;
  const [low, high] = SPANS[unit ?? ""] ?? [-1, 1];
  // Wide enough for the value that it has.
  const reach = typeof value === "number" ? Math.abs(value) : 0;
  const isPositive = POSITIVE.test(name);
  return {
    unit: unit ?? "",
    low: range?.low ?? (isPositive ? 0 : Math.min(low, -reach)),
    high: range?.high ?? Math.max(high, reach),
    isLimited: typeof range?.low === "number" && typeof range.high === "number",
  };
}
