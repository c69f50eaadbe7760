import { useQuery } from '@tanstack/react-query';
import type { AgentConnection, AgentContact } from '../../../server/contract/agent-connection.ts';
import { api } from '../../lib/api.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Badge, Notice, QueryResult } from '../../ui/feedback.tsx';
import { Time } from '../../ui/time.tsx';
import { platformStrings } from './strings.ts';

const { light } = platformStrings;
/** Milliseconds between two looks. */
const everyMs = 3_000;

/** Which platform called the agent last, and why the last refused request was refused. */
export function ConnectionLight({ agentId }: { readonly agentId: string }) {
  const query = useQuery({
    queryKey: ['agents', 'connection', agentId],
    queryFn: () => api<AgentConnection>(`/agents/${agentId}/connection`),
    refetchInterval: everyMs,
  });
  return (
    <Card title={light.title} aside={query.data === undefined ? null : <State {...query.data} />}>
      <QueryResult query={query}>
        {({ heard, refused }) => (
          <>
            {heard === null && refused === null ? <p>{light.silent}</p> : null}
            {heard === null ? null : <Facts rows={factsOf(heard)} />}
            {refused === null || isOver(refused, heard) ? null : <Refusal contact={refused} />}
          </>
        )}
      </QueryResult>
    </Card>
  );
}

/** Whether a request that came later was let in. */
const isOver = (refused: AgentContact, heard: AgentContact | null): boolean =>
  heard !== null && heard.at > refused.at;

function State({ heard, refused }: AgentConnection) {
  if (refused !== null && !isOver(refused, heard)) {
    return <Badge tone="bad">{light.tones.refused}</Badge>;
  }
  if (heard === null) return <Badge>{light.tones.silent}</Badge>;
  return heard.code === null ? (
    <Badge tone="good">{light.tones.heard}</Badge>
  ) : (
    <Badge tone="warn">{light.tones.failed}</Badge>
  );
}

const factsOf = ({ at, client, ingress, ...contact }: AgentContact) =>
  [
    [light.last, <Time key="at" iso={at} />],
    [light.from, client ?? light.unknown],
    [light.at, light.ingress(ingress, contact.path)],
    [light.answer, problemOf(contact) ?? light.answered],
  ] as const;

function problemOf({ code, message, path }: Pick<AgentContact, 'code' | 'message' | 'path'>) {
  if (code === null) return undefined;
  return light.problem(code, code === 'not_found' ? light.path(path) : (message ?? ''));
}

function Refusal({ contact }: { readonly contact: AgentContact }) {
  return (
    <Notice tone="bad">
      <p>
        <b>{light.refused}</b> <Time iso={contact.at} />, {contact.client ?? light.unknown}
      </p>
      <p>{problemOf(contact)}</p>
    </Notice>
  );
}
