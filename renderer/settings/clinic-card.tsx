import { useState } from 'react';
import type { z } from 'zod';
import type { ClinicSettings } from '../../server/contract/settings/clinic.ts';
import { Card } from '../ui/card.tsx';
import { QueryResult } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { SaveRow } from '../ui/unsaved-changes.tsx';
import { settingsStrings } from './strings.ts';
import { useSetting } from './use-setting.ts';

const clinicStrings = settingsStrings.clinic;

type Clinic = z.infer<typeof ClinicSettings>;

/** Who runs this installation. */
export function ClinicCard() {
  const { query, save } = useSetting<{ readonly clinic: Clinic }, Clinic>('/settings/clinic');
  return (
    <Card title={clinicStrings.title}>
      <p className="hint">{clinicStrings.hint}</p>
      <QueryResult query={query}>
        {({ clinic }) => <ClinicForm clinic={clinic} save={save} />}
      </QueryResult>
    </Card>
  );
}

interface ClinicFormProps {
  readonly clinic: Clinic;
  readonly save: ReturnType<typeof useSetting<{ readonly clinic: Clinic }, Clinic>>['save'];
}

function ClinicForm({ clinic, save }: ClinicFormProps) {
  const [form, setForm] = useState(clinic);
  const dirty = Object.entries(clinic).some(
    ([name, value]) => form[name as keyof Clinic].trim() !== value,
  );
  const field = (name: keyof Clinic, label: string, hint?: string) => (
    <TextField
      label={label}
      path={name}
      hint={hint}
      value={form[name]}
      onChange={(value) => setForm({ ...form, [name]: value })}
    />
  );
  return (
    <Form className="settings-form" error={save.error} onSubmit={() => save.mutate(form)}>
      {field('name', clinicStrings.name)}
      {field('system', clinicStrings.system)}
      {field('location', clinicStrings.location)}
      {field('contact', clinicStrings.contact)}
      {field('time_zone', clinicStrings.timeZone, clinicStrings.timeZoneHint)}
      <SaveRow dirty={dirty} save={save} strings={settingsStrings} />
    </Form>
  );
}
