import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AlertKind,
  AlertMessage,
  AlertSettings,
} from '../../server/contract/settings/alerts.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Badge, Failure, QueryResult } from '../ui/feedback.tsx';
import { Table } from '../ui/table.tsx';
import { AlertRules } from './alert-rules.tsx';
import { MailCard } from './mail-card.tsx';
import { settingsStrings } from './strings.ts';
import { useSetting } from './use-setting.ts';

const messageStrings = settingsStrings.messages;
const everyMs = 5_000;
const tones = { waiting: 'plain', sent: 'good', failed: 'bad' } as const;

/** Who is alerted, how, and what became of each message. */
export function Alerts() {
  const { query, save, reload } = useSetting<AlertSettings, object>('/settings/alerts');
  return (
    <QueryResult query={query}>
      {(settings) => (
        <div className="settings-cards">
          <AlertRules rules={settings.rules} onChange={() => void reload()} />
          <Messages rules={settings.rules} />
          <MailCard settings={settings} save={save} />
        </div>
      )}
    </QueryResult>
  );
}

function Messages({ rules }: Pick<AlertSettings, 'rules'>) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['/alerts'],
    queryFn: () => api<{ readonly data: readonly AlertMessage[] }>('/alerts'),
    refetchInterval: everyMs,
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: (id: string) => api(`/alerts/${id}/retry`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['/alerts'] }),
  });
  const nameOf = (id: string) =>
    rules.find((rule) => rule.id === id)?.name ?? messageStrings.goneRule;
  return (
    <Card title={messageStrings.title}>
      <Failure error={error} />
      <QueryResult query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{messageStrings.none}</p>
          ) : (
            <Table
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: messageStrings.when,
                  cell: ({ last_at }) => last_at.slice(0, 19).replace('T', ' '),
                  look: 'nowrap',
                },
                { title: messageStrings.what, cell: whatOf },
                { title: messageStrings.rule, cell: ({ rule_id }) => nameOf(rule_id) },
                {
                  title: messageStrings.state,
                  cell: (message) => (
                    <State
                      message={message}
                      retrying={isPending}
                      onRetry={() => mutate(message.id)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </QueryResult>
    </Card>
  );
}

/** Such as `Leak (3), Model provider down: over`. */
function whatOf({ counts, over }: AlertMessage): string {
  const kinds = settingsStrings.alerts.kind;
  const named = ([kind, count]: readonly [string, number]) => {
    const name = kinds[kind as AlertKind] ?? kind;
    return count === 1 ? name : `${name} (${count})`;
  };
  return [
    ...Object.entries(counts).map(named),
    ...Object.entries(over).map((entry) => messageStrings.over(named(entry))),
  ].join(', ');
}

interface StateProps {
  readonly message: AlertMessage;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function State({ message, retrying, onRetry }: StateProps) {
  const { state, attempts, error } = message;
  return (
    <div>
      <Badge tone={tones[state]}>{messageStrings.states[state]}</Badge>{' '}
      {attempts > 1 ? <span className="quiet">{messageStrings.attempts(attempts)}</span> : null}
      {state === 'sent' || error === undefined ? null : <p>{error}</p>}
      {state === 'failed' ? (
        <Button busy={retrying} onClick={onRetry}>
          {messageStrings.retry}
        </Button>
      ) : null}
    </div>
  );
}
