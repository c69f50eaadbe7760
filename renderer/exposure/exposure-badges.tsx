import type { Exposure, ExposureOutcome } from '../../server/contract/exposure.ts';
import { formatLanguage } from '../lib/format.ts';
import { Badge } from '../ui/feedback.tsx';
import { kindName } from '../ui/kind-names.ts';
import { exposureStrings } from './strings.ts';

const tones: Readonly<Record<ExposureOutcome, 'plain' | 'good' | 'warn' | 'bad'>> = {
  may_have_been_sent: 'bad',
  by_policy: 'warn',
  stopped: 'good',
  nothing_found: 'good',
  not_recorded: 'plain',
  not_run: 'plain',
  unreadable: 'warn',
};

interface Props {
  readonly exposure: Exposure;
  /** Fewer words, for a row of a list. */
  readonly short?: boolean;
  /** Of a turn whose history repeats what an earlier one sent in the clear. */
  readonly repeatsClear?: boolean;
}

/** What the model got in the clear, each outcome that holds, and what was not checked. */
export function ExposureBadges({ exposure, short = false, repeatsClear = false }: Props) {
  const gaps = gapsOf(exposure);
  const { outcome, requests_blocked: stopped } = exposure;
  // Nothing was found, but not everything was looked for: that is what stands out.
  const isOpen = tones[outcome] === 'good' && gaps.length > 0;
  const ordinary = short && isOrdinary(exposure);
  return (
    <>
      {repeatsClear && saysNothingNew(exposure) ? (
        <Badge tone="warn">{exposureStrings.nothingNew}</Badge>
      ) : (
        <Badge tone={ordinary || isOpen ? 'quiet' : tones[outcome]}>
          {outcomeText(exposure, short)}
        </Badge>
      )}
      {stopped > 0 && outcome !== 'stopped' ? (
        <Badge tone={tones.stopped}>{exposureStrings.short.stopped}</Badge>
      ) : null}
      {gaps.map((gap) => (
        <Badge key={gap} tone="warn">
          {gap}
        </Badge>
      ))}
    </>
  );
}

/** Whether all was looked for and nothing was found: no reader needs to stop there. */
export const isOrdinary = (exposure: Exposure): boolean =>
  exposure.outcome === 'nothing_found' && gapsOf(exposure).length === 0;

/** Whether a turn has something that was not ordinary, and that its history does not merely repeat. */
export const isExceptional = (exposure: Exposure, repeatsClear: boolean): boolean =>
  gapsOf(exposure).length > 0 ||
  (repeatsClear ? !saysNothingNew(exposure) : exposure.outcome !== 'nothing_found');

/** Whether a turn sent no value that its call had not sent before. */
const saysNothingNew = ({ outcome, in_clear_values_by_kind: values }: Exposure): boolean =>
  outcome === 'nothing_found' || (outcome === 'by_policy' && Object.keys(values).length === 0);

function outcomeText(exposure: Exposure, short: boolean): string {
  const { outcome, in_clear_by_kind: places, in_clear_values_by_kind: values } = exposure;
  const words = short ? exposureStrings.short : exposureStrings.outcomes;
  if (outcome !== 'by_policy') return words[outcome];
  const kinds = Object.entries(places)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) =>
      exposureStrings.kind(kindName(kind), count, short ? undefined : values[kind]),
    );
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
