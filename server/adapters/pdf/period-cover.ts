import type { Incident } from '../../contract/figures/incidents.ts';
import type { AccessEntry } from '../../contract/report.ts';
import type { PeriodReport, ReportException } from '../../contract/reports/period-report.ts';
import { daysOf } from '../../domain/reports/local-time.ts';
import type { VerdictFacts } from '../../domain/reports/verdict.ts';
import { letterheadLines, verdict } from './cover.ts';
import { type Element, facts, section, stack, text } from './elements.ts';
import { firstPage, type Happening, secondPage } from './first-pages.ts';
import { happenings } from './happenings.ts';
import {
  conclusions,
  formatKinds,
  formatTime,
  incidentAbout,
  maskedByKind,
  plural,
} from './labels.ts';
import { maskedPlot } from './masked-plot.ts';

const sealedRoot =
  'Covers the Merkle root of each call, in order, and then the hash of each event of the access log. The JSON form, and every later report of this period, has the same root.';
const openRoot =
  'Covers the Merkle root of each call, in order, and then the hash of each event of the access log. The period is not over, or a call is not sealed: a later report can have another root.';

/** The two first pages, in plain words: what happened, what was done, what the words mean, how to check the report. */
export function periodCover(report: PeriodReport): Element {
  const { letterhead, period } = report;
  const days = daysOf(period);
  return stack(
    firstPage({
      head: [
        ...letterheadLines(letterhead),
        text(report.draft === true ? 'Compliance report: draft' : 'Compliance report', 'title'),
        text(`${days}, ${scopeOf(report)}`, 'subtitle'),
      ],
      verdict: verdictFacts(report, days.includes(' to ') ? `from ${days}` : `on ${days}`),
      isDraft: report.draft === true,
      tiles: tilesOf(report),
      plot: maskedPlot(report),
      happened: happenedIn(report),
      people: peopleIn(report),
    }),
    secondPage(report.merkle_root_hex, report.draft === true ? openRoot : sealedRoot, 'report.pdf'),
  );
}

function scopeOf({ agent, population }: PeriodReport): string {
  if (agent === undefined) return `all agents (${population.by_agent.length} with calls)`;
  return `${agent.name === '' ? '(deleted)' : agent.name}, ${agent.id}`;
}

/** So many calls had the exception, by itself or beside another. */
const callsWith = ({ exceptions }: PeriodReport, name: string): number =>
  exceptions.find(({ exception }) => exception === name)?.calls ?? 0;

function verdictFacts(report: PeriodReport, range: string): VerdictFacts {
  const of = (name: ReportException['exception']) => callsWith(report, name);
  return {
    calls: report.population.total.calls,
    range,
    counts: {
      stopped: of('stopped'),
      may_have_been_sent: of('may_have_been_sent'),
      by_policy: of('by_policy'),
      unreadable: of('unreadable'),
      names_not_checked: of('names_not_checked'),
      language_not_covered: of('language_not_covered'),
      not_recorded: of('not_recorded'),
      failed: of('turn_failed'),
    },
    isLogBroken: !report.chain.verify.ok,
    hasLogGap: report.exceptions.some(({ exception }) => exception === 'records_lost'),
  };
}

function tilesOf(report: PeriodReport): readonly Element[] {
  const { population, exceptions, safe_harbor, chain } = report;
  const full = safe_harbor.rows.filter(({ level }) => level === 'full').length;
  return [
    verdict('Calls', String(population.total.calls), callsNote(population)),
    verdict(
      'May have been sent',
      plural(callsWith(report, 'may_have_been_sent'), 'call'),
      `A leak was stopped in ${plural(callsWith(report, 'stopped'), 'call')}`,
    ),
    verdict('Needs an answer', String(exceptions.length), 'Listed in the annex as exceptions'),
    verdict(
      'Events',
      chain.verify.ok ? 'verified' : 'broken',
      chain.verify.ok ? 'No event was changed, removed or added' : chain.verify.message,
    ),
    verdict('Safe Harbor', `${full} of 18 full`, 'Identifiers that were looked for and masked'),
  ];
}

