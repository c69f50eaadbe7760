import { formatClock, formatMoment, formatUtc } from '../lib/format.ts';

interface Props {
  /** ISO 8601. */
  readonly iso: string;
  /** Only the time of day. */
  readonly clock?: boolean;
}

/** A time in the clinic's time zone, or this browser's; UTC on hover. */
export function Time({ iso, clock = false }: Props) {
  return (
    <time dateTime={iso} title={formatUtc(iso)}>
      {clock ? formatClock(iso) : formatMoment(iso)}
    </time>
  );
}
