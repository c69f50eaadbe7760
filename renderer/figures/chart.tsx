import { type RefObject, useEffect, useRef, useState } from 'react';
import { Table } from '../ui/table.tsx';
import type { ChartSeries } from './chart-steps.ts';
import './chart.css';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface PlotOptions {
  readonly plot: RefObject<HTMLDivElement | null>;
  /** Its entries have the colors of the series in the current theme. */
  readonly legend: RefObject<HTMLUListElement | null>;
  readonly steps: readonly { readonly tick?: string }[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Called with the step under the pointer. */
  readonly point: (step: number | undefined) => void;
}

/** Height of a chart in pixels. */
const plotHeight = 180;
/** Minimum width of a label of the time axis, in pixels. */
const tickRoom = 52;

/** Draws into `plot` when the data, the width or the theme changes. */
function usePlot({ plot, legend, steps, series, format, point }: PlotOptions): void {
  const theme = useThemeChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas does not follow the theme
  useEffect(() => {
    const place = plot.current;
    if (place === null || legend.current === null) return;
    const inks = [...legend.current.children].map((entry) => getComputedStyle(entry).color);
    const drawn = stackedSeries(series, inks);
    const options = optionsOf({ place, steps, series: drawn, format, point });
    const data = [steps.map((_, index) => index), ...drawn.map(({ values }) => [...values])];
    const chart = new uPlot(options, data as uPlot.AlignedData, place);
    const watch = new ResizeObserver(() =>
      chart.setSize({ width: place.clientWidth, height: options.height }),
    );
    watch.observe(place);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [plot, legend, steps, series, format, point, theme]);
}

/** Number of theme changes so far. */
function useThemeChanges(): number {
  const [changes, count] = useState(0);
  useEffect(() => {
    const changed = () => count((before) => before + 1);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(changed);
    dark.addEventListener('change', changed);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', changed);
      chosen.disconnect();
    };
  }, []);
  return changes;
}

/** The series with their colors. Bars are added up, the highest first, so that lower ones cover their feet. */
function stackedSeries(series: readonly ChartSeries[], inks: readonly string[]) {
  const below: number[] = [];
  const drawn = series.map((one, index) => ({
    look: one.look,
    ink: inks[index] ?? '',
    values:
      one.look === 'bars'
        ? one.values.map((value, step) => {
            below[step] = (below[step] ?? 0) + (value ?? 0);
            return below[step];
          })
        : one.values,
  }));
  return drawn.reverse();
}

interface PlotDrawing extends Pick<PlotOptions, 'steps' | 'format' | 'point'> {
  readonly place: HTMLElement;
  readonly series: ReturnType<typeof stackedSeries>;
}

function optionsOf({ place, steps, series, format, point }: PlotDrawing): uPlot.Options {
  const { color, borderTopColor, fontFamily } = getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: color,
    font: `12px ${fontFamily}`,
    grid: { stroke: borderTopColor, width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: plotHeight,
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, steps.length - 0.5] },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.08] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        splits: ({ width }) => labelledSteps(steps, width),
        values: (_plot, at) => at.map((index) => steps[index]?.tick ?? ''),
      },
      { ...axis, size: 56, incrs: wholeSteps, values: (_plot, at) => at.map(format) },
    ],
    series: [{}, ...series.map(({ look, ink }) => seriesOptions(look, ink || color))],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
  };
}

/** Axis steps for counts and milliseconds, which are whole numbers. */
const wholeSteps = Array.from({ length: 8 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** The steps with a tick, thinned out to fit the width. */
function labelledSteps(steps: PlotOptions['steps'], width: number): number[] {
  const all = steps.flatMap(({ tick }, index) => (tick === undefined ? [] : [index]));
  const every = Math.max(1, Math.ceil((all.length * tickRoom) / width));
  return all.filter((_, index) => (all.length - 1 - index) % every === 0);
}

function seriesOptions(look: ChartSeries['look'], ink: string): uPlot.Series {
  if (look === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.12 });
    return { fill: ink, width: 0, points: { show: false }, ...(paths && { paths }) };
  }
  return {
    stroke: ink,
    width: 2,
    points: { show: true, size: 6, stroke: ink, fill: ink },
    ...(look === 'dashed' ? { dash: [6, 4] } : {}),
  };
}

export interface ChartProps {
  /** Description for screen readers. */
  readonly label: string;
  readonly steps: readonly { readonly label: string; readonly tick?: string }[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly strings: { readonly table: string; readonly step: string; readonly empty: string };
}

/** A chart of values over equal steps, and the same values as a table without empty steps. */
export function Chart(props: ChartProps) {
  const { label, steps, series, format } = props;
  const plot = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [at, point] = useState<number>();
  usePlot({ plot, legend, steps, series, format, point });
  return (
    <figure className="chart">
      <ul className="chart-legend" ref={legend}>
        {series.map((one) => (
          <li
            key={one.label}
            data-look={one.look}
            {...(one.ink && { style: { color: `var(--${one.ink})` } })}
          >
            <span>{one.label}</span>
            {at === undefined ? null : (
              <b>{formatValue(one.values[at], format, props.strings.empty)}</b>
            )}
          </li>
        ))}
      </ul>
      <div className="chart-plot" role="img" aria-label={label} ref={plot} />
      <p className="chart-at">{at === undefined ? '' : steps[at]?.label}</p>
      <ValueTable {...props} />
    </figure>
  );
}

function ValueTable({ steps, series, format, strings }: ChartProps) {
  const rows = steps
    .map(({ label }, index) => ({ label, index }))
    .filter(({ index }) => series.some(({ values }) => (values[index] ?? 0) > 0))
    .reverse();
  return (
    <details>
      <summary>{strings.table}</summary>
      <Table
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { title: strings.step, cell: ({ label }) => label },
          ...series.map(({ label, values }) => ({
            title: label,
            look: 'number' as const,
            cell: ({ index }: { readonly index: number }) =>
              formatValue(values[index], format, strings.empty),
          })),
        ]}
      />
    </details>
  );
}

function formatValue(
  value: number | null | undefined,
  format: (value: number) => string,
  empty: string,
): string {
  return value === null || value === undefined ? empty : format(value);
}
