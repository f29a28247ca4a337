// Points of laser scanners and depth cameras, and their rays.

import * as THREE from "three";
import type { PointsReading } from "../poses";
import { CONTACTS } from "../protocol";
import { colorOf, type PointColor, ramp } from "./colors";

/** Most points of a sensor that are drawn at a time. */
const POINTS_MAX = 200_000;
/** Most readings of a turn. */
const READINGS_MAX = 720;
/** Scans with more rays are drawn without the space that the rays pass. */
const FAN_RAYS_MAX = 2000;
/** How visible this space is: of rays that hit something, and of rays that hit nothing. */
const HIT_OPACITY = 0.13;
const MISS_OPACITY = 0.06;

/** The hits of one reading. */
interface Hits {
  /** In the world. [m] */
  places: Float32Array;
  ranges: Float32Array;
  intensities: Float32Array | null;
  /** Heading of the sensor. [rad] */
  heading: number;
}

/** The drawing of one sensor. */
class Sensor {
  readonly group = new THREE.Group();
  readonly dots: THREE.Points;
  /** Rays that hit something, and those that do not, relative to the sensor. */
  readonly fans: THREE.Mesh[];
  /** Whether its points have changed since they were drawn. */
  isDue = true;
  /** Readings since the last full turn, oldest first. */
  turn: Hits[] = [];
  private turned = 0;

  constructor(
    readonly color: THREE.Color,
    isContacts: boolean,
    isScan: boolean,
  ) {
    const size = isContacts ? 7 : isScan ? 4 : 2;
    const material = new THREE.PointsMaterial({ size, sizeAttenuation: false, vertexColors: true });
    // Contacts lie inside of the drawn bodies.
    material.depthTest = !isContacts;
    this.dots = new THREE.Points(new THREE.BufferGeometry(), material);
    this.fans = [HIT_OPACITY, MISS_OPACITY].map((opacity) => {
      const space = { color, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false };
      return new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial(space));
    });
    for (const part of [this.dots, ...this.fans]) part.frustumCulled = false;
    this.group.add(this.dots, ...this.fans);
  }

  /** Adds a reading. Those of a sensor that turns on its robot stay for a full turn. */
  add(hits: Hits, turns: boolean): void {
    if (!turns) {
      this.turn = [hits];
      return;
    }
    const last = this.turn.at(-1);
    if (last) this.turned += Math.abs(between(last.heading, hits.heading));
    this.turn.push(hits);
    while (this.turn.length > 1 && (this.turned > 2 * Math.PI || this.turn.length > READINGS_MAX)) {
      const [oldest, next] = this.turn;
      this.turned -= Math.abs(between(oldest.heading, next.heading));
      this.turn.shift();
    }
  }
}

export class PointClouds {
  readonly root = new THREE.Group();
  private readonly sensors = new Map<string, Sensor>();
  private color: PointColor = "sensor";

  /** Draws points in colors of their sensors, or by their height, range or intensity. */
  setColor(color: PointColor): void {
    this.color = color;
    for (const sensor of this.sensors.values()) sensor.isDue = true;
  }

  /** Takes the points of a reading, which the sensor has made where it was then. */
  take(reading: PointsReading, isScan: boolean, index: number): void {
    const isContacts = reading.component === CONTACTS;
    let sensor = this.sensors.get(reading.component);
    if (!sensor) {
      sensor = new Sensor(new THREE.Color(isContacts ? "#ef4444" : colorOf(index)), isContacts, isScan);
      this.sensors.set(reading.component, sensor);
      this.root.add(sensor.group);
    }
    sensor.group.visible = true;
    const [x, y, z, ...q] = reading.pose;
    const worldFromSensor = new THREE.Matrix4().compose(
      new THREE.Vector3(x, y, z),
      new THREE.Quaternion(q[0], q[1], q[2], q[3]),
      new THREE.Vector3(1, 1, 1),
    );
    sensor.add(hitsOf(reading, worldFromSensor), reading.turns);
    sensor.isDue = true;
    for (const fan of sensor.fans) {
      fan.matrixAutoUpdate = false;
      fan.matrix.copy(worldFromSensor);
      fan.matrixWorldNeedsUpdate = true;
    }
    const rays = reading.points.length / 3;
    const isFan = isScan && !reading.turns && rays <= FAN_RAYS_MAX;
    setAttribute(sensor.fans[0].geometry, "position", isFan ? fanOf(reading, false) : new Float32Array());
    setAttribute(sensor.fans[1].geometry, "position", isFan ? fanOf(reading, true) : new Float32Array());
  }

