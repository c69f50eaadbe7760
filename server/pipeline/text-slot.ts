import type { Speaker } from '../domain/detection.ts';
import type { Container } from './member-names.ts';

/** One text of a request that can hold PHI, and the way to put its masked form back (design D3). */
export interface TextSlot {
  /** Where it stands, such as `messages[2].content`; goes into events, so it never holds values. */
  readonly path: string;
  readonly speaker: Speaker;
  readonly text: string;
  /**
   * `turn`: spoken words, whose neighbours are the turns around it. `field`: a leaf of structured
   * data, whose only neighbour is `cue`, the words of its key.
   */
  readonly place: 'turn' | 'field';
  readonly cue?: string;
  /** Stands in one message with the text before it. */
  readonly sameMessage?: true;
  /** A field that holds a person's name whatever it looks like. */
  readonly alwaysName?: true;
  /** Must reach the model as it is, which repeats it: it is not searched and nothing is put. */
  readonly fixed?: true;
  /** Puts the masked text into the outbound request. */
  put(masked: string): void;
}

/** Where a text stands, and how deep in JSON. */
export interface Place extends Pick<TextSlot, 'path' | 'speaker' | 'place' | 'cue'> {
  readonly depth: number;
}

/** The slot of the words at `holder[key]`, which is changed in place when the slot is put. */
export function turnSlot(
  holder: Container,
  key: string | number,
  path: string,
  speaker: Speaker,
): TextSlot {
  return slotAt(holder, key, { path, speaker, place: 'turn', depth: 0 });
}

/** The slot of what stands at `holder[key]`; `changed` is called when another text is put there. */
export function slotAt(
  holder: Container,
  key: string | number,
  { depth: _, ...place }: Place,
  changed: () => void = () => undefined,
): TextSlot {
  const text = String(holder[key]);
  const put = (masked: string) => {
    if (masked === text) return;
    holder[key] = masked;
    changed();
  };
  return { ...place, text, put };
}
