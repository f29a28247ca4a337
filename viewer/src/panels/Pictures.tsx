// Pictures of cameras: in a row, and one of them large.

import type { Session } from "../session";
import * as state from "../state";
import { IconButton } from "./icons";

export function Pictures({ session }: { session: Session }) {
  const large = state.enlarged.value;
  const url = large && state.pictures.value.get(large);
  return (
    <>
      {state.overlays.value.pictures && <Row session={session} />}
      {large && (
        <figure class="enlarged panel" role="dialog" aria-label={`Picture of ${large}`}>
          <figcaption>
            <strong>{large}</strong>
            <IconButton icon="close" title="Make it small (Escape)" onClick={() => (state.enlarged.value = null)} />
          </figcaption>
          {url ? <img src={url} alt={`Picture of ${large}`} /> : <p class="faint">It has sent no picture.</p>}
        </figure>
      )}
    </>
  );
}

function Row({ session }: { session: Session }) {
  const shown = [...state.pictures.value].filter(([name]) => name !== state.enlarged.value);
  return (
    <div class="pictures">
      {shown.map(([name, url]) => (
        <figure key={name}>
          <button type="button" onClick={() => (state.enlarged.value = name)} title={`Enlarge ${name}`}>
            <img src={url} alt={`Picture of ${name}`} />
          </button>
          <figcaption>
            <button type="button" class="link" title={`Select ${name}`} onClick={() => session.select(name)}>
              {name}
            </button>
          </figcaption>
        </figure>
      ))}
      {!state.pictures.value.size && <p class="faint">No camera has sent a picture.</p>}
    </div>
  );
}
