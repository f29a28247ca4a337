// Overlays of the scene: grid, names, frames, trails, goals, zones. Points have a file of their own.

import * as THREE from "three";
import { GOAL_KINDS, type Reading, type SceneObject, type Zone } from "../protocol";
import { colorOf } from "./colors";
import { grid } from "./grid";
import { PointClouds } from "./points";

const TRAIL_POINTS = 600;
const TRAIL_STEP_M = 0.05;
const FRAME_M = 0.35;

interface Trail {
  line: THREE.Line;
  count: number;
  last: THREE.Vector3;
}

export class Overlays {
  readonly root = new THREE.Group();
  readonly names: HTMLDivElement;
  readonly points = new PointClouds();
  private readonly grid: THREE.Mesh;
  private readonly trails = new Map<string, Trail>();
  private readonly goals = new Map<string, THREE.Group>();
  private frames: THREE.Object3D[] = [];
  private zones = new THREE.Group();
  private labels = new Map<string, HTMLSpanElement>();

  constructor(
    private readonly node: (number: number) => THREE.Object3D | undefined,
    container: HTMLElement,
  ) {
    this.grid = grid();
    this.root.add(this.grid, this.zones, this.points.root);
    this.names = document.createElement("div");
    this.names.className = "names";
    this.names.setAttribute("aria-hidden", "true");
    container.append(this.names);
  }

  setTheme(dark: boolean): void {
    const uniforms = (this.grid.material as THREE.ShaderMaterial).uniforms;
    uniforms.color.value.set(dark ? "#9fb4c4" : "#3b4b59");
  }

  showGrid(shown: boolean): void {
    this.grid.visible = shown;
  }

  /** Frames of robots and components: x red, y green, z blue. */
  showFrames(objects: SceneObject[], shown: boolean): void {
    for (const frame of this.frames) frame.removeFromParent();
    this.frames = [];
    if (!shown) return;
    for (const object of objects) {
      const node = object.node === null ? undefined : this.node(object.node);
      if (!node) continue;
      const axes = new THREE.AxesHelper(object.kind === "robot" ? FRAME_M * 2 : FRAME_M);
      (axes.material as THREE.LineBasicMaterial).depthTest = false;
      axes.renderOrder = 5;
      axes.userData.isOverlay = true;
      node.add(axes);
      this.frames.push(axes);
    }
  }

