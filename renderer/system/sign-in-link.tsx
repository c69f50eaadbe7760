import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Field } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { systemStrings } from './strings.ts';

const signInLinkStrings = systemStrings.people.link;

interface Created {
  readonly sign_in_link: { readonly url: string; readonly login: string };
}

/** Makes a link that signs somebody in once; it is shown as long as this stays open, and never again. */
export function SignInLink() {
  const [login, setLogin] = useState('');
  const making = useMutation({
    mutationFn: () =>
      api<Created>('/admin/sign-in-links', { method: 'POST', body: { login: login.trim() } }),
    gcTime: 0,
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate();
      }}
    >
      <p className="quiet">{signInLinkStrings.intro}</p>
      <Field label={signInLinkStrings.login} hint={signInLinkStrings.loginHint}>
        {(control) => (
          <input
            {...control}
            className="input"
            required
            maxLength={128}
            autoComplete="off"
            value={login}
            onChange={({ target }) => setLogin(target.value)}
          />
        )}
      </Field>
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={making.isPending}>
          {signInLinkStrings.button}
        </Button>
      </div>
      {making.isError ? <Failure error={making.error} /> : null}
      {making.data === undefined ? null : <Made {...making.data.sign_in_link} />}
    </form>
  );
}

function Made({ url, login }: Created['sign_in_link']) {
  return (
    <Notice tone="good">
      <p>{signInLinkStrings.made(login)}</p>
      <Copyable
        label={signInLinkStrings.label}
        text={url}
        copyText={commonStrings.copy}
        copiedText={commonStrings.copied}
      />
    </Notice>
  );
}
