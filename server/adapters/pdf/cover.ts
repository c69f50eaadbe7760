import type { CoverageLevel, Report } from '../../contract/report.ts';
import type { VerdictFacts } from '../../domain/reports/verdict.ts';
import { block, type Element, facts, section, stack, text } from './elements.ts';
import { firstPage, type Happening, secondPage } from './first-pages.ts';
import { happenings } from './happenings.ts';
import {
  exposureWords,
  failureNote,
  formatDuration,
  formatLanguage,
  formatTime,
  formatValues,
  gapsOf,
  maskedByKind,
  plural,
  readable,
  statusLabels,
  statusWords,
  tokenLabels,
} from './labels.ts';
import { turnsPlot } from './masked-plot.ts';
import { style } from './style.ts';

const sealedRoot =
  'The JSON form of this report and every later report of this call have the same root. It changes if an event of the call is changed, removed or added.';
const openRoot =
  'The JSON form of this report has the same root. The call is not sealed: its next event changes the root.';

/** The two first pages, in plain words: what happened, what was done, what the words mean, how to check the report. */
export function cover(report: Report): Element {
  const [day] = (report.local_time?.started_at ?? report.started_at).split(/[ T]/);
  return stack(
    firstPage({
      head: [
        ...letterheadLines(report.letterhead),
        text(report.draft === true ? 'Compliance report: draft' : 'Compliance report', 'title'),
        text(`One call, ${formatTime(report.started_at)}`, 'subtitle'),
      ],
      verdict: {
        calls: 1,
        range: `on ${day}`,
        counts: countsOf(report),
        isLogBroken: !report.chain.verify.ok,
        hasLogGap: false,
      },
      isDraft: report.draft === true,
      tiles: verdicts(report),
      plot: turnsPlot(report),
      happened: happenedIn(report),
      people: peopleIn(report),
    }),
    secondPage(
      report.merkle_root_hex,
      report.chain.sealed ? sealedRoot : openRoot,
      `report-${report.session_id}.pdf`,
    ),
  );
}

/** What happened in one call, as the verdict counts it; stopped requests one by one. */
function countsOf({ exposure, status }: Report): VerdictFacts['counts'] {
  const failed = status === 'ok' ? 0 : 1;
  if (exposure === undefined) return { not_recorded: 1, failed };
  const one = (happened: boolean) => (happened ? 1 : 0);
  return {
    stopped: exposure.requests_blocked,
    may_have_been_sent: one(exposure.requests_reported > 0),
    by_policy: one(Object.keys(exposure.in_clear_by_kind).length > 0),
    unreadable: one((exposure.unreadable ?? 0) > 0),
    names_not_checked: one(exposure.requests_without_names > 0),
    language_not_covered: one(exposure.languages.length > 0),
    not_recorded: one(exposure.requests_not_recorded > 0),
    failed,
  };
}

function happenedIn(report: Report): readonly Happening[] {
  const { exposure } = report;
  const masked = { howOften: maskedByKind(report), restored: report.rehydration.restored };
  if (exposure === undefined) return happenings(masked, countsOf(report), (_, count) => `${count}`);
  const howOften: Partial<Record<keyof VerdictFacts['counts'], string>> = {
    may_have_been_sent: plural(exposure.requests_reported, 'request'),
    by_policy: formatValues(exposure.in_clear_by_kind, exposure.in_clear_values_by_kind),
    names_not_checked: plural(exposure.requests_without_names, 'request'),
    language_not_covered: exposure.languages.map(formatLanguage).join(', '),
    unreadable: plural(exposure.unreadable ?? 0, 'part'),
    failed: statusLabels[report.status],
  };
  return happenings(
    masked,
    countsOf(report),
    (thing, count) => howOften[thing] ?? plural(count, 'request'),
  );
}

/** Which people looked, and where incidents stand. */
function peopleIn({ access_log: log, reviewed }: Report): readonly string[] {
  return [
    reviewed === undefined
      ? 'Nobody has said that they reviewed this call.'
      : `${reviewed.by.name || reviewed.by.id} reviewed this call, ${formatTime(reviewed.at)}.`,
    ...(log === undefined
      ? []
      : [
          log.length === 0
            ? 'Nobody opened this call in the portal before this report was made.'
            : `The access log has ${plural(log.length, 'entry', 'entries')} about this call: who did what, when and why.`,
        ]),
    'Incidents are on record for the whole clinic: the report of the period has them.',
  ];
}

