import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportSchedule } from '../../server/contract/reports/schedules.ts';
import { api } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { useAgentNames } from './agent-names.ts';
import { reportsStrings } from './strings.ts';

const { schedules: texts } = reportsStrings;
const queryKey = ['reports', 'schedules'];

/** Reports that the service makes by itself (decision 0087). */
export function Schedules() {
  const query = useQuery({
    queryKey,
    queryFn: () => api<{ data: readonly ReportSchedule[] }>('/reports/schedules'),
  });
  return (
    <Card title={texts.title}>
      <p>{texts.intro}</p>
      <QueryResult query={query}>
        {({ data }) => (data.length === 0 ? null : <ScheduleTable schedules={data} />)}
      </QueryResult>
      <AddSchedule />
    </Card>
  );
}

/** Who gets the reports, and how the last one fared. */
function emailOf({ email_to: to = [], mailed }: ReportSchedule): string {
  if (to.length === 0) return '–';
  const receivers = to.join(', ');
  if (mailed === undefined) return receivers;
  const day = formatDay(mailed.at);
  return mailed.problem === undefined
    ? texts.sent(receivers, day)
    : texts.notSent(receivers, day, mailed.problem);
}

/** How the last PDF for the folder fared. */
function folderOf({ filed }: ReportSchedule): string {
  if (filed === undefined) return '–';
  const day = formatDay(filed.at);
  return filed.problem === undefined ? texts.filed(day) : texts.notFiled(day, filed.problem);
}

function ScheduleTable({ schedules }: { readonly schedules: readonly ReportSchedule[] }) {
  const [removing, remove] = useState<ReportSchedule>();
  const { nameOf } = useAgentNames();
  const { columns } = texts;
  const what = ({ every, agent_id: agent }: ReportSchedule) =>
    `${texts.every[every]}, ${nameOf(agent)}`;
  return (
    <>
      <Table
        rows={schedules}
        rowKey={({ id }) => id}
        columns={[
          { title: columns.what, cell: what },
          { title: columns.preparedFor, cell: ({ prepared_for: whom }) => whom || '–' },
          { title: columns.by, cell: ({ by }) => by.name },
          { title: columns.next, cell: ({ next }) => next },
          { title: columns.email, cell: emailOf },
          { title: columns.folder, cell: folderOf },
          {
            title: columns.act,
            cell: (schedule) => (
              <Button
                aria-label={texts.removeLabel(what(schedule))}
                onClick={() => remove(schedule)}
              >
                {texts.remove}
              </Button>
            ),
          },
        ]}
      />
      {removing === undefined ? null : (
        <ConfirmRequest
          title={texts.removeTitle}
          button={texts.remove}
          danger
          text={texts.removeText(what(removing))}
          run={() => api<void>(`/reports/schedules/${removing.id}`, { method: 'DELETE' })}
          stale={[queryKey]}
          onClose={() => remove(undefined)}
        />
      )}
    </>
  );
}

const addressesIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((address) => address !== '');

function AddSchedule() {
  const client = useQueryClient();
  const { options } = useAgentNames();
  const [asked, ask] = useState({ every: 'month', agent: '', preparedFor: '', emailTo: '' });
  const change = (part: Partial<typeof asked>) => ask((before) => ({ ...before, ...part }));
  const adding = useMutation({
    mutationFn: ({ every, agent, preparedFor, emailTo }: typeof asked) =>
      api<object>('/reports/schedules', {
        method: 'POST',
        body: {
          every,
          prepared_for: preparedFor,
          ...(agent !== '' && { agent_id: agent }),
          email_to: addressesIn(emailTo),
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Form onSubmit={() => adding.mutate(asked)}>
      <SelectField
        label={texts.everyLabel}
        value={asked.every}
        options={Object.entries(texts.every)}
        onChange={(every) => change({ every })}
      />
      <SelectField
        label={texts.agent}
        value={asked.agent}
        options={options}
        onChange={(agent) => change({ agent })}
      />
      <TextField
        label={texts.preparedFor}
        maxLength={128}
        value={asked.preparedFor}
        onChange={(preparedFor) => change({ preparedFor })}
      />
      <TextField
        label={texts.emailTo}
        hint={texts.emailToHint}
        value={asked.emailTo}
        onChange={(emailTo) => change({ emailTo })}
      />
      <Failure error={adding.error} />
      <div className="page-actions">
        <Button type="submit" busy={adding.isPending}>
          {texts.add}
        </Button>
      </div>
    </Form>
  );
}
