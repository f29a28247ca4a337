// The log of the run: messages of the simulator, and the services that clients call.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import * as state from "../state";
import { Panel } from "./Panel";

const LEVELS = ["all", "info", "warning", "error", "call"] as const;

export function Log() {
  const level = useSignal<(typeof LEVELS)[number]>("all");
  const list = useRef<HTMLOListElement>(null);
  const lines = state.log.value.filter(({ level: of }) => {
    if (level.value === "warning") return of === "warning" || of === "error";
    return level.value === "all" || of === level.value;
  });
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  return (
    <Panel
      name="log"
      title="Log"
      label="Log"
      tools={
        <select
          aria-label="Which lines"
          value={level.value}
          onChange={(event) => (level.value = event.currentTarget.value as (typeof LEVELS)[number])}
        >
          {LEVELS.map((name) => (
            <option key={name} value={name}>
              {{ all: "everything", info: "information", warning: "warnings", error: "errors", call: "services" }[name]}
            </option>
          ))}
        </select>
      }
    >
      <ol ref={list}>
        {lines.map((line) => (
          <li key={line.number} class={line.level}>
            {line.text}
          </li>
        ))}
        {!lines.length && <li class="faint">Nothing yet.</li>}
      </ol>
    </Panel>
  );
}
