// The nodes of the scene: loaded as glTF, moved smoothly between the poses that arrive.

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { address } from "../connection";
import { readPoses } from "../poses";
import type { LightData, Look } from "../protocol";
import { Sides } from "./sides";

/** A node that moves further between two messages is put there at once. [m] */
const JUMP_M = 2;
/** How far behind the newest message nodes are shown, in intervals between messages. */
const DELAY_INTERVALS = 1.25;
/** Radius from which on a mesh is a floor, a wall or the like. [m] */
const LARGE_M = 4;

const BODY_MATERIAL = new THREE.MeshBasicMaterial({
  color: "#f59e0b",
  wireframe: true,
  transparent: true,
  opacity: 0.45,
});

async function loadFile(path: string, parameters: Record<string, string> = {}): Promise<THREE.Group> {
  const response = await fetch(address(path, parameters));
  if (!response.ok) throw new Error(await response.text());
  return (await new GLTFLoader().parseAsync(await response.arrayBuffer(), "")).scene;
}

interface Motion {
  from: THREE.Vector3;
  fromRotation: THREE.Quaternion;
  to: THREE.Vector3;
  toRotation: THREE.Quaternion;
  /** Times of both poses. [ms of the server] */
  fromTime: number;
  toTime: number;
  /** Whether it stands where it belongs. */
  settled: boolean;
}

export class Nodes {
  /** The root of everything, with z up. */
  readonly root = new THREE.Group();
  /** By number. */
  readonly objects = new Map<number, THREE.Object3D>();
  /** Lights of the scene by number of their node. */
  readonly lights = new Map<number, LightData>();
  /** Which sides of parts are drawn. */
  readonly sides = new Sides();
  version = 0;
  triangles = 0;
  /** Whether no graphics card draws. */
  software = false;
  /** Called when something must be redrawn. */
  changed: () => void = () => {};

  private bodies: THREE.Object3D[] = [];
  /** Counts what was asked for. */
  private bodiesTurn = 0;
  private early?: Promise<THREE.Group>;
  private motions = new Map<number, Motion>();
  private moving = new Set<number>();
  private offset = Infinity;
  private interval = 40;
  private lastWall = 0;
  private loading: Promise<void> = Promise.resolve();

  constructor() {
    this.root.matrixAutoUpdate = false;
  }

  /** Forgets everything, for another run. */
  clear(): void {
    this.root.clear();
    this.objects.clear();
    this.motions.clear();
    this.moving.clear();
    this.lights.clear();
    this.sides.clear();
    this.version = 0;
    this.triangles = 0;
    this.offset = Infinity;
    this.lastWall = 0;
  }

  /** Asks for the whole scene before the connection says what is in it: both take their time. */
  prefetch(): void {
    this.early = loadFile("/scene.glb");
    // The error reaches the caller that awaits the file.
    this.early.catch(() => {});
  }

  /** Loads what came after the version that is shown. Loads one after the other. */
  load(): Promise<void> {
    this.loading = this.loading.catch(() => {}).then(() => this.loadNow());
    return this.loading;
  }

  private async loadNow(): Promise<void> {
    const { early } = this;
    this.early = undefined;
    const scene = await (early && !this.version
      ? early
      : loadFile("/scene.glb", this.version ? { since: String(this.version) } : {}));
    const file = scene.children[0];
    scene.updateMatrixWorld(true);
    this.version = Number(file.userData.version) || this.version;
    for (const child of [...file.children]) {
      const parent = this.objects.get(child.userData.parent as number) ?? this.root;
      parent.add(child);
      child.traverse((object) => this.adopt(object));
    }
    for (const number of this.motions.keys()) this.moving.add(number);
    this.changed();
  }

  private adopt(object: THREE.Object3D): void {
    object.updateMatrix();
    object.matrixAutoUpdate = false;
    const { node, hidden, light } = object.userData;
    if (typeof node === "number") {
      this.objects.set(node, object);
      if (light) this.lights.set(node, light as LightData);
      if (hidden) setShown(object, false);
    }
    if (object.userData.part && this.software) this.sides.add(object);
    if (object instanceof THREE.Mesh) {
      const geometry = object.geometry as THREE.BufferGeometry;
      if (!geometry.boundingSphere) geometry.computeBoundingSphere();
      const isLarge = geometry.boundingSphere!.radius * object.matrixWorld.getMaxScaleOnAxis() > LARGE_M;
      // Floors seen at a flat angle stay sharp. Without a graphics card this takes long, and of small things little is seen.
      const map = (object.material as THREE.MeshStandardMaterial).map;
      if (map && (isLarge || !this.software)) map.anisotropy = 8;
      // Bones move its vertices out of the box that they were in.
      if (object instanceof THREE.SkinnedMesh) object.frustumCulled = false;
      object.castShadow = true;
      object.receiveShadow = true;
      this.triangles += (geometry.index?.count ?? geometry.attributes.position.count) / 3;
    }
  }

