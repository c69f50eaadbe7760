import { useRef, useState } from 'react';
import { TableFrame } from './table-frame.tsx';
import { type ChartSeries, usePlot } from './use-plot.ts';
import './chart.css';

export interface ChartProps {
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  readonly steps: readonly { readonly label: string; readonly tick?: string }[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly strings: { readonly table: string; readonly step: string; readonly empty: string };
}

/** Values over equal steps, drawn, and the same as a table. */
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
          <li key={one.label} data-look={one.look}>
            <span>{one.label}</span>
            {at === undefined ? null : <b>{formatValue(one.values[at], format, props.strings.empty)}</b>}
          </li>
        ))}
      </ul>
      <div className="chart-plot" role="img" aria-label={label} ref={plot} />
      <p className="chart-at">{at === undefined ? '' : steps[at]?.label}</p>
      <Table {...props} />
    </figure>
  );
}

function Table({ steps, series, format, strings }: ChartProps) {
  const rows = steps.map(({ label }, index) => ({
    label,
    values: series.map(({ values }) => formatValue(values[index], format, strings.empty)),
  }));
  return (
    <details>
      <summary>{strings.table}</summary>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{strings.step}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.reverse().map(({ label, values }) => (
              <tr key={label}>
                <td>{label}</td>
                {series.map((one, index) => (
                  <td key={one.label} className="number">
                    {values[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
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
