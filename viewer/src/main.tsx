// Starts the page.

import { render } from "preact";
import * as THREE from "three";
import { App } from "./App";
import * as editor from "./editor";
import { Session } from "./session";
import * as state from "./state";
import "./style.css";

THREE.Object3D.DEFAULT_UP.set(0, 0, 1);

const page = document.getElementById("app")!;
const scene = document.createElement("div");
scene.className = "scene";
document.body.insertBefore(scene, page);

try {
  const session = new Session(scene);
  render(<App session={session} />, page);
  // For tests: the state of the page.
  Object.assign(window, {
    morse: {
      state,
      session,
      editor,
      /** Where an object is shown, x y z, or null. */
      placeOf(name: string): number[] | null {
        const object = session.world.object(name);
        if (!object) return null;
        object.updateWorldMatrix(true, false);
        return new THREE.Vector3().setFromMatrixPosition(object.matrixWorld).toArray();
      },
      /** Where an object is in the picture, in pixels from the upper left. */
      pixelOf(name: string): number[] | null {
        const object = session.world.object(name);
        if (!object) return null;
        const at = object.getWorldPosition(new THREE.Vector3()).project(session.world.view.camera);
        return [((at.x + 1) / 2) * scene.clientWidth, ((1 - at.y) / 2) * scene.clientHeight];
      },
    },
  });
} catch (error) {
  page.innerHTML = "";
  const notice = document.createElement("div");
  notice.className = "notice";
  notice.textContent = `The scene cannot be drawn: ${error instanceof Error ? error.message : String(error)}`;
  page.append(notice);
}
