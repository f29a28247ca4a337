// Leaves out the insides of closed bodies, which are invisible from outside: without a graphics card they take as long as outsides.

import * as THREE from "three";

/** Most triangles of a part that is looked at. */
const TRIANGLES_MAX = 100_000;
/** How long parts are looked at between two pictures, after the first ones. [ms] */
const BUDGET_MS = 30;
const FIRST_PICTURES = 5;
/** How near to a body the camera may be and see no more of its inside. [m] */
const MARGIN_M = 0.3;

interface Body {
  part: THREE.Object3D;
  meshes: THREE.Mesh[];
  box: THREE.Box3;
  sphere: THREE.Sphere;
  /** Their materials, with both sides. */
  materials: THREE.Material[];
  isOutside: boolean;
}

export class Sides {
  private waiting: THREE.Object3D[] = [];
  private readonly bodies = new Map<THREE.Object3D, Body>();
  /** Whether geometries together are closed, by their identifiers. */
  private readonly closed = new Map<string, boolean>();
  private readonly fronts = new WeakMap<THREE.Material, THREE.Material>();
  private readonly at = new THREE.Vector3();
  private readonly sphere = new THREE.Sphere();
  private readonly inverse = new THREE.Matrix4();

  /** Takes a part, to be looked at later. */
  add(part: THREE.Object3D): void {
    this.waiting.push(part);
  }

  clear(): void {
    this.waiting = [];
    this.bodies.clear();
  }

  /** Has a part drawn with both sides from now on. */
  release(part: THREE.Object3D): void {
    const body = this.bodies.get(part);
    this.waiting = this.waiting.filter((other) => other !== part);
    if (!body) return;
    body.meshes.forEach((mesh, index) => (mesh.material = body.materials[index]));
    this.bodies.delete(part);
  }

  /** Decides of each body whether the camera can be inside of it. `drawn` counts the pictures. */
  update(camera: THREE.Vector3, drawn: number): void {
    const end = performance.now() + (drawn < FIRST_PICTURES ? 0 : BUDGET_MS);
    while (this.waiting.length && performance.now() < end) this.look(this.waiting.pop()!);
    for (const body of this.bodies.values()) {
      const { part, meshes, materials } = body;
      this.sphere.copy(body.sphere).applyMatrix4(part.matrixWorld).radius += MARGIN_M;
      const isOutside = !this.sphere.containsPoint(camera) || this.isOutsideOfBox(body, camera);
      if (isOutside === body.isOutside) continue;
      body.isOutside = isOutside;
      meshes.forEach((mesh, index) => (mesh.material = isOutside ? this.front(materials[index]) : materials[index]));
    }
  }

  private isOutsideOfBox({ part, box }: Body, camera: THREE.Vector3): boolean {
    this.at.copy(camera).applyMatrix4(this.inverse.copy(part.matrixWorld).invert());
    return box.distanceToPoint(this.at) * part.matrixWorld.getMaxScaleOnAxis() > MARGIN_M;
  }

  private front(material: THREE.Material): THREE.Material {
    let front = this.fronts.get(material);
    if (!front) {
      front = material.clone();
      front.side = THREE.FrontSide;
      this.fronts.set(material, front);
    }
    return front;
  }

  private look(part: THREE.Object3D): void {
    const meshes: THREE.Mesh[] = [];
    part.traverse((object) => object instanceof THREE.Mesh && meshes.push(object));
    const materials = meshes.map((mesh) => mesh.material as THREE.Material);
    const isSolid = (material: THREE.Material) =>
      material.side === THREE.DoubleSide && !material.transparent && material.alphaTest === 0;
    if (!materials.every(isSolid) || meshes.some((mesh) => mesh instanceof THREE.SkinnedMesh)) return;
    // Meshes of several materials are children of their part, and stand where it stands.
    if (meshes.some((mesh) => mesh !== part && !mesh.matrix.equals(new THREE.Matrix4()))) return;
    const geometries = meshes.map((mesh) => mesh.geometry);
    const key = geometries.map(({ uuid }) => uuid).join();
    if (!this.closed.has(key)) this.closed.set(key, isClosed(geometries));
    if (!this.closed.get(key)) return;
    const box = new THREE.Box3();
    for (const geometry of geometries) {
      if (!geometry.boundingBox) geometry.computeBoundingBox();
      box.union(geometry.boundingBox!);
    }
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    this.bodies.set(part, { part, meshes, box, sphere, materials, isOutside: false });
  }
}

/**
 * Whether triangles enclose space: each edge is passed as often in one direction as in the other, and each piece has its
 * outside outwards.
 */
export function isClosed(geometries: THREE.BufferGeometry[]): boolean {
  const corners: number[] = [];
  const places: THREE.Vector3[] = [];
  const known = new Map<string, number>();
  for (const { index, attributes } of geometries) {
    const count = index?.count ?? attributes.position.count;
    if (corners.length + count > TRIANGLES_MAX * 3) return false;
    const numbers: number[] = [];
    for (let vertex = 0; vertex < attributes.position.count; vertex++) {
      const place = new THREE.Vector3().fromBufferAttribute(attributes.position, vertex);
      const name = `${place.x} ${place.y} ${place.z}`;
      let number = known.get(name);
      if (number === undefined) {
        number = places.push(place) - 1;
        known.set(name, number);
      }
      numbers.push(number);
    }
    for (let at = 0; at < count; at++) corners.push(numbers[index ? index.getX(at) : at]);
  }
  const piece = places.map((_, number) => number);
  const root = (number: number): number => {
    while (piece[number] !== number) number = piece[number] = piece[piece[number]];
    return number;
  };
  const passed = new Map<number, number>();
  for (let at = 0; at + 2 < corners.length; at += 3) {
    for (let side = 0; side < 3; side++) {
      const [from, to] = [corners[at + side], corners[at + ((side + 1) % 3)]];
      if (from === to) continue;
      const key = Math.min(from, to) * places.length + Math.max(from, to);
      passed.set(key, (passed.get(key) ?? 0) + (from < to ? 1 : -1));
      piece[root(from)] = root(to);
    }
  }
  for (const balance of passed.values()) if (balance) return false;
  const volumes = new Map<number, number>();
  const across = new THREE.Vector3();
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a, b, c] = [places[corners[at]], places[corners[at + 1]], places[corners[at + 2]]];
    const number = root(corners[at]);
    volumes.set(number, (volumes.get(number) ?? 0) + a.dot(across.crossVectors(b, c)));
  }
  return volumes.size > 0 && [...volumes.values()].every((volume) => volume > 0);
}
