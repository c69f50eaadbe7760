import { createHmac } from 'node:crypto';
import type { Agent } from '../../domain/agent.ts';
import type { SessionId } from '../../domain/ids.ts';

export interface FunctionCall {
  readonly agent: Pick<Agent, 'id'>;
  readonly name: string;
  /** The arguments, in clear. */
  readonly given: object;
  /** Absent for a test of the portal. */
  readonly sessionId?: SessionId;
  readonly secret: string;
  readonly nowMs: number;
}

/** What a function is sent, in the form that Standard Webhooks recommends. */
export function functionBody(call: FunctionCall): string {
  const { agent, name, given, sessionId, secret, nowMs } = call;
  // The same for the same arguments in one call: a caller who speaks on may make the model call a function again.
  const key = createHmac('sha256', secret)
    .update(JSON.stringify([sessionId ?? nowMs, name, given]))
    .digest('hex');
  return JSON.stringify({
    type: 'function.called',
    timestamp: new Date(nowMs).toISOString(),
    data: {
      ...(sessionId === undefined ? { test: true } : { call_id: sessionId }),
      agent_id: agent.id,
      function: name,
      arguments: given,
      idempotency_key: key,
    },
  });
}
