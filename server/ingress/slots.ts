import { namedFields } from './documents/field-names.ts';
import { openLeaves } from './open-text.ts';
import type { Container, MemberNames } from './outbound-json.ts';
import {
  type Known,
  type Leaf,
  type Leaves,
  leafAt,
  newOwner,
  type Owner,
  type Place,
  walkMember,
  walkValue,
} from './walk-value.ts';

/** One text of a request that can hold PHI, and how to put its masked form back (design D3). */
export interface TextSlot
  extends Pick<Place, 'path' | 'speaker' | 'place' | 'cue'>,
    Pick<Leaf, 'text'>,
    Known {
  /** It is in the same message as the text before it. */
  readonly sameMessage?: true;
  /** Puts the masked text into the outbound request. */
  put(masked: string): void;
}

/** A text or value of a request that may hold PHI. */
export interface RequestText extends Pick<Place, 'path' | 'speaker'> {
  readonly holder: Container;
  readonly key: string | number;
  /**
   * `words` that somebody says, perhaps only `part` of them; the `name` of who speaks; an `identifier`, which stays
   * unchanged, because the model must repeat it; or any other `value`.
   */
  readonly as: 'words' | 'part' | 'name' | 'identifier' | 'value';
  /** The number of its message; the parts of one are read together. */
  readonly message?: number | undefined;
}

/**
 * A slot for every text in these texts and values, for every number that may identify somebody, and for field names that
 * no program gave, whose replacements go into `names`. JSON, form data and base64 are opened level by level (design D3),
 * and written again only where something in them changed. `put` changes `holder` in place, so it must be the outbound
 * copy. Undefined is a pause: the next slot takes time. Fault `validation_failed` for a text that nests too deeply or
 * holds too much.
 */
export function* slotsOf(
  texts: Iterable<RequestText>,
  names: MemberNames = new Map(),
): Generator<TextSlot | undefined> {
  const owner = newOwner(() => undefined, names);
  let last = -1;
  for (const text of texts) {
    const message = text.as === 'part' ? text.message : undefined;
    for (const leaf of openLeaves(leavesOf(text, owner))) {
      yield leaf && slotOf(leaf, message === last);
      if (leaf !== undefined) last = message ?? -1;
    }
  }
}

/** A name of a function, or an id of a call to one. Any other text in its place may say anything. */
const identifierPattern = /^[A-Za-z0-9_-]{1,64}$/;

function leavesOf({ holder, key, as, path, speaker }: RequestText, owner: Owner): Leaves {
  const isSaid = as === 'words' || as === 'part';
  const at: Place = { path, speaker, place: isSaid ? 'turn' : 'field', depth: 0, owner };
  const text = holder[key];
  if (typeof text === 'string') {
    if (isSaid) return [leafAt(holder, key, text, at)];
    // The name of a speaking participant is a person's; the name on a tool's message is the tool's.
    const isName = as === 'name' && speaker !== 'tool' && text !== '';
    const fields = [{ start: 0, end: text.length, kind: 'NAME', notation: 'name' }];
    if (isName)
      return [{ ...leafAt(holder, key, text, { ...at, cue: 'name' }), known: { fields } }];
    if (as !== 'value' && identifierPattern.test(text))
      return [{ ...leafAt(holder, key, text, at), known: { fixed: true } }];
  }
  return typeof key === 'string' ? walkMember(holder, key, at) : walkValue(holder, key, at);
}

/** The slot of a leaf. The name of its field says more than what its text looks like. */
function slotOf({ text, at, write, known }: Leaf, isNext: boolean): TextSlot {
  const { path, speaker, place, cue, named, owner } = at;
  const fields = namedFields(text, named);
  let last = text;
  const put: TextSlot['put'] = (masked) => {
    if (masked === last) return;
    last = masked;
    write(masked);
    owner.changed();
  };
  return {
    path,
    speaker,
    place,
    ...(cue !== undefined && { cue }),
    text,
    ...known,
    ...(fields && { fields }),
    ...(isNext && { sameMessage: true }),
    put,
  };
}