  showZones(zones: Zone[], shown: boolean): void {
    this.zones.clear();
    if (!shown) return;
    zones.forEach((zone, index) => {
      const [x, y, z] = zone.half.map((half) => Math.max(half * 2, 0.01));
      const box = new THREE.BoxGeometry(x, y, z);
      const color = colorOf(index);
      const fill = new THREE.Mesh(
        box,
        new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.14, depthWrite: false }),
      );
      fill.add(new THREE.LineSegments(new THREE.EdgesGeometry(box), new THREE.LineBasicMaterial({ color })));
      fill.position.set(...zone.center);
      this.zones.add(fill);
    });
  }

  /** Where an actuator is to go. */
  takeGoal(reading: Reading): void {
    if (!GOAL_KINDS.includes(reading.kind)) return;
    const { x, y, z, tolerance } = reading.fields as Record<string, number>;
    if (typeof x !== "number" || typeof y !== "number") return;
    let goal = this.goals.get(reading.component);
    if (!goal) {
      goal = new THREE.Group();
      const color = colorOf(this.goals.size + 1);
      const ring = new THREE.Mesh(
        new THREE.RingGeometry(0.94, 1, 64),
        new THREE.MeshBasicMaterial({ color, side: THREE.DoubleSide, transparent: true, opacity: 0.9 }),
      );
      const pole = new THREE.Mesh(
        new THREE.ConeGeometry(0.12, 0.5, 20).rotateX(-Math.PI / 2).translate(0, 0, 0.3),
        new THREE.MeshBasicMaterial({ color }),
      );
      goal.add(ring, pole);
      this.goals.set(reading.component, goal);
      this.root.add(goal);
    }
    goal.visible = true;
    goal.position.set(x, y, (z ?? 0) + 0.03);
    goal.children[0].scale.setScalar(Math.max(tolerance || 0.5, 0.1));
  }

  showGoals(shown: boolean): void {
    for (const goal of this.goals.values()) goal.visible = shown;
  }

  /** Adds where robots are now to their trails. */
  trace(robots: SceneObject[], shown: boolean): void {
    if (!shown) {
      for (const trail of this.trails.values()) trail.line.removeFromParent();
      this.trails.clear();
      return;
    }
    const at = new THREE.Vector3();
    robots.forEach((robot, index) => {
      const node = robot.node === null ? undefined : this.node(robot.node);
      if (!node) return;
      node.getWorldPosition(at);
      at.z += 0.04;
      let trail = this.trails.get(robot.name);
      if (!trail) {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(TRAIL_POINTS * 3), 3));
        geometry.setDrawRange(0, 0);
        const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colorOf(index) }));
        line.frustumCulled = false;
        this.root.add(line);
        trail = { line, count: 0, last: new THREE.Vector3(Infinity) };
        this.trails.set(robot.name, trail);
      }
      if (trail.last.distanceToSquared(at) < TRAIL_STEP_M ** 2) return;
      const positions = trail.line.geometry.attributes.position as THREE.BufferAttribute;
      if (trail.count === TRAIL_POINTS) {
        (positions.array as Float32Array).copyWithin(0, 3);
        trail.count--;
      }
      positions.setXYZ(trail.count++, at.x, at.y, at.z);
      positions.needsUpdate = true;
      trail.line.geometry.setDrawRange(0, trail.count);
      trail.last.copy(at);
    });
  }

  /** Forgets where robots were. */
  clearTrails(): void {
    for (const trail of this.trails.values()) {
      trail.count = 0;
      trail.last.set(Infinity, Infinity, Infinity);
      trail.line.geometry.setDrawRange(0, 0);
    }
  }

  /** Puts names over objects. */
  showNames(objects: SceneObject[], shown: boolean, camera: THREE.PerspectiveCamera, picked: string | null): void {
    const { clientWidth: width, clientHeight: height } = this.names;
    const at = new THREE.Vector3();
    const used = new Set<string>();
    const robot = picked?.split(".")[0];
    const listed = shown ? objects : objects.filter((object) => object.name === picked);
    for (const object of listed) {
      const node = object.node === null ? undefined : this.node(object.node);
      if (!node) continue;
      node.getWorldPosition(at);
      if (object.kind === "robot") at.z += 0.9;
      const distance = at.distanceTo(camera.position);
      // Names of components are of use from near by only, and of one robot at a time.
      const isOfPicked = robot !== undefined && object.name.startsWith(`${robot}.`);
      if (object.kind !== "robot" && object.name !== picked && (distance > 12 || !isOfPicked)) continue;
      at.project(camera);
      if (at.z > 1 || Math.abs(at.x) > 1.1 || Math.abs(at.y) > 1.1) continue;
      let label = this.labels.get(object.name);
      if (!label) {
        label = document.createElement("span");
        label.textContent = object.kind === "robot" ? object.name : object.name.split(".").pop()!;
        label.className = `name ${object.kind}`;
        this.labels.set(object.name, label);
        this.names.append(label);
      }
      used.add(object.name);
      label.classList.toggle("picked", object.name === picked);
      label.style.transform = `translate(-50%,-50%) translate(${((at.x + 1) / 2) * width}px, ${((1 - at.y) / 2) * height}px)`;
    }
    for (const [name, label] of this.labels) {
      if (used.has(name)) continue;
      label.remove();
      this.labels.delete(name);
    }
  }

  clear(): void {
    for (const goal of this.goals.values()) goal.removeFromParent();
    this.goals.clear();
    this.points.clear();
    this.trace([], false);
    this.frames = [];
  }
}
