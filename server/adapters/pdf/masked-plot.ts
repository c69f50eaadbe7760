import type { Report, ReportTurn } from '../../contract/report.ts';
import type { PeriodCallRow, PeriodReport } from '../../contract/reports/period-report.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import { block, type Element, stack, subheading, text, unbroken } from './elements.ts';
import { needsALook } from './report-pages.ts';
import { ink, style } from './style.ts';

/** Steps of time by how much of `2026-11-21 04` names one; the finest that fits is drawn. */
const stepNames = [
  [13, 'hour'],
  [10, 'day'],
  [7, 'month'],
  [4, 'year'],
] as const;
const maxBars = 31;
const [barHeight, hourMs] = [28, 3_600_000];

interface Bar {
  readonly label: string;
  masked: number;
  calls: number;
  toLookAt: number;
}

/** What was masked over the period as bars, with the calls of each step below; no plot for a period without calls. */
export function maskedPlot(report: PeriodReport): Element | undefined {
  if (report.calls.length === 0) return undefined;
  const [length, step] = stepsFor(report);
  const hasValues = report.calls.every(({ values }) => values !== undefined);
  const bars = barsOf(report, length, hasValues);
  return plot(
    `${hasValues ? 'Values' : 'Places'} masked by ${step}`,
    bars.map(({ masked }) => masked),
    [
      { name: '', cells: bars.map(({ label }) => label) },
      { name: 'Calls', cells: bars.map(({ calls }) => numberOr(calls)) },
      { name: 'To look at', cells: bars.map(({ toLookAt }) => numberOr(toLookAt)), isMark: true },
    ],
  );
}

/** What was masked in each request of a call, in order, with the time since its start; no plot for a single one. */
export function turnsPlot({ turns = [], started_at: start }: Report): Element | undefined {
  if (turns.length < 2) return undefined;
  const perBar = Math.ceil(turns.length / maxBars);
  const bars = Array.from({ length: Math.ceil(turns.length / perBar) }, (_, at) =>
    turns.slice(at * perBar, (at + 1) * perBar),
  );
  const countOf = (verdict: ReportTurn['verdict']) =>
    bars.map((bar) => numberOr(bar.filter((turn) => turn.verdict === verdict).length));
  return plot(
    'New values masked by request of the call',
    bars.map((bar) => bar.reduce((sum, { values }) => sum + values, 0)),
    [
      { name: 'Request', cells: bars.map(rangeOf) },
      { name: 'Min:sec', cells: bars.map(([first]) => sinceStart(first?.at ?? start, start)) },
      { name: 'Stopped', cells: countOf('blocked'), isMark: true },
      { name: 'May be sent', cells: countOf('reported'), isMark: true },
    ],
  );
}

/** `3`, or `3–5`; people count from 1. */
function rangeOf(turns: readonly ReportTurn[]): string {
  const [first, last] = [turns[0], turns.at(-1)].map((one) => (one?.turn ?? 0) + 1);
  return first === last ? `${first}` : `${first}–${last}`;
}

function sinceStart(at: string, start: string): string {
  const seconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(start)) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const numberOr = (count: number): string => (count === 0 ? '' : `${count}`);

interface PlotRow {
  readonly name: string;
  /** One below each bar. */
  readonly cells: readonly string[];
  /** Of something to look at; left out while no cell has a word. */
  readonly isMark?: true;
}

/** Bars with their numbers, and rows of words below them. */
function plot(title: string, values: readonly number[], rows: readonly PlotRow[]): Element {
  const most = Math.max(1, ...values);
  const shown = rows.filter(({ cells, isMark }) => isMark !== true || cells.some((cell) => cell));
  return stack(
    subheading(title),
    unbroken(
      style.plot,
      row(
        '',
        values.map((value) =>
          block(
            { height: barHeight + 9, justifyContent: 'flex-end' },
            text(numberOr(value), 'plotText'),
            block({
              height: Math.max(value === 0 ? 0 : 1, (value / most) * barHeight),
              marginHorizontal: 1.5,
              backgroundColor: ink.quiet,
            }),
          ),
        ),
      ),
      block(style.plotAxis),
      ...shown.map(({ name, cells, isMark }) =>
        row(
          name,
          cells.map((cell) => text(cell, isMark === true ? 'plotMark' : 'plotText')),
        ),
      ),
    ),
  );
}

function row(name: string, cells: readonly Element[]): Element {
  return block(
    { flexDirection: 'row' },
    block({ width: 46 }, text(name, 'plotName')),
    ...cells.map((cell) => block({ flexGrow: 1, flexBasis: 0, maxWidth: 60 }, cell)),
  );
}

/** The names of all steps of a period in the clinic's zone, also of those without a call. */
function stepsOf({ period }: PeriodReport, length: number): readonly string[] {
  const [from, until] = [Date.parse(period.from), Date.parse(period.until)];
  const everyMs = Math.max(hourMs, (until - from) / 1_000);
  const names = new Set<string>();
  for (let at = from; at < until; at += everyMs) names.add(nameOf(at, period.time_zone, length));
  names.add(nameOf(until - 1, period.time_zone, length));
  return [...names];
}

const nameOf = (at: number, zone: string, length: number): string =>
  localTime(new Date(at).toISOString(), zone).slice(0, length);

function stepsFor(report: PeriodReport): (typeof stepNames)[number] {
  const fits = stepNames.find(([length]) => stepsOf(report, length).length <= maxBars);
  return fits ?? stepNames[3];
}

function barsOf(report: PeriodReport, length: number, hasValues: boolean): readonly Bar[] {
  const { calls, period } = report;
  const names = stepsOf(report, length).slice(-maxBars);
  const bars = new Map(
    names.map((name): [string, Bar] => [
      name,
      { label: labelOf(name), masked: 0, calls: 0, toLookAt: 0 },
    ]),
  );
  for (const call of calls) {
    const bar = bars.get(nameOf(Date.parse(call.started_at), period.time_zone, length));
    if (bar === undefined) continue;
    bar.masked += maskedOf(call, hasValues);
    bar.calls += 1;
    bar.toLookAt += needsALook(call) ? 1 : 0;
  }
  return [...bars.values()];
}

const maskedOf = ({ values = 0, redactions }: PeriodCallRow, hasValues: boolean): number =>
  hasValues ? values : redactions;

/** `04h` of an hour, `21` of a day, `11` of a month, `2026` of a year. */
const labelOf = (name: string): string =>
  name.length === 13 ? `${name.slice(-2)}h` : name.slice(name.length === 4 ? 0 : -2);
