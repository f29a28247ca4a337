// The tools of the editor in the bar at the top: save, undo, redo, load again, check.

import * as editor from "../../editor";
import type { Session } from "../../session";
import { IconButton } from "../icons";

export function EditorBar({ session }: { session: Session }) {
  const status = editor.status.value;
  const { undo, redo, unsaved, file } = status ?? { undo: null, redo: null, unsaved: false, file: "" };
  return (
    <div class="time" role="group" aria-label="Editor">
      <IconButton icon="save" label={unsaved ? "Save" : "Saved"} title={`Save to ${file} (Ctrl+S)`} disabled={!unsaved} onClick={() => void editor.save(session)} />
      <IconButton
        icon="undo"
        title={undo ? `Take back: ${undo} (Ctrl+Z)` : "Nothing to take back"}
        disabled={!undo}
        onClick={() => void editor.changeAndTell(session, "undo")}
      />
      <IconButton
        icon="redo"
        title={redo ? `Make again: ${redo} (Ctrl+Y)` : "Nothing to make again"}
        disabled={!redo}
        onClick={() => void editor.changeAndTell(session, "redo")}
      />
      <IconButton icon="loop" title="Load the file again, and make the changes on it" onClick={() => void editor.changeAndTell(session, "reload")} />
      <IconButton icon="check" label="Check" title="Check the scene as `morse check` does" onClick={() => void editor.check(session)} />
    </div>
  );
}
