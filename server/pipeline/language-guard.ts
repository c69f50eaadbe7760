import { type LanguageModel, tellLanguage, unknownPieces } from '../detect/index.ts';
import type { DetectionInput, Finding, Utterance } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy, Policy } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import { findingOf, type PassFindings } from './detection-passes.ts';
import { subtractSpan } from './own-tokens.ts';

/** What detection found in a text, and its language if the policy does not cover it. */
export interface GuardedText extends PassFindings {
  readonly language?: string;
}

interface Guard {
  readonly active: ActivePolicy;
  /** Without it every text counts as of a covered language. */
  readonly model: LanguageModel | undefined;
  /** Whether the text at this index is searched for itself. */
  readonly isAlone: (index: number) => boolean;
}

/**
 * Tells the language of each caller's text (design D49). Unless the policy trusts detection alone, a text
 * of another language also gets findings for all its numbers, names and addresses.
 */
export async function guardLanguages(
  inputs: readonly DetectionInput[],
  found: readonly PassFindings[],
  { active: { policy }, model, isAlone }: Guard,
): Promise<readonly GuardedText[]> {
  return mapInSlices(inputs, (input, index): GuardedText => {
    const { utterance } = input;
    const passed = itemAt(found, index);
    if (model === undefined || utterance.speaker !== 'user' || !isAlone(index)) return passed;
    const answer = tellLanguage(saidBySpeaker(input), policy.languages, model);
    if (typeof answer === 'string') return passed;
    const { other: language } = answer;
    if (policy.otherLanguages === 'detect_only') return { ...passed, language };
    const findings = withUnknownPieces(utterance, passed.findings, language, policy);
    return { ...passed, findings, language };
  });
}

/** The text and the speaker's texts before it, the nearest first. */
function saidBySpeaker({ utterance, before }: DetectionInput): readonly string[] {
  const earlier = before.filter(({ speaker }) => speaker === utterance.speaker);
  return [utterance, ...earlier].map(({ text }) => text);
}

/** Finds what is masked because detection does not know the language. */
const unknownLanguage = { source: 'pattern', id: 'other_language', strength: 'strong' } as const;

/** The kinds that a number may have, the most general first. */
const numberKinds = ['ACCOUNT', 'MRN', 'PHONE', 'SSN', 'DATE', 'DOB', 'HEALTH_PLAN_ID'];

function withUnknownPieces(
  utterance: Utterance,
  findings: readonly Finding[],
  language: string,
  policy: Policy,
): readonly Finding[] {
  const { text } = utterance;
  const masked = (kinds: readonly string[]) =>
    kinds.find((kind) => {
      const rule = policy.entities.get(kind);
      return rule?.enabled === true && rule.action !== 'passthrough';
    });
  const kinds = {
    name: masked(['NAME']),
    number: masked(numberKinds),
    email: masked(['EMAIL', ...numberKinds]),
    url: masked(['URL', ...numberKinds]),
  };
  const added = unknownPieces(text, language).flatMap(({ kind: piece, start, end }) => {
    const kind = kinds[piece];
    if (kind === undefined) return [];
    const finding = findingOf({ kind, start, end, score: 1, ...unknownLanguage }, utterance);
    return findings.reduce<readonly Finding[]>(
      (rest, { start: from, end: to }) =>
        rest.flatMap((one) => subtractSpan(one, [from, to], utterance)),
      [finding],
    );
  });
  return [...findings, ...added].sort((a, b) => a.start - b.start);
}
