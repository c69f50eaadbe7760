import type { Detection, Finding, Speaker } from '../domain/detection.ts';
import type { Action } from '../domain/policy.ts';
import type { MaskedChat, Replacement } from './mask-chat.ts';

/** One span of one text, and what the policy does to it. */
export interface Treatment {
  readonly finding: Finding;
  /** `off`: the policy does not look for the kind, and the value is sent as it is. */
  readonly action: Action | 'off';
  /** `[KIND_NN]`: how events name the value. */
  readonly placeholder: string;
  /** The characters of the request that the span covers. */
  readonly surface: string;
}

/** Whether something replaces the span; otherwise it is sent in the clear. */
export const isMasked = ({ action }: Pick<Treatment, 'action'>): boolean =>
  action === 'tokenize' || action === 'redact';

/** `part` is the text's position in the request; `digest` names the text itself. */
export interface TreatedText {
  readonly part: string;
  readonly role: Speaker;
  readonly digest: string;
  readonly text: string;
  readonly spans: readonly Treatment[];
  /** BCP 47 tag of a language that the policy does not cover. */
  readonly language?: string;
  /** What the policy's `never` took away; absent for none. */
  readonly vetoed?: readonly Detection[];
  /** How many names of staff the roster lets pass; absent for none. */
  readonly passedNames?: number;
}

/**
 * Names each text of a request among all texts of its call: by its digest, and by how often the request
 * held the same text before.
 */
export function textKeys(texts: readonly Pick<TreatedText, 'digest'>[]): readonly string[] {
  const occurrences = new Map<string, number>();
  return texts.map(({ digest }) => {
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return `${digest}\0${occurrence}`;
  });
}

/** A treated text, the replacements in it and the text that they made. */
export interface MaskedPart extends TreatedText {
  readonly replacements: readonly Replacement[];
  readonly masked: string;
}

/** A value and, where its call is to find it under the same number after a restart, its placeholder. */
export interface NewValue extends Pick<Finding, 'kind' | 'canonical'> {
  readonly placeholder?: string;
}

export interface MaskedRequest extends Pick<MaskedChat, 'outbound' | 'outboundTo'> {
  /** By slot. */
  readonly parts: readonly MaskedPart[];
  /** Resolves when every token in it is durable; only then may it be forwarded. */
  readonly durable: Promise<void>;
  /** Values that got a token for the first time in the call. */
  readonly newValues: readonly NewValue[];
}
