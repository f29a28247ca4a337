// Bodies that physics moves: frames of links, centers of mass, boxes of inertia, and the forces at their contacts.

import * as THREE from "three";
import type { Mass, Reading } from "../protocol";

/** Length of the axes of a link. [m] */
const AXES_M = 0.12;
/** Radius of a center of mass, of a mass of one kilogram. [m] */
const CENTER_M = 0.012;
/** Length of the arrow of a force of one newton, and the longest arrow. [m] */
const M_PER_N = 0.004;
const ARROW_MAX_M = 2;
/** Forces below have no arrow. [N] */
const FORCE_MIN_N = 0.05;

/** Marks that are drawn over everything else. */
function overAll(material: THREE.Material): THREE.Material {
  material.depthTest = false;
  material.transparent = true;
  return material;
}

export class MassMarks {
  readonly root = new THREE.Group();
  private links: THREE.Object3D[] = [];
  private boxes: THREE.Object3D[] = [];
  private readonly arrows: THREE.ArrowHelper[] = [];

  constructor(private readonly node: (number: number) => THREE.Object3D | undefined) {}

  /** Frames of links: x red, y green, z blue. */
  showLinks(masses: Mass[], shown: boolean): void {
    for (const mark of this.links) mark.removeFromParent();
    this.links = [];
    if (!shown) return;
    for (const mass of masses) {
      const axes = new THREE.AxesHelper(AXES_M);
      overAll(axes.material as THREE.LineBasicMaterial);
      this.links.push(this.put(axes, mass));
    }
  }

  /** Centers of mass, and boxes with the mass and the inertia of each body. */
  showMasses(masses: Mass[], shown: boolean): void {
    for (const mark of this.boxes) mark.removeFromParent();
    this.boxes = [];
    if (!shown) return;
    for (const mass of masses) {
      const mark = new THREE.Group();
      mark.position.set(...mass.center);
      mark.quaternion.set(...mass.axes);
      const [x, y, z] = mass.half.map((half) => Math.max(2 * half, 0.002));
      const box = new THREE.EdgesGeometry(new THREE.BoxGeometry(x, y, z));
      mark.add(new THREE.LineSegments(box, overAll(new THREE.LineBasicMaterial({ color: "#d83ad8" }))));
      const ball = new THREE.SphereGeometry(CENTER_M * Math.cbrt(mass.mass), 16, 12);
      mark.add(new THREE.Mesh(ball, overAll(new THREE.MeshBasicMaterial({ color: "#ffd21f" }))));
      this.boxes.push(this.put(mark, mass));
    }
  }

  private put(mark: THREE.Object3D, mass: Mass): THREE.Object3D {
    mark.traverse((part) => {
      part.renderOrder = 6;
      part.userData.isOverlay = true;
    });
    this.node(mass.node)?.add(mark);
    return mark;
  }

  /** Takes the forces at contacts, in the world: place and force. [m, N] */
  takeForces(reading: Reading): void {
    const forces = (reading.fields.arrows ?? []) as number[][];
    let used = 0;
    for (const [x, y, z, ...parts] of forces) {
      const force = new THREE.Vector3(...parts);
      const newtons = force.length();
      if (!(newtons >= FORCE_MIN_N)) continue;
      const arrow = (this.arrows[used] ??= this.newArrow());
      used++;
      const length = Math.min(newtons * M_PER_N, ARROW_MAX_M);
      arrow.visible = true;
      arrow.position.set(x, y, z);
      arrow.setDirection(force.divideScalar(newtons));
      arrow.setLength(length, Math.min(0.04, length / 2), Math.min(0.02, length / 3));
    }
    for (const arrow of this.arrows.slice(used)) arrow.visible = false;
  }

  hideForces(): void {
    for (const arrow of this.arrows) arrow.visible = false;
  }

  private newArrow(): THREE.ArrowHelper {
    const arrow = new THREE.ArrowHelper(undefined, undefined, 1, "#e5262b");
    overAll(arrow.line.material as THREE.Material);
    overAll(arrow.cone.material as THREE.Material);
    arrow.line.renderOrder = arrow.cone.renderOrder = 7;
    this.root.add(arrow);
    return arrow;
  }

  clear(): void {
    this.links = [];
    this.boxes = [];
    this.hideForces();
  }
}