  /** Before a picture is drawn. */
  update(): void {
    for (const sensor of this.sensors.values()) if (sensor.isDue) this.paint(sensor);
  }

  private paint(sensor: Sensor): void {
    sensor.isDue = false;
    // The newest readings, if there are too many points.
    const shown: Hits[] = [];
    let count = 0;
    for (const hits of [...sensor.turn].reverse()) {
      if (count + hits.ranges.length > POINTS_MAX) break;
      count += hits.ranges.length;
      shown.push(hits);
    }
    const places = new Float32Array(count * 3);
    const values = new Float32Array(count);
    const hasValues = this.color !== "sensor" && (this.color !== "intensity" || shown.some((hits) => hits.intensities));
    let at = 0;
    for (const { places: own, ranges, intensities } of shown) {
      places.set(own, at * 3);
      if (this.color === "range") values.set(ranges, at);
      else if (this.color === "intensity" && intensities) values.set(intensities, at);
      else if (this.color === "height") for (let point = 0; point < ranges.length; point++) values[at + point] = own[point * 3 + 2];
      at += ranges.length;
    }
    setAttribute(sensor.dots.geometry, "position", places);
    setAttribute(sensor.dots.geometry, "color", hasValues ? ramp(values) : plain(sensor.color, count));
  }

  /** Hides the points of all components but these, and forgets them. */
  keep(components: Set<string>): void {
    for (const [name, sensor] of this.sensors) {
      if (components.has(name)) continue;
      sensor.group.visible = false;
      sensor.turn = [];
    }
  }

  /** Numbers of points that are drawn, by component. */
  counts(): Record<string, number> {
    const counts = [...this.sensors].filter(([, { group }]) => group.visible);
    return Object.fromEntries(counts.map(([name, { dots }]) => [name, dots.geometry.drawRange.count]));
  }

  clear(): void {
    this.root.clear();
    this.sensors.clear();
  }
}

/** The rays of a reading that hit something, in the world. */
function hitsOf({ points, misses, intensities }: PointsReading, worldFromSensor: THREE.Matrix4): Hits {
  const count = points.length / 3;
  const places = new Float32Array(points.length);
  const ranges = new Float32Array(count);
  const strengths = intensities && new Float32Array(count);
  const at = new THREE.Vector3();
  let hits = 0;
  for (let ray = 0; ray < count; ray++) {
    at.fromArray(points, ray * 3);
    const range = at.length();
    // Rays without a hit end at the origin where their direction is not known.
    if (misses?.[ray] || range === 0) continue;
    ranges[hits] = range;
    if (strengths) strengths[hits] = intensities[ray];
    at.applyMatrix4(worldFromSensor).toArray(places, hits * 3);
    hits++;
  }
  const { elements } = worldFromSensor;
  return {
    places: places.subarray(0, hits * 3),
    ranges: ranges.subarray(0, hits),
    intensities: strengths && strengths.subarray(0, hits),
    heading: Math.atan2(elements[1], elements[0]),
  };
}

/** The space between neighboring rays that hit something, or between those of which one hits nothing. */
function fanOf({ points, misses }: PointsReading, isOfMisses: boolean): Float32Array {
  const rays = points.length / 3;
  const corners: number[] = [];
  for (let ray = 0; ray + 1 < rays; ray++) {
    if (Boolean(misses?.[ray] || misses?.[ray + 1]) !== isOfMisses) continue;
    corners.push(0, 0, 0, ...points.subarray(ray * 3, ray * 3 + 6));
  }
  return new Float32Array(corners);
}

function plain(color: THREE.Color, count: number): Float32Array {
  const colors = new Float32Array(count * 3);
  for (let point = 0; point < count; point++) color.toArray(colors, point * 3);
  return colors;
}

/** The difference of two angles. [rad] */
function between(from: number, to: number): number {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}

function setAttribute(geometry: THREE.BufferGeometry, name: string, values: Float32Array): void {
  const attribute = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (attribute && attribute.array.length >= values.length) {
    (attribute.array as Float32Array).set(values);
    attribute.needsUpdate = true;
  } else {
    geometry.dispose();
    // With room for the next readings, which may have more points.
    const room = new Float32Array(Math.ceil(values.length / 3 / 256) * 256 * 3);
    room.set(values);
    geometry.setAttribute(name, new THREE.BufferAttribute(room, 3));
  }
  if (name === "position") geometry.setDrawRange(0, values.length / 3);
}
