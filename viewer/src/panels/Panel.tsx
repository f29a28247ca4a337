// A panel with a title: it can be folded, and dragged to another side of the page.

import type { ComponentChildren } from "preact";
import { type Dock, DOCKS, dockOf, docks, dragged, folded, type PanelName, setDock, toggleFold } from "../docks";
import { Icon } from "./icons";

/** Movement from which on a press on the title drags the panel. [pixels] */
const DRAG_PX = 8;
/** Share of the page at its sides where a panel is dropped. */
const SIDE_SHARE = 0.3;

interface PanelProps {
  name: PanelName;
  title: string;
  label: string;
  /** Buttons and the like beside the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel({ name, title, label, tools, children }: PanelProps) {
  const isFolded = folded.value.has(name);
  const next = DOCKS[(DOCKS.indexOf(dockOf(name)) + 1) % DOCKS.length];
  return (
    <section class={`panel ${name} ${isFolded ? "folded" : ""}`} aria-label={label}>
      <header class="panel-title" onPointerDown={(event) => drag(name, event)}>
        <h2 title="Drag it to another side of the page">{title}</h2>
        {tools}
        <button type="button" class="small" title={`Move it: ${next}`} aria-label={`Move ${title}: ${next}`} onClick={() => setDock(name, next)}>
          <Icon name={`dock-${next}`} />
        </button>
        <button
          type="button"
          class="small"
          title={isFolded ? "Unfold" : "Fold"}
          aria-label={isFolded ? `Unfold ${title}` : `Fold ${title}`}
          aria-expanded={!isFolded}
          onClick={() => toggleFold(name)}
        >
          <Icon name={isFolded ? "unfold" : "fold"} />
        </button>
      </header>
      {!isFolded && children}
    </section>
  );
}

/** Panels at a side of the page, in the order in which they came there. */
export function DockArea({ dock, panels }: { dock: Dock; panels: Record<PanelName, ComponentChildren> }) {
  const names = Object.entries(docks.value).filter(([, at]) => at === dock);
  return <div class={`dock ${dock}`}>{names.map(([name]) => panels[name as PanelName])}</div>;
}

/** The side where a panel that is dragged would be put. */
export function DropZone() {
  return dragged.value && <div class={`drop-zone ${dragged.value}`} />;
}

function drag(name: PanelName, start: PointerEvent): void {
  if ((start.target as HTMLElement).closest("button, select, input") || start.button !== 0) return;
  const move = (event: PointerEvent): void => {
    if (!dragged.value && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_PX) return;
    dragged.value = sideAt(event.clientX / innerWidth, event.clientY / innerHeight);
    event.preventDefault();
  };
  const end = (event: PointerEvent): void => {
    for (const [kind, listener] of listeners) removeEventListener(kind, listener);
    const to = dragged.value;
    dragged.value = null;
    if (to && event.type === "pointerup") setDock(name, to);
  };
  const listeners = [
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ] as const;
  for (const [kind, listener] of listeners) addEventListener(kind, listener);
}

function sideAt(x: number, y: number): Dock {
  if (x < SIDE_SHARE) return "left";
  if (x > 1 - SIDE_SHARE) return "right";
  return y > 0.5 ? "bottom" : x < 0.5 ? "left" : "right";
}
