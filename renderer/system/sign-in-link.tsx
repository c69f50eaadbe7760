import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { systemStrings } from './strings.ts';

const signInLinkStrings = systemStrings.people.link;

interface Created {
  readonly sign_in_link: { readonly url: string; readonly login: string };
}

/** Creates a one-time sign-in link and shows it once. */
export function SignInLink() {
  const [login, setLogin] = useState('');
  const making = useMutation({
    mutationFn: () =>
      api<Created>('/admin/sign-in-links', { method: 'POST', body: { login: login.trim() } }),
    gcTime: 0,
  });
  return (
    <Form onSubmit={making.mutate}>
      <p className="quiet">{signInLinkStrings.intro}</p>
      <TextField
        label={signInLinkStrings.login}
        hint={signInLinkStrings.loginHint}
        required
        maxLength={128}
        autoComplete="off"
        value={login}
        onChange={setLogin}
      />
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={making.isPending}>
          {signInLinkStrings.button}
        </Button>
      </div>
      <Failure error={making.error} />
      {making.data === undefined ? null : <Made {...making.data.sign_in_link} />}
    </Form>
  );
}

function Made({ url, login }: Created['sign_in_link']) {
  return (
    <Notice tone="good">
      <p>{signInLinkStrings.made(login)}</p>
      <Copyable label={signInLinkStrings.label} text={url} />
    </Notice>
  );
}
