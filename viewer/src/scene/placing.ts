// Moves an object with the mouse: over the ground and other surfaces, along axes, up and down, or about its axes.

import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { boundsOf } from "./bounds";

export type PlacingMode = "ground" | "axes" | "height" | "turn";

export interface Place {
  position: THREE.Vector3;
  rotation: THREE.Quaternion;
}

/** A surface that leans less carries objects: the least height of its normal. */
const CARRIES = 0.7;
/** How far over an object surfaces are looked for that carry it. [m] */
const ABOVE_M = 0.5;

export class Placing {
  /** Called when the user lets go: where the object was, and where it is to be. */
  placed: (before: Place, after: Place) => void = () => {};
  changed: () => void = () => {};
  /** Called when the user begins to move an object, and when they let go. */
  dragging: (isDragging: boolean) => void = () => {};

  private mode: PlacingMode = "ground";
  private object?: THREE.Object3D;
  private readonly gizmo: TransformControls;
  /** Where the object is to be: the object itself follows the simulator. */
  private readonly target = new THREE.Object3D();
  private ghost?: THREE.Object3D;
  private before: Place = { position: new THREE.Vector3(), rotation: new THREE.Quaternion() };
  /** From the place under the pointer to the origin of the object, in the plane. */
  private readonly grip = new THREE.Vector3();
  /** Height of its origin over its lowest point, and half its width. [m] */
  private lift = 0;
  private radius = 0;
  private isMoving = false;
  private readonly ray = new THREE.Raycaster();

  constructor(
    private readonly scene: THREE.Scene,
    private readonly root: THREE.Object3D,
    private readonly camera: THREE.PerspectiveCamera,
    private readonly element: HTMLElement,
  ) {
    this.gizmo = new TransformControls(camera, element);
    this.gizmo.addEventListener("change", () => this.changed());
    this.gizmo.addEventListener("dragging-changed", (event) => (event.value ? this.begin() : this.end()));
    this.gizmo.addEventListener("objectChange", () => this.follow());
    scene.add(this.gizmo.getHelper(), this.target);
    element.addEventListener("pointerdown", (event) => this.press(event), true);
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", () => this.isMoving && this.end());
    element.addEventListener("pointercancel", () => this.isMoving && this.end());
  }

  /** Whether the pointer moves an object, or is over a handle. */
  get isBusy(): boolean {
    return this.isMoving || this.gizmo.dragging || this.gizmo.axis !== null;
  }

  /** Moves this object from now on; none if undefined. */
  attach(object: THREE.Object3D | undefined, mode: PlacingMode): void {
    this.object = object;
    this.mode = mode;
    this.gizmo.detach();
    if (object && mode !== "ground") {
      this.gizmo.setMode(mode === "turn" ? "rotate" : "translate");
      this.gizmo.showX = this.gizmo.showY = mode !== "height";
      this.reset(object);
      this.gizmo.attach(this.target);
    }
    this.changed();
  }

  /** Keeps the handles at the object, which the simulator moves. */
  update(): void {
    if (!this.object || this.mode === "ground" || this.gizmo.dragging) return;
    this.object.updateWorldMatrix(true, false);
    this.object.matrixWorld.decompose(this.target.position, this.target.quaternion, this.target.scale);
  }

  private reset(object: THREE.Object3D): void {
    object.updateWorldMatrix(true, true);
    object.getWorldPosition(this.target.position);
    object.getWorldQuaternion(this.target.quaternion);
    this.target.updateMatrixWorld();
    const box = boundsOf(object);
    if (box.isEmpty()) box.setFromCenterAndSize(this.target.position, new THREE.Vector3());
    this.lift = this.target.position.z - box.min.z;
    this.radius = Math.max(box.max.x - box.min.x, box.max.y - box.min.y) / 2;
  }

  private begin(): void {
    const { object } = this;
    if (!object) return;
    this.reset(object);
    this.before = { position: this.target.position.clone(), rotation: this.target.quaternion.clone() };
    this.ghost = ghostOf(object);
    this.scene.add(this.ghost);
    this.follow();
    this.dragging(true);
  }

  /** Shows where the object will be. An object that is moved up or down stops on the surface below it. */
  private follow(): void {
    if (this.mode === "height" && this.gizmo.dragging) {
      const floor = this.surfaceBelow(this.target.position, this.before.position.z + ABOVE_M);
      if (floor !== null) this.target.position.z = Math.max(this.target.position.z, floor + this.lift);
    }
    this.target.updateMatrixWorld();
    if (this.ghost) this.ghost.matrix.copy(this.target.matrixWorld);
    this.changed();
  }