  /** Draws what physics has of each node as lines over it. */
  async showBodies(shown: boolean): Promise<void> {
    const turn = ++this.bodiesTurn;
    const gltf = shown ? await loadFile("/collision.glb") : null;
    // Another one was asked for meanwhile.
    if (turn !== this.bodiesTurn) return;
    for (const body of this.bodies) {
      body.removeFromParent();
      body.traverse((part) => part instanceof THREE.Mesh && (part.geometry as THREE.BufferGeometry).dispose());
    }
    this.bodies = [];
    gltf?.traverse((node) => {
      const target = this.objects.get(node.userData.node as number);
      if (!target) return;
      const parts = node.children.filter((child) => child.userData.part);
      for (const part of parts) {
        part.userData = { isOverlay: true };
        part.traverse((mesh) => {
          if (!(mesh instanceof THREE.Mesh)) return;
          mesh.material = BODY_MATERIAL;
          mesh.raycast = () => {};
        });
      }
      this.bodies.push(...parts);
    });
    // After the walk, which must not lose its way.
    for (const part of this.bodies) {
      const target = this.objects.get(part.parent?.userData.node as number);
      target?.add(part);
    }
    this.changed();
  }

  remove(numbers: number[]): void {
    for (const number of numbers) {
      const object = this.objects.get(number);
      for (const child of object?.children ?? []) this.sides.release(child);
      object?.removeFromParent();
      this.objects.delete(number);
      this.motions.delete(number);
      this.moving.delete(number);
      this.lights.delete(number);
    }
    if (numbers.length) this.changed();
  }

  /** Takes a message with poses. */
  take(buffer: ArrayBuffer, now: number): { time: number; tick: number; wall: number } {
    const before = this.lastWall;
    const header = new DataView(buffer).getUint32(8, true);
    const jumps = before === 0;
    const message = readPoses(buffer, (node, x, y, z, rotation) => {
      let motion = this.motions.get(node);
      if (!motion) {
        motion = {
          from: new THREE.Vector3(x ?? 0, y ?? 0, z ?? 0),
          fromRotation: new THREE.Quaternion(),
          to: new THREE.Vector3(x ?? 0, y ?? 0, z ?? 0),
          toRotation: rotation ? new THREE.Quaternion(...rotation) : new THREE.Quaternion(),
          fromTime: header,
          toTime: header,
          settled: false,
        };
        motion.fromRotation.copy(motion.toRotation);
        this.motions.set(node, motion);
      } else {
        motion.from.copy(motion.to);
        motion.fromRotation.copy(motion.toRotation);
        // It stood still until the message before this one.
        motion.fromTime = Math.max(motion.toTime, before);
        motion.to.set(x ?? motion.to.x, y ?? motion.to.y, z ?? motion.to.z);
        if (rotation) motion.toRotation.set(...rotation);
        motion.toTime = header;
        motion.settled = false;
        if (jumps || motion.from.distanceTo(motion.to) > JUMP_M) {
          motion.from.copy(motion.to);
          motion.fromRotation.copy(motion.toRotation);
        }
      }
      this.moving.add(node);
    });
    if (before) {
      const interval = message.wall - before;
      if (interval < 250) this.interval += (Math.max(interval, 16) - this.interval) * 0.1;
    }
    this.lastWall = message.wall;
    // The quickest message says best how the clocks differ; slowly forgotten, as clocks drift.
    this.offset = Math.min(this.offset + 0.02, now - message.wall);
    return message;
  }

  /** Moves everything to where it is shown now. Returns whether anything moved. */
  move(now: number): boolean {
    const shown = now - this.offset - this.interval * DELAY_INTERVALS;
    let moved = false;
    for (const number of this.moving) {
      const motion = this.motions.get(number);
      const object = this.objects.get(number);
      if (!motion || motion.settled) {
        this.moving.delete(number);
        continue;
      }
      // Poses arrive before geometry.
      if (!object) continue;
      const span = motion.toTime - motion.fromTime;
      const share = span > 0 ? (shown - motion.fromTime) / span : 1;
      if (share >= 1) {
        object.position.copy(motion.to);
        object.quaternion.copy(motion.toRotation);
        motion.settled = true;
      } else if (share > 0) {
        object.position.lerpVectors(motion.from, motion.to, share);
        object.quaternion.slerpQuaternions(motion.fromRotation, motion.toRotation, share);
      } else {
        object.position.copy(motion.from);
        object.quaternion.copy(motion.fromRotation);
      }
      object.updateMatrix();
      object.matrixWorldNeedsUpdate = true;
      moved = true;
    }
    // All at once: three.js leaves the children of an object stale when it is asked for the place of that object alone.
    if (moved) this.root.updateMatrixWorld();
    return moved;
  }

  /** Takes a look that changed. */
  look(look: Look): void {
    const object = this.objects.get(look.node);
    if (!object) return;
    setShown(object, look.visible);
    if (look.light) this.lights.set(look.node, look.light);
    if (look.rgb) {
      for (const child of object.children) this.sides.release(child);
      const color = new THREE.Color().setRGB(...look.rgb, THREE.SRGBColorSpace);
      eachPart(object, (part) => {
        const paint = (material: THREE.Material) => {
          const own = material.clone();
          if ("color" in own) (own.color as THREE.Color).copy(color);
          own.opacity = look.alpha;
          own.transparent = look.alpha < 1;
          return own;
        };
        part.material = Array.isArray(part.material) ? part.material.map(paint) : paint(part.material);
      });
    }
    this.changed();
  }
}

/** Shows or hides the parts of a node, not the nodes below it. */
function setShown(object: THREE.Object3D, shown: boolean): void {
  for (const child of object.children) if (child.userData.part) child.visible = shown;
}

function eachPart(object: THREE.Object3D, act: (part: THREE.Mesh) => void): void {
  for (const child of object.children)
    if (child.userData.part) child.traverse((part) => part instanceof THREE.Mesh && act(part));
}
