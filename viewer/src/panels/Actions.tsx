// Actions on the selected object: follow, drive, move, remove it.

import { useSignal } from "@preact/signals";
import { remove } from "../actions";
import type { SceneObject } from "../protocol";
import type { PlacingMode } from "../scene/placing";
import type { Session } from "../session";
import * as state from "../state";
import { driver } from "./Drive";
import { IconButton } from "./icons";

const PLACING: { mode: PlacingMode; icon: string; label: string; title: string }[] = [
  { mode: "ground", icon: "move", label: "Move", title: "Drag it over the ground and other surfaces (m)" },
  { mode: "height", icon: "height", label: "Up/down", title: "Move it up and down (u)" },
  { mode: "turn", icon: "reset", label: "Turn", title: "Turn it (r)" },
];

export function Actions({ object, session }: { object: SceneObject; session: Session }) {
  const isAsked = useSignal(false);
  const mode = state.cameraMode.value;
  const robot = state.robotOf(object.name);
  // A recording cannot be changed.
  const isLive = state.recording.value === null;
  const canDrive = isLive && robot !== undefined && driver(robot.name) !== undefined;
  const canMove = isLive && (object.kind === "robot" || object.kind === "object");
  const toggle = (to: "follow" | "first person") => (state.cameraMode.value = mode === to ? "orbit" : to);
  return (
    <div class="actions" role="group" aria-label="Actions">
      <IconButton
        icon="follow"
        label="Follow"
        title="The camera follows it (f)"
        pressed={mode === "follow"}
        onClick={() => toggle("follow")}
      />
      <IconButton
        icon="eye"
        label="Eyes"
        title="See with its eyes (e)"
        pressed={mode === "first person"}
        onClick={() => toggle("first person")}
      />
      {canDrive && (
        <IconButton
          icon="drive"
          label="Drive"
          title="Drive it with W A S D or the arrow keys (d)"
          pressed={state.driving.value}
          onClick={() => (state.driving.value = !state.driving.value)}
        />
      )}
      {canMove &&
        PLACING.map(({ mode: way, icon, label, title }) => (
          <IconButton
            key={way}
            icon={icon}
            label={label}
            title={title}
            pressed={state.placing.value === way}
            onClick={() => (state.placing.value = state.placing.value === way ? null : way)}
          />
        ))}
      {canMove && (
        <IconButton
          icon="remove"
          label={isAsked.value ? "Really?" : "Remove"}
          title="Remove it from the scene; this cannot be taken back"
          onClick={() => {
            if (isAsked.value) void remove(session, object.name);
            isAsked.value = !isAsked.value;
          }}
        />
      )}
    </div>
  );
}