  private end(): void {
    this.isMoving = false;
    this.ghost?.removeFromParent();
    this.ghost = undefined;
    this.dragging(false);
    const after = { position: this.target.position.clone(), rotation: this.target.quaternion.clone() };
    const isSame =
      after.position.distanceTo(this.before.position) < 1e-4 && after.rotation.angleTo(this.before.rotation) < 1e-4;
    if (!isSame) this.placed(this.before, after);
    this.changed();
  }

  private press(event: PointerEvent): void {
    const { object } = this;
    if (!object || this.mode !== "ground" || event.button !== 0) return;
    this.aim(event);
    if (!this.ray.intersectObject(object, true).some(({ object: hit }) => isVisible(hit))) return;
    this.begin();
    this.isMoving = true;
    this.element.setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
    const under = this.under();
    this.grip.copy(this.target.position).sub(under?.point ?? this.target.position).setZ(0);
    if (under?.isWall || this.grip.length() > this.radius * 2) this.grip.set(0, 0, 0);
  }

  private move(event: PointerEvent): void {
    if (!this.isMoving) return;
    this.aim(event);
    const under = this.under();
    if (!under) return;
    const { position } = this.target;
    position.set(under.point.x + this.grip.x, under.point.y + this.grip.y, position.z);
    const top = under.isWall ? this.before.position.z : under.point.z;
    const floor = this.surfaceBelow(position, top + ABOVE_M);
    if (floor !== null) position.z = floor + this.lift;
    this.follow();
  }

  private aim(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.ray.far = Infinity;
    this.ray.setFromCamera(new THREE.Vector2(x, y), this.camera);
  }

  /** The place under the pointer: on a surface, in front of a wall, or on the plane on which the object stands. */
  private under(): { point: THREE.Vector3; isWall: boolean } | null {
    const [hit] = this.others();
    const normal = hit && normalOf(hit);
    if (hit && normal && Math.abs(normal.z) >= CARRIES) return { point: hit.point, isWall: false };
    if (hit && normal) {
      // Towards the camera, whichever side of the wall the mesh has.
      normal.setZ(0).normalize();
      if (normal.dot(this.ray.ray.direction) > 0) normal.negate();
      return { point: hit.point.clone().addScaledVector(normal, this.radius), isWall: true };
    }
    const ground = new THREE.Plane(new THREE.Vector3(0, 0, 1), this.lift - this.before.position.z);
    const point = this.ray.ray.intersectPlane(ground, new THREE.Vector3());
    return point && { point, isWall: false };
  }

  /** Height of the surface below a place that carries the object, looked for from a height downwards. */
  surfaceBelow(place: THREE.Vector3, top: number): number | null {
    this.ray.set(new THREE.Vector3(place.x, place.y, top), new THREE.Vector3(0, 0, -1));
    const carrying = this.others().find((hit) => Math.abs(normalOf(hit)?.z ?? 0) >= CARRIES);
    return carrying?.point.z ?? null;
  }

  /** The first hit of the ray on any other object. */
  private others(): THREE.Intersection[] {
    const own = new Set<THREE.Object3D>();
    this.object?.traverse((part) => own.add(part));
    return this.ray.intersectObject(this.root, true).filter(({ object }) => !own.has(object) && isVisible(object));
  }
}

function normalOf(hit: THREE.Intersection): THREE.Vector3 | undefined {
  return hit.face?.normal.clone().transformDirection(hit.object.matrixWorld);
}

function isVisible(object: THREE.Object3D): boolean {
  for (let at: THREE.Object3D | null = object; at; at = at.parent) if (!at.visible) return false;
  return true;
}

/** A transparent copy of the meshes of an object, placed by its matrix. */
function ghostOf(object: THREE.Object3D): THREE.Object3D {
  const ghost = new THREE.Group();
  ghost.matrixAutoUpdate = false;
  const material = new THREE.MeshBasicMaterial({ color: 0x14b8a6, transparent: true, opacity: 0.35, depthWrite: false });
  const fromWorld = object.matrixWorld.clone().invert();
  object.traverseVisible((part) => {
    // Bones would place the copy where the object is.
    if (!(part instanceof THREE.Mesh) || part instanceof THREE.SkinnedMesh) return;
    const copy = new THREE.Mesh(part.geometry as THREE.BufferGeometry, material);
    copy.matrixAutoUpdate = false;
    copy.matrix.multiplyMatrices(fromWorld, part.matrixWorld);
    ghost.add(copy);
  });
  if (ghost.children.length) return ghost;
  const box = boundsOf(object);
  const center = box.getCenter(new THREE.Vector3()).applyMatrix4(fromWorld);
  const size = box.getSize(new THREE.Vector3());
  const copy = new THREE.Mesh(new THREE.BoxGeometry(size.x, size.y, size.z), material);
  copy.position.copy(center);
  ghost.add(copy);
  return ghost;
}
