import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useReducer, useState } from 'react';
import type { OneRosterImport, RosterImport } from '../../server/contract/roster.ts';
import { api, conflict } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Field, Form, SelectField } from '../ui/field.tsx';
import { rosterStrings } from './strings.ts';

const importStrings = rosterStrings.import;

/** Sends a file, and shows how far its import is. */
export function ImportCard({ latest }: { readonly latest: RosterImport | null }) {
  const client = useQueryClient();
  const [file, choose] = useState<File>();
  const [field, emptyField] = useReducer((count: number) => count + 1, 0);
  const [mode, setMode] = useState<string>('replace');
  const [role, setRole] = useState<string>('patient');
  const [said, setSaid] = useState(false);
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      if (!(await isReadable(chosen))) {
        // Browsers do not tell that the same file was chosen again, except in an empty field.
        choose(undefined);
        emptyField();
        throw conflict(importStrings.fileChanged);
      }
      return api<OneRosterImport>('/roster/imports', {
        method: 'POST',
        query: { mode, role, staff_may_be_said: String(said) },
        file: chosen,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['roster'] }),
  });
  const isRunning = latest?.state === 'running';
  return (
    <Card title={importStrings.title}>
      <Form onSubmit={() => file !== undefined && sending.mutate(file)}>
        <Field label={importStrings.file} hint={importStrings.fileHint}>
          {(control) => (
            <input
              {...control}
              key={field}
              type="file"
              className="input"
              accept=".csv,.tsv,.txt,.json,.ndjson"
              onChange={({ target }) => choose(target.files?.[0])}
            />
          )}
        </Field>
        <SelectField
          label={importStrings.mode}
          value={mode}
          options={importStrings.modes}
          onChange={setMode}
        />
        <SelectField
          label={importStrings.role}
          value={role}
          options={importStrings.roles}
          onChange={setRole}
        />
        <SaidBox checked={said} onChange={setSaid} />
        <Button
          type="submit"
          variant="primary"
          busy={sending.isPending || isRunning}
          disabled={file === undefined}
        >
          {importStrings.button}
        </Button>
      </Form>
      <Failure error={sending.error} />
      {latest === null ? null : <Progress report={latest} />}
    </Card>
  );
}

/** Browsers do not read a file that was saved again since it was chosen; a request with it fails. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

interface SaidProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function SaidBox({ checked, onChange }: SaidProps) {
  const id = useId();
  return (
    <div className="roster-said">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{importStrings.said}</label>
    </div>
  );
}

function Progress({ report }: { readonly report: RosterImport }) {
  const text = importStrings.states[report.state];
  if (report.state !== 'running') {
    const isClean = report.state === 'finished' && report.problems.length === 0;
    const told = report.state === 'finished' ? importStrings.finished(report) : text;
    return <Notice tone={isClean ? 'good' : 'warn'}>{told}</Notice>;
  }
  return (
    <div className="roster-running" role="status">
      <progress
        aria-label={text}
        {...(report.rows_expected === null
          ? {}
          : { value: report.rows, max: report.rows_expected })}
      />
      <span>{importStrings.running(report)}</span>
    </div>
  );
}
