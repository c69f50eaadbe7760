import type { SessionSummary } from '../../server/contract/sessions.ts';
import { Badge } from '../ui/feedback.tsx';
import { callStrings } from './strings.ts';

/** An ordinary end is no mark. */
const tones = { ok: 'quiet', partial: 'warn', error: 'bad' } as const;

interface Props {
  readonly call: SessionSummary;
  /** In a row of a list, which has no other place for the cause of a failure. */
  readonly short?: boolean;
}

/** Whether a call goes on, else how it ended. */
export function CallState({ call, short = false }: Props) {
  const { states } = callStrings.list;
  return (
    <span className="badges">
      {call.ended ? (
        <Badge tone={tones[call.status]}>{states[call.status] ?? call.status}</Badge>
      ) : (
        <Badge>{states['in_progress']}</Badge>
      )}
      {short ? <FirstFailure call={call} /> : null}
    </span>
  );
}

function FirstFailure({ call }: { readonly call: SessionSummary }) {
  const { first_failure: failure } = call;
  if (failure === undefined) return null;
  const { reasons, answered, turn } = callStrings.sides;
  const cause =
    failure.upstream_status === undefined
      ? (reasons[failure.reason] ?? failure.reason)
      : answered(failure.upstream_status);
  return <span className="call-failure">{`${turn(failure.turn)}: ${cause}`}</span>;
}