function callsNote({ turns, reviewed }: PeriodReport['population']): string {
  const requests = plural(turns, 'request');
  return reviewed === undefined
    ? requests
    : `${requests}; people reviewed ${plural(reviewed, 'call')}`;
}

function happenedIn(report: PeriodReport): readonly Happening[] {
  const { population, rehydration } = report;
  const clear = formatKinds(population.in_clear_by_kind);
  const { counts } = verdictFacts(report, '');
  return happenings(
    { howOften: maskedByKind(population), restored: rehydration.restored },
    counts,
    (thing, count) => {
      const calls = plural(count, 'call');
      return thing === 'by_policy' && count > 0 ? `${calls} (${clear})` : calls;
    },
  );
}

/** More incidents than these stand in the annex only. */
const shownIncidents = 3;

/** What people did: incidents, and what they acknowledged. */
function peopleIn(report: PeriodReport): readonly string[] {
  const { agent, incidents: all = [], access_log } = report;
  const seen = access_log.filter(({ kind }) => kind === 'attention_acknowledged');
  const more = all.length - shownIncidents;
  return [
    ...all.slice(0, shownIncidents).map(incidentLine),
    ...(more > 0 ? [`${plural(more, 'more incident')}: see Incidents.`] : []),
    ...(agent === undefined ? missingIncidents(report) : []),
    ...(agent === undefined
      ? [
          seen.length === 0
            ? 'Nobody acknowledged anything on the list of things that need a person.'
            : `People acknowledged what needed them ${plural(seen.length, 'time')}; the last was ${actorOf(seen.at(-1))}.`,
        ]
      : ['Incidents and acknowledgements are in the report of the installation.']),
  ];
}

/** That nobody opened an incident, at all or about what may have been sent. */
function missingIncidents(report: PeriodReport): readonly string[] {
  const { incidents: all = [] } = report;
  const isAbout = all.some(({ about }) => about === 'may_have_been_sent');
  const isMissing = callsWith(report, 'may_have_been_sent') > 0 && !isAbout;
  return [
    ...(all.length === 0 ? ['No incident was open in this period.'] : []),
    ...(isMissing ? ['Nobody opened an incident about what may have been sent.'] : []),
  ];
}

function incidentLine({ about, assessed, closed }: Incident): string {
  const conclusion =
    assessed === undefined ? 'not assessed yet' : conclusions[assessed.conclusion].toLowerCase();
  const end = closed === undefined ? 'still open' : `closed ${formatTime(closed.at)}`;
  return `Incident, ${incidentAbout[about].toLowerCase()}: ${conclusion}; ${end}.`;
}

function actorOf(entry: AccessEntry | undefined): string {
  return entry === undefined ? '' : `${entry.actor_name || entry.actor}, ${formatTime(entry.ts)}`;
}

/** Whose report it is, for whom, and about what; the annex begins with it. */
export function periodDetails(report: PeriodReport): Element {
  const { letterhead, period, prepared_by, prepared_for } = report;
  return section(
    'Details of the report',
    facts([
      ['Report', text(report.id, 'mono')],
      ['Scope', scopeOf(report)],
      [
        'Period',
        stack(
          text(`${formatTime(period.from)} to ${formatTime(period.until)}`, 'plain'),
          text(`${period.from_local} to ${period.until_local} (${period.time_zone})`, 'quiet'),
        ),
      ],
      ['Prepared by', `${prepared_by.name} (${prepared_by.id})`],
      ['Prepared for', prepared_for === '' ? '-' : prepared_for],
      ['Contact', letterhead.contact === '' ? '-' : letterhead.contact],
      ['Generated', formatTime(report.generated_at)],
    ]),
  );
}
