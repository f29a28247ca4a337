// Where the panels are: at the left, at the right or at the bottom of the page, folded or not. The browser remembers it.

import { effect, signal } from "@preact/signals";

export const DOCKS = ["left", "bottom", "right"] as const;
export type Dock = (typeof DOCKS)[number];
export type PanelName = "tree" | "inspector" | "log" | "plots";

const KEY = "morse panels";
const STANDARD: Record<PanelName, Dock> = { tree: "left", plots: "bottom", log: "bottom", inspector: "right" };

const kept = remembered();
/** The side of each panel. The order is that of panels at one side. */
export const docks = signal<Record<string, Dock>>(kept.docks);
export const folded = signal<Set<string>>(new Set(kept.folded));
/** Where a panel that is dragged would be put. */
export const dragged = signal<Dock | null>(null);

effect(() => localStorage.setItem(KEY, JSON.stringify({ docks: docks.value, folded: [...folded.value] })));

export function dockOf(name: PanelName): Dock {
  return docks.value[name];
}

/** Puts a panel behind those of a side. */
export function setDock(name: PanelName, dock: Dock): void {
  const { [name]: _, ...others } = docks.value;
  docks.value = { ...others, [name]: dock };
}

export function toggleFold(name: PanelName): void {
  const next = new Set(folded.value);
  if (!next.delete(name)) next.add(name);
  folded.value = next;
}

function remembered(): { docks: Record<string, Dock>; folded: string[] } {
  try {
    const { docks, folded } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { docks?: Record<string, Dock>; folded?: string[] };
    const known = Object.entries(docks ?? {}).filter(([name, dock]) => name in STANDARD && DOCKS.includes(dock));
    // Panels that an older page did not have come last.
    const missing = Object.entries(STANDARD).filter(([name]) => !docks || !(name in docks));
    return { docks: Object.fromEntries([...known, ...missing]), folded: folded ?? [] };
  } catch {
    return { docks: STANDARD, folded: [] };
  }
}
