import type { SessionEvent } from '../../server/contract/sessions.ts';
import { formatDuration, formatLanguage, formatMicros, plural } from '../lib/format.ts';
import { kindCounts } from '../ui/kind-names.ts';
import { callStrings } from './strings.ts';

const words = callStrings.detail.timeline.turn;

/** The steps of a turn, in order. */
export type Step = keyof typeof callStrings.detail.timeline.steps;

/** A thing that a step says. Without a tone it is ordinary. */
export interface Said {
  readonly text: string;
  readonly tone?: 'good' | 'warn' | 'bad';
}

/** What happened in a turn, by step. */
export interface TurnSteps {
  /** From 0. */
  readonly turn: number;
  readonly at: string;
  readonly said: Readonly<Partial<Record<Step, readonly Said[]>>>;
}

type Part = readonly [step: Step, of: (event: SessionEvent) => readonly Said[]];

const parts: Readonly<Record<string, Part>> = {
  request_masked: [
    'request',
    ({ spans_by_kind, values_by_kind, credential_kind: kind, credential_id: id }) =>
      [
        words.masked(counts(values_by_kind ?? spans_by_kind)),
        ...(kind === 'signature' ? [words.signed] : []),
        ...(typeof id === 'string' ? [words.byToken(id)] : []),
      ].map(ordinary),
  ],
  language_not_covered: [
    'request',
    ({ language }) => [{ tone: 'warn', text: words.language(formatLanguage(String(language))) }],
  ],
  egress_scanned: [
    'check',
    ({ verdict, in_clear_by_kind: clear, local_upstream: local }) => {
      if (local !== undefined) return sentTo(local);
      if (counts(clear).length > 0) return [{ tone: 'warn', text: words.inClear(counts(clear)) }];
      return [verdict === 'clean' ? ordinary(words.clean) : { tone: 'bad', text: words.leak }];
    },
  ],
  leak_blocked: [
    'check',
    ({ local_upstream: local }) => [{ tone: 'good', text: words.blocked }, ...sentTo(local)],
  ],
  function_ended: [
    'reply',
    ({ function: name, outcome, duration_us: us }) => [
      ordinary(words.ran(String(name), String(outcome), formatDuration(Number(us) / 1000))),
    ],
  ],
  response_completed: [
    'reply',
    ({ status, duration_us: us, restored, failed, ...times }) => [
      status === 'error'
        ? { tone: 'bad', text: words.noReply }
        : ordinary(words.reply(formatDuration(Number(us) / 1000))),
      ...timesOf(times),
      ...(status === 'partial' ? [{ tone: 'warn', text: words.cut } as const] : []),
      ...(Number(restored) > 0 ? [ordinary(`${plural(Number(restored), 'value')} restored`)] : []),
      ...(Number(failed) > 0
        ? [{ tone: 'warn', text: `${plural(Number(failed), 'value')} not restored` } as const]
        : []),
    ],
  ],
};

/** How long a turn was in this service before it was forwarded, and then with the model; nothing for what did not happen. */
function timesOf(times: Readonly<Record<string, unknown>>): readonly Said[] {
  const [added, firstByte] = [Number(times['added_us']), Number(times['first_byte_us'])];
  const [search, record] = [Number(times['search_us']), Number(times['journal_us'])];
  return [
    ...(added > 0 ? [ordinary(words.added(formatMicros(added)))] : []),
    ...(search >= 0 && record >= 0
      ? [ordinary(words.stages(formatMicros(search), formatMicros(record)))]
      : []),
    ...(firstByte > added ? [ordinary(words.firstByte(formatMicros(firstByte - added)))] : []),
  ];
}

/** That the turn went to the model on the clinic's own network. */
const sentTo = (upstream: unknown): readonly Said[] =>
  upstream === undefined ? [] : [{ tone: 'warn', text: callStrings.sides.local(String(upstream)) }];

const ordinary = (text: string): Said => ({ text });

/** `Name: 2`, for each kind. */
function counts(kinds: unknown): readonly string[] {
  return kindCounts((kinds ?? {}) as Record<string, number>);
}

/** What each turn of these events did, in order. */
export function turnSteps(events: readonly SessionEvent[]): readonly TurnSteps[] {
  const turns = new Map<number, { readonly at: string; readonly said: TurnSteps['said'] }>();
  for (const event of events) {
    const part = parts[event.kind];
    if (part === undefined || typeof event['turn'] !== 'number') continue;
    const [step, of] = part;
    const { at, said } = turns.get(event['turn']) ?? { at: event.ts, said: {} };
    turns.set(event['turn'], {
      at,
      said: { ...said, [step]: [...(said[step] ?? []), ...of(event)] },
    });
  }
  return [...turns].map(([turn, row]) => ({ turn, ...row }));
}
