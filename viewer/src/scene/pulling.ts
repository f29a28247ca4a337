// Pulls a body with the mouse: a spring from the point that was pressed to the pointer.

import * as THREE from "three";
import type { Mass } from "../protocol";

/** Time between two calls of the simulator, whose springs last for a quarter of a second. [ms] */
const PERIOD_MS = 33;

export class Pulling {
  /** Pulls a point of a body, in its frame, to a place in the world. */
  pull: (body: string, point: THREE.Vector3, target: THREE.Vector3) => void = () => {};
  changed: () => void = () => {};
  /** Called when the user begins to pull, and when they let go. */
  dragging: (isDragging: boolean) => void = () => {};
  isOn = false;
  masses: Mass[] = [];

  private held?: { body: string; object: THREE.Object3D; point: THREE.Vector3 };
  private readonly plane = new THREE.Plane();
  private readonly target = new THREE.Vector3();
  private readonly ray = new THREE.Raycaster();
  private readonly line: THREE.Line;
  private timer?: ReturnType<typeof setInterval>;

  constructor(
    scene: THREE.Scene,
    private readonly root: THREE.Object3D,
    private readonly camera: THREE.PerspectiveCamera,
    private readonly element: HTMLElement,
  ) {
    const material = new THREE.LineBasicMaterial({ color: "#18c29c", depthTest: false, transparent: true });
    this.line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([this.target, this.target]), material);
    this.line.frustumCulled = false;
    this.line.renderOrder = 8;
    this.line.visible = false;
    scene.add(this.line);
    element.addEventListener("pointerdown", (event) => this.press(event), true);
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", () => this.release());
    element.addEventListener("pointercancel", () => this.release());
  }

  get isBusy(): boolean {
    return this.held !== undefined;
  }

  /** Keeps the line at the body, which the simulator moves. */
  update(): void {
    if (!this.held) return;
    const positions = this.line.geometry.attributes.position as THREE.BufferAttribute;
    const from = this.held.object.localToWorld(this.held.point.clone());
    positions.setXYZ(0, from.x, from.y, from.z);
    positions.setXYZ(1, this.target.x, this.target.y, this.target.z);
    positions.needsUpdate = true;
  }

  private press(event: PointerEvent): void {
    if (!this.isOn || event.button !== 0) return;
    this.aim(event);
    const byNode = new Map(this.masses.map((mass) => [mass.node, mass.name]));
    const hit = this.ray.intersectObject(this.root, true).find(({ object }) => !object.userData.isOverlay);
    for (let at: THREE.Object3D | null = hit?.object ?? null; at && hit; at = at.parent) {
      const body = byNode.get(at.userData.node as number);
      if (body === undefined) continue;
      this.held = { body, object: at, point: at.worldToLocal(hit.point.clone()) };
      this.plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new THREE.Vector3()), hit.point);
      this.target.copy(hit.point);
      this.line.visible = true;
      this.element.setPointerCapture(event.pointerId);
      this.dragging(true);
      this.timer = setInterval(() => this.send(), PERIOD_MS);
      event.stopPropagation();
      return;
    }
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    this.aim(event);
    this.ray.ray.intersectPlane(this.plane, this.target);
    this.changed();
  }

  private send(): void {
    if (this.held) this.pull(this.held.body, this.held.point, this.target);
    this.changed();
  }

  private release(): void {
    if (!this.held) return;
    clearInterval(this.timer);
    this.held = undefined;
    this.line.visible = false;
    this.dragging(false);
    this.changed();
  }

  private aim(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const pointer = new THREE.Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.ray.setFromCamera(pointer, this.camera);
  }
}
