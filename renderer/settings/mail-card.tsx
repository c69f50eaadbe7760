import { useState } from 'react';
import type { AlertSettings } from '../../server/contract/settings/alerts.ts';
import { Card } from '../ui/card.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { SaveRow } from '../ui/unsaved-changes.tsx';
import { settingsStrings } from './strings.ts';
import type { useSetting } from './use-setting.ts';

const mailStrings = settingsStrings.mail;

type Server = NonNullable<AlertSettings['mail_server']>;
/** A number stays text while somebody types it: an emptied field is no 0. */
type ServerDraft = Omit<Server, 'port'> & { readonly port: string };

const newServer: Server = {
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  from: '',
  password_set: false,
};

interface MailCardProps {
  readonly settings: AlertSettings;
  readonly save: ReturnType<typeof useSetting<AlertSettings, object>>['save'];
}

/** The mail server of alerts, and when a provider is down or the disk low. */
export function MailCard({ settings, save }: MailCardProps) {
  const [server, setServer] = useState(draftOf(settings.mail_server));
  const [password, setPassword] = useState('');
  const [limits, setLimits] = useState(limitsOf(settings, String));
  const limit = (name: keyof typeof limits, label: string) => (
    <TextField
      label={label}
      path={name}
      type="number"
      min={1}
      required
      value={limits[name]}
      onChange={(value) => setLimits({ ...limits, [name]: value })}
    />
  );
  const body = { ...limitsOf(limits, Number), mail_server: bodyOf(server, password) };
  const submit = () =>
    save.mutate(body, { onSuccess: () => setPassword((now) => (now === password ? '' : now)) });
  const kept = {
    ...limitsOf(settings, Number),
    mail_server: bodyOf(draftOf(settings.mail_server), ''),
  };
  return (
    <Card title={mailStrings.title}>
      <Form className="settings-form" error={save.error} onSubmit={submit}>
        <label>
          <input
            type="checkbox"
            checked={server !== null}
            onChange={({ target }) =>
              setServer(target.checked ? draftOf(settings.mail_server ?? newServer) : null)
            }
          />{' '}
          {mailStrings.use}
        </label>
        {server === null ? null : (
          <ServerFields
            server={server}
            setServer={setServer}
            password={password}
            setPassword={setPassword}
          />
        )}
        {limit('provider_failures', mailStrings.failures)}
        {limit('provider_minutes', mailStrings.minutes)}
        {limit('disk_low_mb', mailStrings.disk)}
        <SaveRow
          dirty={JSON.stringify(body) !== JSON.stringify(kept)}
          save={save}
          strings={settingsStrings}
        />
      </Form>
    </Card>
  );
}

type Limit = 'provider_failures' | 'provider_minutes' | 'disk_low_mb';

const limitsOf = <From, To>(from: Readonly<Record<Limit, From>>, as: (value: From) => To) => ({
  provider_failures: as(from.provider_failures),
  provider_minutes: as(from.provider_minutes),
  disk_low_mb: as(from.disk_low_mb),
});

const draftOf = (server: Server | null): ServerDraft | null =>
  server && { ...server, port: String(server.port) };

/** An empty password keeps the stored one. */
function bodyOf(server: ServerDraft | null, password: string): object | null {
  if (server === null) return null;
  const { password_set: _, port, host, from, ...rest } = server;
  const body = { ...rest, host: host.trim(), port: Number(port), from: from.trim() };
  return password === '' ? body : { ...body, password };
}

interface ServerFieldsProps {
  readonly server: ServerDraft;
  readonly setServer: (server: ServerDraft) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
}

function ServerFields({ server, setServer, password, setPassword }: ServerFieldsProps) {
  const field = (name: 'host' | 'user' | 'from', label: string) => (
    <TextField
      label={label}
      path={`mail_server.${name}`}
      value={server[name]}
      onChange={(value) => setServer({ ...server, [name]: value })}
    />
  );
  return (
    <>
      <div className="settings-pair">
        {field('host', mailStrings.host)}
        <TextField
          label={mailStrings.port}
          path="mail_server.port"
          type="number"
          min={1}
          max={65_535}
          required
          value={server.port}
          onChange={(port) => setServer({ ...server, port })}
        />
      </div>
      <SelectField
        label={mailStrings.security}
        value={server.security}
        options={Object.entries(mailStrings.securities)}
        onChange={(security) => setServer({ ...server, security: security as Server['security'] })}
      />
      <div className="settings-pair">
        {field('user', mailStrings.user)}
        <TextField
          label={mailStrings.password}
          hint={server.password_set ? mailStrings.passwordSet : undefined}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
      </div>
      {field('from', mailStrings.from)}
    </>
  );
}
