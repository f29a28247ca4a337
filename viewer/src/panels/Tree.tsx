// The tree of robots and their components.

import { useSignal } from "@preact/signals";
import type { SceneObject } from "../protocol";
import * as editor from "../editor";
import type { Session } from "../session";
import * as state from "../state";
import { AddRobot } from "./AddRobot";
import { Palette } from "./editor/Palette";
import { Icon } from "./icons";
import { Panel } from "./Panel";

/** A longer list is narrowed by the search. */
const SHOWN_MAX = 300;

export function Tree({ session }: { session: Session }) {
  const search = useSignal("");
  const closed = useSignal<Set<string>>(new Set());
  const all = state.objects.value;
  const words = search.value.toLowerCase();
  const children = new Map<string | null, SceneObject[]>();
  for (const object of all) {
    if (object.kind === "zone" && !editor.isOn.value) continue;
    const parent = object.parent && state.byName.value.has(object.parent) ? object.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), object]);
  }
  const matches = (object: SceneObject): boolean =>
    !words || object.name.toLowerCase().includes(words) || (children.get(object.name) ?? []).some(matches);
  // With many robots, only the selected one is open at first.
  const isCrowd = all.filter((object) => object.kind === "robot").length > 12;
  const isOpen = (name: string): boolean =>
    words !== "" || (isCrowd ? closed.value.has(name) : !closed.value.has(name));
  const rows: { object: SceneObject; depth: number }[] = [];
  const walk = (parent: string | null, depth: number): void => {
    for (const object of children.get(parent) ?? []) {
      if (!matches(object)) continue;
      rows.push({ object, depth });
      if (isOpen(object.name)) walk(object.name, depth + 1);
    }
  };
  walk(null, 0);
  const toggle = (name: string): void => {
    const next = new Set(closed.value);
    if (!next.delete(name)) next.add(name);
    closed.value = next;
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = rows.findIndex(({ object }) => object.name === state.selected.value);
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (next) session.select(next.object.name);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".row[aria-selected=true]")?.focus());
  };
  return (
    <Panel name="tree" title="Scene" label="Robots and components" tools={editor.isOn.value ? <Palette session={session} /> : <AddRobot session={session} />}>
      {all.length > 8 && (
        <input
          type="search"
          placeholder="Search"
          aria-label="Search"
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      )}
      <div class="rows" role="tree" onKeyDown={onKey}>
        {rows.slice(0, SHOWN_MAX).map(({ object, depth }) => {
          const hasChildren = children.has(object.name);
          return (
            <div
              key={object.name}
              class="row"
              role="treeitem"
              tabIndex={0}
              aria-selected={object.name === state.selected.value}
              aria-expanded={hasChildren ? isOpen(object.name) : undefined}
              style={{ paddingLeft: `${depth * 14 + 6}px` }}
              title={object.class ?? undefined}
              onClick={() => session.select(object.name)}
              onDblClick={() => session.world.focus(object.name)}
              onKeyDown={(event) => {
                if (event.key === "Enter") session.select(object.name);
                if (event.key === "ArrowRight" && hasChildren && !isOpen(object.name)) toggle(object.name);
                if (event.key === "ArrowLeft" && hasChildren && isOpen(object.name)) toggle(object.name);
              }}
            >
              <button
                type="button"
                class={`twisty ${hasChildren ? (isOpen(object.name) ? "open" : "") : "none"}`}
                tabIndex={-1}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  toggle(object.name);
                }}
              />
              <Icon name={object.kind} />
              <span class="name-text">{object.parent ? object.name.split(".").pop() : object.name}</span>
              <span class="class">{object.class?.split(".").pop()}</span>
            </div>
          );
        })}
        {rows.length > SHOWN_MAX && <p class="faint">{rows.length - SHOWN_MAX} more: search for them</p>}
        {!rows.length && <p class="faint">{all.length ? "Nothing fits." : "There is no robot in this scene."}</p>}
      </div>
    </Panel>
  );
}
