// A list of the robots that can be added to the scene.

import { useSignal } from "@preact/signals";
import { spawn, type Spawnable, spawnables } from "../actions";
import type { Session } from "../session";
import * as state from "../state";
import { IconButton } from "./icons";

export function AddRobot({ session }: { session: Session }) {
  const listed = useSignal<Spawnable[] | null>(null);
  const search = useSignal("");
  if (state.recording.value) return null;
  const toggle = async (): Promise<void> => {
    listed.value = listed.value ? null : await spawnables(session);
  };
  const words = search.value.toLowerCase();
  const shown = (listed.value ?? []).filter(({ what }) => what.toLowerCase().includes(words));
  return (
    <div class="menu" onKeyDown={(event) => event.key === "Escape" && (listed.value = null)}>
      <IconButton icon="add" title="Add a robot" pressed={listed.value !== null} onClick={() => void toggle()} />
      {listed.value && (
        <div class="popup left" role="group" aria-label="Robots to add">
          <input
            type="search"
            placeholder="Add a robot"
            aria-label="Search robots"
            value={search.value}
            onInput={(event) => (search.value = event.currentTarget.value)}
          />
          <div class="choices">
            {shown.map(({ what, description }) => (
              <button
                key={what}
                type="button"
                class="choice"
                title={description}
                onClick={() => {
                  listed.value = null;
                  void spawn(session, what);
                }}
              >
                {what}
              </button>
            ))}
            {!shown.length && <p class="faint">Nothing fits.</p>}
          </div>
        </div>
      )}
    </div>
  );
}
