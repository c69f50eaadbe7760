import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserRecord } from '../server/contract/access.ts';
import { Keyboard } from './keyboard/keyboard.tsx';
import { api } from './lib/api.ts';
import { appliance } from './lib/appliance.ts';
import { useMe } from './lib/me.ts';
import { savedTheme, saveTheme, type Theme } from './lib/theme.ts';
import { SignInPage } from './login/sign-in-page.tsx';
import { Button } from './ui/button.tsx';
import { Failure } from './ui/feedback.tsx';
import { commonStrings } from './ui/strings.ts';

const pages = [
  ['/overview', commonStrings.pages.overview],
  ['/live', commonStrings.pages.live],
  ['/calls', commonStrings.pages.calls],
  ['/agents', commonStrings.pages.agents],
  ['/policies', commonStrings.pages.policies],
  ['/review', commonStrings.pages.review],
  ['/roster', commonStrings.pages.roster],
  ['/reports', commonStrings.pages.reports],
  ['/audit', commonStrings.pages.audit],
  ['/settings', commonStrings.pages.settings],
  ['/system', commonStrings.pages.system],
  ...(appliance === undefined ? [] : [['/appliance', commonStrings.pages.appliance] as const]),
] as const;

/** Opens a page after `g`. */
const letters: Readonly<Record<string, string>> = {
  '/overview': 'o',
  '/live': 'l',
  '/calls': 'c',
  '/agents': 'a',
  '/policies': 'p',
  '/review': 'v',
  '/roster': 'r',
  '/reports': 't',
  '/audit': 'u',
  '/settings': 's',
  '/system': 'y',
  '/appliance': 'm',
};
const menu = pages.map(([path, label]) => ({ path, label, letter: letters[path] ?? '' }));

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The frame around every page: menu, user and theme. */
export function Shell() {
  const me = useMe();
  if (me.isPending) return null;
  if (me.isError) {
    return (
      <main className="page">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  return <SignInGate user={me.data} />;
}

/** Shows the page to signed-in users, others why they must sign in. */
function SignInGate({ user }: { readonly user: UserRecord | null }) {
  const [wasIn, setWasIn] = useState(false);
  const [left, setLeft] = useState(false);
  if (user !== null) {
    if (!wasIn) setWasIn(true);
    return <SignedIn user={user} onLeave={() => setLeft(true)} />;
  }
  if (!wasIn) return <SignInPage reason="first" />;
  return <SignInPage reason={left ? 'signed_out' : 'expired'} />;
}

interface SignedInProps {
  readonly user: UserRecord;
  /** Called when the user signs out. */
  readonly onLeave: () => void;
}

function SignedIn({ user, onLeave }: SignedInProps) {
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {commonStrings.skip}
      </a>
      <header className="shell-side">
        <div className="shell-name">{commonStrings.productName}</div>
        <nav className="shell-nav" aria-label={commonStrings.productName}>
          {pages.map(([to, label]) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <ShellFooter user={user} onLeave={onLeave} />
      </header>
      <main className="shell-main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Keyboard pages={menu} />
    </div>
  );
}

function ShellFooter({ user, onLeave }: SignedInProps) {
  const client = useQueryClient();
  const [theme, setTheme] = useState(savedTheme);
  const signOut = useMutation({
    mutationFn: () => api<void>('/auth/logout', { method: 'POST' }),
    onSuccess: () => {
      onLeave();
      client.setQueryData(['me'], null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
  return (
    <div className="shell-foot">
      <select
        className="select"
        aria-label={commonStrings.theme.label}
        value={theme}
        onChange={({ target }) => {
          const chosen = themes.find((name) => name === target.value) ?? 'system';
          setTheme(chosen);
          saveTheme(chosen);
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {commonStrings.theme[name]}
          </option>
        ))}
      </select>
      <span className="who" title={user.login}>
        {user.login}
      </span>
      <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {commonStrings.signOut}
      </Button>
    </div>
  );
}
