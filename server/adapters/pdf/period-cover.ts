import type { PeriodReport } from '../../contract/reports/period-report.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import { howToVerify, letterheadLines, verdict } from './cover.ts';
import { block, box, type Element, facts, grouped, stack, subheading, text } from './elements.ts';
import { formatTime, plural } from './labels.ts';
import { style } from './style.ts';

const sealedRoot =
  'Covers the Merkle root of each call, in order, and then the hash of each event of the access log. The JSON form, and every later report of this period, has the same root.';
const openRoot =
  'Covers the Merkle root of each call, in order, and then the hash of each event of the access log. The period is not over, or a call is not sealed: a later report can have another root.';

/** Whose report it is, about what, the verdicts and the root. */
export function periodCover(report: PeriodReport): Element {
  const { letterhead, period, prepared_by, prepared_for, agent, population } = report;
  const scope =
    agent === undefined
      ? `All agents (${population.by_agent.length} with calls)`
      : `${agent.name === '' ? '(deleted)' : agent.name}, ${agent.id}`;
  return stack(
    text('Voice PHI Proxy', 'product'),
    ...letterheadLines(letterhead),
    text(report.draft === true ? 'Compliance report: draft' : 'Compliance report', 'title'),
    text(daysOf(period), 'subtitle'),
    verdicts(report),
    facts([
      ['Report', text(report.id, 'mono')],
      ['Scope', scope],
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
    subheading('Merkle root of the period'),
    box(
      text(grouped(report.merkle_root_hex, 4), 'root'),
      text(report.draft === true ? openRoot : sealedRoot, 'quiet'),
    ),
    howToVerify('report.pdf'),
  );
}

function verdicts({ population, exceptions, safe_harbor, chain }: PeriodReport): Element {
  const { total } = population;
  const stopped = exceptions.find(({ exception }) => exception === 'stopped')?.calls ?? 0;
  const full = safe_harbor.rows.filter(({ level }) => level === 'full').length;
  return block(
    style.verdicts,
    verdict('Calls', String(total.calls), plural(population.turns, 'request')),
    verdict(
      'May have been sent',
      String(total.may_have_been_sent),
      `${stopped} stopped before it was sent, ${total.by_policy} sent by policy, ${total.not_recorded} not recorded`,
    ),
    verdict('Exceptions', String(exceptions.length), 'Each needs an answer; see Exceptions'),
    verdict('Events', chain.verify.ok ? 'verified' : 'broken', chain.verify.message),
    verdict('Safe Harbor', `${full} of 18 full`, 'See the statement'),
  );
}

/** The first and the last day of a period, whose end is exclusive; one day alone is named once. */
function daysOf({ from, until, time_zone }: PeriodReport['period']): string {
  const lastMoment = new Date(Date.parse(until) - 1).toISOString();
  const [first, last] = [day(localTime(from, time_zone)), day(localTime(lastMoment, time_zone))];
  return first === last ? first : `${first} to ${last}`;
}

/** The day of a local time. */
function day(local: string): string {
  return local.slice(0, 10);
}
