import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpstreamTest } from '../../server/contract/settings/upstream-test.ts';
import { api } from '../lib/api.ts';
import { useSystem } from '../lib/use-system.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Badge, Failure, QueryResult } from '../ui/feedback.tsx';
import { desktopStrings } from '../ui/strings.ts';
import { Table } from '../ui/table.tsx';
import { settingsStrings } from './strings.ts';

const providerStrings = settingsStrings.providers;

/** The model providers, each with a test of its connection. */
export function ProvidersCard() {
  const [results, setResults] = useState<Readonly<Record<string, UpstreamTest>>>({});
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (upstream: string) =>
      api<UpstreamTest>('/upstreams/test', { method: 'POST', body: { upstream } }),
    onSuccess: (result) => setResults((before) => ({ ...before, [result.upstream]: result })),
  });
  return (
    <Card title={providerStrings.title}>
      <p className="hint">{providerStrings.hint}</p>
      <Failure error={error} />
      <QueryResult query={useSystem()}>
        {({ upstreams }) => (
          <Table
            rows={upstreams}
            rowKey={({ name }) => name}
            columns={[
              { title: providerStrings.name, cell: ({ name }) => <code>{name}</code> },
              {
                title: providerStrings.protocol,
                cell: ({ kind = '' }) => desktopStrings.settings.choices[kind] ?? kind,
              },
              { title: providerStrings.fallback, cell: ({ fallback = '' }) => fallback },
              {
                title: providerStrings.result,
                cell: ({ name }) => <Result result={results[name]} />,
              },
              {
                title: settingsStrings.actions,
                hidden: true,
                cell: ({ name }) => (
                  <Button
                    aria-label={`${providerStrings.test}: ${name}`}
                    busy={isPending && variables === name}
                    onClick={() => mutate(name)}
                  >
                    {providerStrings.test}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryResult>
    </Card>
  );
}

function Result({ result }: { readonly result: UpstreamTest | undefined }) {
  if (result === undefined) return null;
  const { accepted, status, latency_ms, message, answer } = result;
  return (
    <div role="status">
      <Badge tone={accepted ? 'good' : 'bad'}>
        {accepted ? providerStrings.works : providerStrings.fails}
      </Badge>
      <p>{message}</p>
      {status === undefined ? null : (
        <p className="quiet">{providerStrings.latency(status, latency_ms ?? 0)}</p>
      )}
      {answer === undefined ? null : (
        <p>
          {providerStrings.answered} {answer}
        </p>
      )}
    </div>
  );
}
