import type { Exposure, ExposureOutcome } from '../../server/contract/exposure.ts';
import { formatLanguage } from '../lib/format.ts';
import { Badge } from '../ui/feedback.tsx';
import { exposureStrings } from './strings.ts';

const tones: Readonly<Record<ExposureOutcome, 'plain' | 'good' | 'warn' | 'bad'>> = {
  nothing_found: 'good',
  by_policy: 'warn',
  leak: 'bad',
  not_recorded: 'plain',
  not_run: 'plain',
  unreadable: 'warn',
};

interface Props {
  readonly exposure: Exposure;
  /** Fewer words, for a row of a list. */
  readonly short?: boolean;
}

/** What the model got in the clear, in one of three outcomes, and what was not checked. */
export function ExposureBadges({ exposure, short = false }: Props) {
  const gaps = gapsOf(exposure);
  const { outcome } = exposure;
  // Nothing was found, but not everything was looked for.
  const isOpen = outcome === 'nothing_found' && gaps.length > 0;
  return (
    <>
      <Badge tone={isOpen ? 'plain' : tones[outcome]}>{outcomeText(exposure, short)}</Badge>
      {gaps.map((gap) => (
        <Badge key={gap} tone="warn">
          {gap}
        </Badge>
      ))}
    </>
  );
}

function outcomeText(exposure: Exposure, short: boolean): string {
  const { outcome, in_clear_by_kind: places, in_clear_values_by_kind: values } = exposure;
  const words = short ? exposureStrings.short : exposureStrings.outcomes;
  if (outcome === 'leak') {
    const { blocked, reported, both } = exposureStrings.leak;
    const { requests_blocked: stopped, requests_reported: possible } = exposure;
    return stopped > 0 && possible > 0 ? both : stopped > 0 ? blocked : reported;
  }
  if (outcome !== 'by_policy') return words[outcome];
  const kinds = Object.entries(places)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => exposureStrings.kind(kind, count, short ? undefined : values[kind]));
  return `${words.by_policy}: ${kinds.join(', ')}`;
}

function gapsOf(exposure: Exposure): readonly string[] {
  const { requests, requests_without_names: unchecked, languages, unreadable = 0 } = exposure;
  return [
    ...(unchecked > 0 ? [exposureStrings.names(unchecked, requests)] : []),
    ...languages.map((tag) => exposureStrings.language(formatLanguage(tag))),
    ...(unreadable > 0 ? [exposureStrings.unreadable(unreadable)] : []),
  ];
}
