import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../lib/api.ts';
import { useClinic } from '../lib/clinic.ts';
import { dayAfter, lastMonth, monthSoFar, startOfDay, today } from '../lib/local-days.ts';
import { useRefusal } from '../lib/me.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { Field, Form, SelectField, TextField } from '../ui/field.tsx';
import { Page, Refused } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { useAgentNames } from './agent-names.ts';
import checkReportPage from './check-report.html?raw';
import { PastReports } from './past-reports.tsx';
import { Schedules } from './schedules.tsx';
import { reportsStrings } from './strings.ts';
import './reports.css';

type Format = 'pdf' | 'json' | 'zip';

/** Reports of a period. */
export function ReportsPage() {
  const refusal = useRefusal('getReport');
  return (
    <Page title={commonStrings.pages.reports} intro={reportsStrings.intro}>
      {refusal === undefined ? <Reports /> : <Refused reason={refusal} />}
    </Page>
  );
}

function Reports() {
  const query = useClinic();
  return (
    <>
      <div className="columns">
        <QueryResult query={query}>
          {({ clinic }) => <ReportForm timeZone={clinic.time_zone} />}
        </QueryResult>
        <Content />
      </div>
      <PastReports />
      <Schedules />
    </>
  );
}

function useReportRequest(timeZone: string) {
  const [asked, ask] = useState({
    ...lastMonth(today(timeZone)),
    agent: '',
    preparedFor: '',
    samples: '25',
  });
  const client = useQueryClient();
  const making = useMutation({
    onSuccess: () => client.invalidateQueries({ queryKey: ['reports', 'past'] }),
    mutationFn: async (format: Format) => {
      const { first, last, agent, preparedFor, samples } = asked;
      const bytes = await download(format === 'zip' ? '/reports.zip' : '/reports', {
        from: startOfDay(first, timeZone),
        until: startOfDay(dayAfter(last), timeZone),
        agent_id: agent,
        prepared_for: preparedFor,
        samples,
        ...(format !== 'zip' && { format }),
      });
      saveFile(bytes, `report-${first}-${last}.${format}`);
    },
  });
  const change = (part: Partial<typeof asked>) => ask((before) => ({ ...before, ...part }));
  return { asked, change, making };
}

function ReportForm({ timeZone }: { readonly timeZone: string }) {
  const { asked, change, making } = useReportRequest(timeZone);
  const { options } = useAgentNames();
  const { form } = reportsStrings;
  const backwards = asked.first !== '' && asked.last !== '' && asked.last < asked.first;
  const incomplete = backwards || asked.first === '' || asked.last === '';
  return (
    <Card title={form.title}>
      <Form onSubmit={() => making.mutate('pdf')}>
        <div className="page-actions">
          <Button onClick={() => change(lastMonth(today(timeZone)))}>{form.lastMonth}</Button>
          <Button onClick={() => change(monthSoFar(today(timeZone)))}>{form.monthSoFar}</Button>
        </div>
        <TextField
          label={form.first}
          type="date"
          required
          value={asked.first}
          onChange={(first) => change({ first })}
        />
        <Field
          label={form.last}
          hint={form.zone(timeZone)}
          problem={backwards ? form.backwards : undefined}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              required
              value={asked.last}
              onChange={({ target }) => change({ last: target.value })}
            />
          )}
        </Field>
        <SelectField
          label={form.agent}
          value={asked.agent}
          options={options}
          onChange={(agent) => change({ agent })}
        />
        <TextField
          label={form.preparedFor}
          hint={form.preparedForHint}
          maxLength={128}
          value={asked.preparedFor}
          onChange={(preparedFor) => change({ preparedFor })}
        />
        <TextField
          label={form.samples}
          hint={form.samplesHint}
          type="number"
          min={0}
          max={100}
          required
          value={asked.samples}
          onChange={(samples) => change({ samples })}
        />
        <Downloads
          busy={making.isPending}
          disabled={incomplete}
          onChoose={(format) => making.mutate(format)}
        />
        <Failure error={making.error} />
      </Form>
    </Card>
  );
}

interface DownloadsProps {
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onChoose: (format: Format) => void;
}

function Downloads({ busy, disabled, onChoose }: DownloadsProps) {
  return (
    <>
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {reportsStrings.pdf}
        </Button>
        <Button busy={busy} disabled={disabled} onClick={() => onChoose('json')}>
          {reportsStrings.json}
        </Button>
        <Button busy={busy} disabled={disabled} onClick={() => onChoose('zip')}>
          {reportsStrings.zip}
        </Button>
      </div>
      <p className="wait" role="status">
        {busy ? reportsStrings.making : reportsStrings.recorded}
      </p>
    </>
  );
}

function Content() {
  const { content } = reportsStrings;
  return (
    <Card title={content.title}>
      <ul className="reports-parts">
        {content.parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p>{content.zip}</p>
      <p>{content.draft}</p>
      <p>{content.check}</p>
      <div className="page-actions">
        <Button
          onClick={() =>
            saveFile(new Blob([checkReportPage], { type: 'text/html' }), 'check-report.html')
          }
        >
          {content.checkButton}
        </Button>
      </div>
    </Card>
  );
}
