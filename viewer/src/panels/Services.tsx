// The services of a component, as forms.

import { useSignal } from "@preact/signals";
import type { ArgumentInfo, ComponentInfo, ServiceInfo } from "../protocol";
import type { Session } from "../session";
import { readable } from "./Inspector";

export function Services({ info, session }: { info: ComponentInfo; session: Session }) {
  return (
    <>
      <h3>Services</h3>
      {(info.services ?? []).map((service) => (
        <Service key={service.name} component={info.name} service={service} session={session} />
      ))}
    </>
  );
}

interface ServiceProps {
  component: string;
  service: ServiceInfo;
  session: Session;
}

function Service({ component, service, session }: ServiceProps) {
  const parameters = service.arguments ?? [];
  const values = useSignal<string[]>(parameters.map((argument) => shown(argument.default)));
  const running = useSignal<number | null>(null);
  const result = useSignal<{ failed: boolean; text: string } | null>(null);
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    result.value = null;
    const { id, answer } = session.connection.call(component, service.name, argumentsOf(parameters, values.value));
    running.value = id;
    const got = await answer;
    if (running.value === id) running.value = null;
    const failed = got.status !== "success";
    const value = got.value === null || got.value === undefined ? "" : readable(got.value);
    const text = got.status === "failed" ? (got.message ?? "failed") : got.status === "preempted" ? `preempted ${value}` : value || "done";
    result.value = { failed, text };
  };
  return (
    <details class="service">
      <summary>
        <code>{service.name}</code>
        {service.kind === "async" && <span class="tag">takes time</span>}
      </summary>
      {service.doc && <p class="doc">{service.doc}</p>}
      <form onSubmit={(event) => void call(event)}>
        {parameters.map((argument, index) => (
          <label key={argument.name}>
            <span>
              {argument.name}
              {argument.default !== undefined && <em> optional</em>}
            </span>
            <input
              value={values.value[index]}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => {
                const text = event.currentTarget.value;
                values.value = values.value.map((old, at) => (at === index ? text : old));
              }}
            />
          </label>
        ))}
        <div class="call">
          <button type="submit" class="primary" disabled={running.value !== null}>
            {running.value !== null ? "Running…" : "Call"}
          </button>
          {running.value !== null && (
            <button type="button" class="secondary" onClick={() => session.connection.cancel(running.value!)}>
              Cancel
            </button>
          )}
        </div>
        {result.value && (
          <output class={result.value.failed ? "result failed" : "result"}>{result.value.text}</output>
        )}
      </form>
    </details>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An argument is JSON; anything else is a text. Empty arguments at the end are left out. */
function argumentsOf(parameters: ArgumentInfo[], texts: string[]): unknown[] {
  const last = texts.findLastIndex((text, index) => text !== "" || parameters[index].default === undefined);
  return texts.slice(0, last + 1).map((text, index) => {
    if (text === "") return parameters[index].default ?? "";
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  });
}
