// The edited scene while nothing is selected: its file, its findings, and the lines that it gets.

import * as editor from "../../editor";
import type { Session } from "../../session";
import { Panel } from "../Panel";

const KEYS: [string, string][] = [
  ["m a u r", "move over the ground, along axes, up and down, turn"],
  ["Delete", "remove"],
  ["Ctrl+D", "duplicate"],
  ["Ctrl+Z, Ctrl+Y", "take back, make again"],
  ["Ctrl+S", "save"],
];

export function SceneSummary({ session }: { session: Session }) {
  const status = editor.status.value;
  const findings = editor.checked.value ?? status?.findings ?? [];
  return (
    <Panel name="inspector" title="Nothing selected" label="Selected object">
      <p class="faint">Select an object in the list or in the scene. + in the list adds robots, people and objects.</p>
      {status && (
        <p>
          {status.file}
          {status.unsaved ? ", with changes that are not saved" : ""}
        </p>
      )}
      {editor.checked.value && !findings.length && <p role="status">The check finds nothing.</p>}
      {findings.length > 0 && (
        <>
          <h3>Findings</h3>
          <ul class="findings">
            {findings.map((finding, index) => (
              <li key={index} class={finding.severity}>
                {finding.object ? (
                  <button type="button" class="link" onClick={() => session.select(finding.object)}>
                    {finding.object}
                  </button>
                ) : (
                  finding.severity
                )}
                : {finding.message}
                {finding.help ? ` (${finding.help})` : ""}
              </li>
            ))}
          </ul>
        </>
      )}
      {status?.block && (
        <>
          <h3>Lines of the script</h3>
          <pre class="block" tabIndex={0} aria-label="Lines of the script">
            {status.block}
          </pre>
        </>
      )}
      <h3>Keys</h3>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
