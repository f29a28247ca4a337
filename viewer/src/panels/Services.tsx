// The services of a component, as forms.

import { useSignal } from "@preact/signals";
import { type ArgumentInfo, type ComponentInfo, GENERIC_SERVICES, type ServiceInfo } from "../protocol";
import type { Session } from "../session";
import { readable } from "./Inspector";
import { NumberInput } from "./NumberInput";
import { quantityOf } from "./quantities";

export function Services({ info, session }: { info: ComponentInfo; session: Session }) {
  const services = info.services ?? [];
  const form = (service: ServiceInfo) => (
    <Service key={service.name} info={info} service={service} session={session} />
  );
  const own = services.filter(({ name }) => !GENERIC_SERVICES.includes(name));
  const generic = services.filter(({ name }) => GENERIC_SERVICES.includes(name));
  return (
    <>
      <h3>Services</h3>
      {own.map(form)}
      {generic.length > 0 && (
        <details class="service generic">
          <summary class="faint">of every component ({generic.length})</summary>
          {generic.map(form)}
        </details>
      )}
    </>
  );
}

interface ServiceProps {
  info: ComponentInfo;
  service: ServiceInfo;
  session: Session;
}

function Service({ info, service, session }: ServiceProps) {
  const parameters = service.arguments ?? [];
  const first = ({ name, default: value }: ArgumentInfo): string =>
    value === undefined && quantityOf(name, info, value) ? "0" : shown(value);
  const values = useSignal<string[]>(parameters.map(first));
  const running = useSignal<number | null>(null);
  const result = useSignal<{ failed: boolean; text: string } | null>(null);
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    result.value = null;
    const { id, answer } = session.connection.call(info.name, service.name, argumentsOf(parameters, values.value));
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
            <Argument
              argument={argument}
              info={info}
              text={values.value[index]}
              onInput={(text) => (values.value = values.value.map((old, at) => (at === index ? text : old)))}
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

interface ArgumentProps {
  argument: ArgumentInfo;
  info: ComponentInfo;
  text: string;
  onInput: (text: string) => void;
}

function Argument({ argument, info, text, onInput }: ArgumentProps) {
  const quantity = quantityOf(argument.name, info, argument.default);
  if (quantity) return <NumberInput name={argument.name} quantity={quantity} text={text} onInput={onInput} />;
  if (typeof argument.default === "boolean") {
    return (
      <select aria-label={argument.name} value={text} onChange={(event) => onInput(event.currentTarget.value)}>
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  }
  return (
    <input
      aria-label={argument.name}
      value={text}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onInput(event.currentTarget.value)}
    />
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
