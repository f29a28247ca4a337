// The space that the visible meshes of an object take at this moment.

import * as THREE from "three";

/**
 * The box around its meshes, along the axes of a frame: `frameFromWorld`, that of the world by default. Bones and parents count
 * as they are now, overlays do not.
 */
export function boundsOf(object: THREE.Object3D, frameFromWorld = new THREE.Matrix4()): THREE.Box3 {
  const bounds = new THREE.Box3();
  const part = new THREE.Box3();
  const frameFromPart = new THREE.Matrix4();
  const add = (box: THREE.Box3 | null, mesh: THREE.Mesh): void => {
    if (!box || box.isEmpty()) return;
    frameFromPart.multiplyMatrices(frameFromWorld, mesh.matrixWorld);
    bounds.union(part.copy(box).applyMatrix4(frameFromPart));
  };
  const walk = (at: THREE.Object3D): void => {
    if (!at.visible || at.userData.isOverlay) return;
    if (at instanceof THREE.SkinnedMesh) {
      at.skeleton.update();
      at.computeBoundingBox();
      add(at.boundingBox, at);
    } else if (at instanceof THREE.Mesh) {
      const geometry = at.geometry as THREE.BufferGeometry;
      if (!geometry.boundingBox) geometry.computeBoundingBox();
      add(geometry.boundingBox, at);
    }
    at.children.forEach(walk);
  };
  object.updateWorldMatrix(true, true);
  walk(object);
  return bounds;
}

/** A box of lines around an object, along its own axes. */
export class SelectionBox extends THREE.Group {
  private readonly helper = new THREE.Box3Helper(new THREE.Box3(), 0x14b8a6);

  constructor() {
    super();
    this.matrixAutoUpdate = false;
    this.visible = false;
    // Over everything.
    Object.assign(this.helper.material, { depthTest: false, transparent: true, opacity: 0.8 });
    this.helper.renderOrder = 10;
    this.add(this.helper);
  }

  /** Puts it around an object where that is now. */
  enclose(object: THREE.Object3D | undefined): void {
    if (object) {
      object.updateWorldMatrix(true, false);
      this.helper.box.copy(boundsOf(object, object.matrixWorld.clone().invert()));
      this.matrix.copy(object.matrixWorld);
      this.matrixWorldNeedsUpdate = true;
    }
    this.visible = object !== undefined && !this.helper.box.isEmpty();
  }
}
