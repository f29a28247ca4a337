// The page: the scene, and the panels around it.

import { useEffect } from "preact/hooks";
import { undo } from "./actions";
import * as editor from "./editor";
import { Drive } from "./panels/Drive";
import { IconButton } from "./panels/icons";
import { Inspector } from "./panels/Inspector";
import { Log } from "./panels/Log";
import { DockArea, DropZone } from "./panels/Panel";
import { Pictures } from "./panels/Pictures";
import { Plots } from "./panels/Plots";
import { TopBar } from "./panels/TopBar";
import { Tree } from "./panels/Tree";
import { DOCKS } from "./docks";
import type { PlacingMode } from "./scene/placing";
import type { Session } from "./session";
import * as state from "./state";

const PLACING_KEYS: Record<string, PlacingMode> = { m: "ground", u: "height", r: "turn" };
const EDITING_KEYS: Record<string, PlacingMode> = { ...PLACING_KEYS, a: "axes" };

export function App({ session }: { session: Session }) {
  useEffect(() => keys(session), []);
  useEffect(() => {
    addEventListener("beforeunload", leaving);
    return () => removeEventListener("beforeunload", leaving);
  }, []);
  const panel = state.panel.value;
  const tab = (name: typeof panel) => () =>
    (state.panel.value = state.panel.value === name ? "none" : name);
  return (
    <div class={`page shows-${panel} ${state.objects.value.length ? "" : "no-objects"}`}>
      <TopBar session={session} />
      {DOCKS.map((dock) => (
        <DockArea
          key={dock}
          dock={dock}
          panels={{
            tree: <Tree key="tree" session={session} />,
            inspector: <Inspector key="inspector" session={session} />,
            log: <Log key="log" />,
            plots: <Plots key="plots" />,
          }}
        />
      ))}
      <DropZone />
      <Pictures session={session} />
      <Drive session={session} />
      <Notice />
      <nav class="tabs" aria-label="Panels">
        <IconButton icon="tree" label="Scene" title="Scene" pressed={panel === "tree"} onClick={tab("tree")} />
        <IconButton
          icon="inspector"
          label="Details"
          title="Details"
          pressed={panel === "inspector"}
          onClick={tab("inspector")}
        />
        <IconButton icon="plot" label="Plots" title="Plots" pressed={panel === "plots"} onClick={tab("plots")} />
        <IconButton icon="log" label="Log" title="Log" pressed={panel === "log"} onClick={tab("log")} />
      </nav>
    </div>
  );
}

function Notice() {
  const text =
    state.notice.value ??
    (state.connection.value === "lost" ? "The simulator cannot be reached. This page goes on when it is there again." : null);
  return (
    <>
      {text && (
        <div class="notice" role="alert">
          {text}
        </div>
      )}
      {!text && state.loading.value && <div class="notice quiet">Loading the scene…</div>}
      {state.toast.value && (
        <div class="toast" role="status">
          {state.toast.value}
        </div>
      )}
    </>
  );
}

const isSaving = (event: KeyboardEvent): boolean => (event.ctrlKey || event.metaKey) && event.key === "s";

/** Carries out the key of an action of the editor. */
function editingKey(session: Session, event: KeyboardEvent): boolean {
  const name = state.selected.value;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === "z") void editor.changeAndTell(session, event.shiftKey ? "redo" : "undo");
  else if (isCommand && key === "y") void editor.changeAndTell(session, "redo");
  else if (isCommand && key === "d" && name) void editor.duplicate(session, name);
  else if (event.key === "Delete" && name) void editor.changeAndTell(session, "remove", [name]);
  else if (!isCommand && key in EDITING_KEYS && name)
    state.placing.value = state.placing.value === EDITING_KEYS[key] ? null : EDITING_KEYS[key];
  else return false;
  return true;
}

/** Asks before a page is left that has changes which are not saved. */
function leaving(event: BeforeUnloadEvent): void {
  if (editor.status.value?.unsaved) event.preventDefault();
}

function keys(session: Session): () => void {
  const press = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (editor.isOn.value && isSaving(event)) {
      event.preventDefault();
      return void editor.save(session);
    }
    if (/INPUT|SELECT|TEXTAREA/.test(target.tagName) && !["checkbox", "range"].includes((target as HTMLInputElement).type)) return;
    if (editor.isOn.value && editingKey(session, event)) return event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      event.preventDefault();
      return void undo(session);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && target.tagName === "BUTTON") return;
    const subject = state.selected.value !== null;
    const isLive = state.isLive.value;
    const overlay = state.OVERLAYS.find(({ key }) => key === event.key);
    const hasTime = !editor.isOn.value;
    if (event.key === " " && hasTime) void session.togglePause();
    else if (event.key === "." && hasTime) void session.step();
    else if (event.key === "Escape" && state.enlarged.value) state.enlarged.value = null;
    else if (event.key === "Escape") session.select(null);
    else if (event.key === "Home") session.world.home();
    else if (event.key === "f" && subject)
      state.cameraMode.value = state.cameraMode.value === "follow" ? "orbit" : "follow";
    else if (event.key === "e" && subject)
      state.cameraMode.value = state.cameraMode.value === "first person" ? "orbit" : "first person";
    else if (event.key === "d" && subject && isLive) state.driving.value = !state.driving.value;
    else if (event.key === "p" && isLive) state.pulling.value = !state.pulling.value;
    else if (event.key in PLACING_KEYS && subject && isLive) {
      const mode = PLACING_KEYS[event.key];
      state.placing.value = state.placing.value === mode ? null : mode;
    } else if (overlay)
      state.overlays.value = { ...state.overlays.value, [overlay.name]: !state.overlays.value[overlay.name] };
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