/** Who, when and with what; the annex begins with it. */
export function callDetails(report: Report): Element {
  const { agent, chain } = report;
  return section(
    'Details of the call',
    facts([
      ['Call ID', text(report.session_id, 'mono')],
      ['Report', text(report.id, 'mono')],
      ['Generated', generated(report)],
      [
        'Agent',
        stack(text(agent.name === '' ? '(deleted)' : agent.name, 'bold'), text(agent.id, 'mono')),
      ],
      [
        'Call',
        stack(
          text(
            `${formatTime(report.started_at)} to ${formatTime(report.ended_at)} (${formatDuration(report.duration_ms)}), ${plural(report.turn_count, 'request')}`,
            'plain',
          ),
          ...localTimes(report),
        ),
      ],
      ['Model', `${report.upstream_model} (${report.upstream})`],
      ...fallbackFacts(report),
      ...localModelFacts(report),
      ...functionFacts(report),
      ['Masking tokens', tokenLabels[report.tokenization] ?? report.tokenization],
      [
        'Events',
        `${chain.event_count}, positions ${chain.first_seq} to ${chain.last_seq} in the audit log`,
      ],
    ]),
  );
}

/** The clinic, where it is known. */
export function letterheadLines(letterhead: Report['letterhead']): readonly Element[] {
  if (letterhead === undefined) return [];
  const { name, system, location } = letterhead;
  const place = [system, location].filter((line) => line !== '').join(', ');
  return [
    ...(name === '' ? [] : [text(name, 'clinic')]),
    ...(place === '' ? [] : [text(place, 'quiet')]),
  ];
}

function fallbackFacts({ fallbacks = [] }: Report) {
  return fallbacks.map(({ upstream, host, turns, replies, refused, agreement }) => {
    const got =
      turns === 0 ? [] : [`answered ${replies} of ${plural(turns, 'turn')} that the first did not`];
    const kept =
      refused === 0 ? [] : [`did not get ${plural(refused, 'turn')}: no agreement in force`];
    const facts = [...got, ...kept, `business associate agreement: ${readable(agreement)}`];
    return ['Second provider', `${upstream}, ${host}: ${facts.join('; ')}`] as const;
  });
}

function localModelFacts({ local_model: used }: Report) {
  if (used === undefined) return [];
  const { upstream, host, turns, replies } = used;
  const facts = `answered ${replies} of ${plural(turns, 'turn')} that were refused for any other model`;
  return [['Model on the clinic’s network', `${upstream}, ${host}: ${facts}`] as const];
}

function functionFacts({ functions = [] }: Report) {
  return functions.map(({ function: name, calls, done, failed, longest_us: us }) => {
    const why = Object.entries(failed).map(([outcome, count]) => `${readable(outcome)}: ${count}`);
    const longest = `the longest took ${(us / 1_000_000).toFixed(1)} s`;
    const facts = [`done ${done} of ${plural(calls, 'time')}`, ...why, longest];
    return ['Function', `${name}: ${facts.join('; ')}`] as const;
  });
}

function generated({ generated_at, prepared_by: by }: Report): string {
  return `${formatTime(generated_at)}${by === undefined ? '' : `, by ${by.name} (${by.id})`}`;
}

function localTimes({ local_time: local }: Report): readonly Element[] {
  if (local === undefined) return [];
  return [text(`${local.started_at} to ${local.ended_at} (${local.time_zone})`, 'quiet')];
}

function verdicts(report: Report): readonly Element[] {
  const { chain } = report;
  const [outcome, note] = exposureWords(report);
  const levels = Object.values(report.safe_harbor_coverage);
  const count = (level: CoverageLevel) => levels.filter((each) => each === level).length;
  return [
    report.draft === true
      ? verdict('Call', 'in progress', 'This report is a draft until the call is sealed')
      : verdict('Call', statusWords[report.status], failureNote(report)),
    verdict('Identifiers', outcome, [note, ...gapsOf(report)].join('; ')),
    verdict('Events', chain.verify.ok ? 'verified' : 'broken', recordNote(report)),
    verdict(
      'Safe Harbor',
      `${count('full')} of 18 full`,
      `Identifiers looked for and masked; ${count('partial')} partial, ${count('none')} none, ${count('not_applicable')} not applicable`,
    ),
  ];
}

function recordNote({ chain }: Report): string {
  if (!chain.verify.ok) return 'The events do not verify; see Limitations';
  return chain.sealed ? 'Sealed: nothing can be added' : 'Not sealed yet';
}

export function verdict(label: string, value: string, note: string): Element {
  return block(
    style.verdict,
    text(label, 'verdictLabel'),
    text(value, 'verdictValue'),
    text(note, 'verdictNote'),
  );
}
