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
const [barHeight, hourMs] = [32, 3_600_000];

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
  const most = Math.max(1, ...bars.map(({ masked }) => masked));
  return stack(
    subheading(`${hasValues ? 'Values' : 'Places'} masked by ${step}`),
    unbroken(
      style.plot,
      row('', bars, ({ masked }) =>
        block(
          { height: barHeight + 9, justifyContent: 'flex-end' },
          text(masked === 0 ? '' : `${masked}`, 'plotText'),
          block({
            height: Math.max(masked === 0 ? 0 : 1, (masked / most) * barHeight),
            marginHorizontal: 1.5,
            backgroundColor: ink.quiet,
          }),
        ),
      ),
      block(style.plotAxis),
      row('', bars, ({ label }) => text(label, 'plotText')),
      row('Calls', bars, ({ calls }) => text(calls === 0 ? '' : `${calls}`, 'plotText')),
      ...(bars.some(({ toLookAt }) => toLookAt > 0)
        ? [
            row('To look at', bars, ({ toLookAt }) =>
              text(toLookAt === 0 ? '' : `${toLookAt}`, 'plotMark'),
            ),
          ]
        : []),
    ),
  );
}

function row(name: string, bars: readonly Bar[], cellOf: (bar: Bar) => Element): Element {
  return block(
    { flexDirection: 'row' },
    block({ width: 46 }, text(name, 'plotName')),
    ...bars.map((bar) => block({ flexGrow: 1, flexBasis: 0, maxWidth: 60 }, cellOf(bar))),
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
