// The palette of the editor: robots, people and objects for the scene, sensors and actuators for the selected robot.

import { useSignal } from "@preact/signals";
import * as editor from "../../editor";
import type { Session } from "../../session";
import * as state from "../../state";
import { IconButton } from "../icons";

interface Choice {
  key: string;
  text: string;
  title: string;
  add: () => Promise<void>;
}

export function Palette({ session }: { session: Session }) {
  const open = useSignal(false);
  const search = useSignal("");
  const middleware = useSignal("socket");
  const { value: palette } = editor.palette;
  const robot = state.robotOf(state.selected.value)?.name;
  const toggle = (): void => {
    open.value = !open.value;
    if (open.value && !palette) void editor.loadPalette(session);
  };
  const words = search.value.toLowerCase();
  const closing = (add: () => Promise<void>) => async () => {
    open.value = false;
    await add();
  };
  const classes = (listed: editor.PaletteClass[], carrier?: string): Choice[] =>
    listed.map(({ name, doc }) => ({
      key: name,
      text: name,
      title: doc,
      add: closing(() => editor.add(session, "add", carrier ? { builder: name, carrier, interface: middleware.value } : { builder: name })),
    }));
  const props = (palette?.props ?? []).flatMap(({ file, object }): Choice[] =>
    object ? [{ key: `${file} ${object}`, text: object, title: file, add: closing(() => editor.add(session, "add_prop", { file, object })) }] : [],
  );
  const groups: [string, Choice[]][] = palette
    ? [
        ...(robot
          ? ([
              [`Sensors for ${robot}`, classes(palette.sensors, robot)],
              [`Actuators for ${robot}`, classes(palette.actuators, robot)],
            ] as [string, Choice[]][])
          : []),
        ["Robots", classes(palette.robots)],
        ["People", classes(palette.people)],
        ["Objects", props],
        ["Zones", [{ key: "zone", text: "Zone", title: "A box in the world, such as one in which batteries are charged", add: closing(() => editor.addZone(session)) }]],
      ]
    : [];
  const shown = groups
    .map(([title, choices]) => [title, choices.filter(({ text, title: file }) => `${text} ${file}`.toLowerCase().includes(words))] as const)
    .filter(([, choices]) => choices.length > 0);
  return (
    <div class="menu" onKeyDown={(event) => event.key === "Escape" && (open.value = false)}>
      <IconButton icon="add" title="Add a robot, a person or an object; with a robot selected, a sensor or an actuator" pressed={open.value} onClick={toggle} />
      {open.value && (
        <div class="popup left palette" role="group" aria-label="Palette">
          <input type="search" placeholder="Search" aria-label="Search the palette" value={search.value} onInput={(event) => (search.value = event.currentTarget.value)} />
          {robot && palette && (
            <label class="switch">
              <span>Middleware</span>
              <select value={middleware.value} onChange={(event) => (middleware.value = event.currentTarget.value)}>
                {palette.interfaces.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <div class="choices">
            {shown.map(([title, choices]) => (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                {choices.map(({ key, text, title: about, add }) => (
                  <button key={key} type="button" class="choice" title={about} onClick={() => void add()}>
                    {text}
                  </button>
                ))}
              </section>
            ))}
            {!palette && <p class="faint">Loading…</p>}
            {palette && !shown.length && <p class="faint">Nothing fits.</p>}
          </div>
        </div>
      )}
    </div>
  );
}
