import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { UserRecord } from '../server/contract/access.ts';
import { Keyboard } from './keyboard/keyboard.tsx';
import { api } from './lib/api.ts';
import { appliance } from './lib/appliance.ts';
import { timeZone } from './lib/format.ts';
import { type Look, looks, savedLook, saveLook } from './lib/look.ts';
import { useMe } from './lib/me.ts';
import { IdleLock } from './lock/idle-lock.tsx';
import { SignInPage } from './login/sign-in-page.tsx';
import { Button } from './ui/button.tsx';
import { Failure } from './ui/feedback.tsx';
import { SelectField } from './ui/field.tsx';
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

/** The frame around every page: menu and account. */
export function Shell() {
  const me = useMe();
  if (me.isPending) return null;
  if (me.isError && me.data === undefined) {
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
  const signOut = useSignOut(onLeave);
  return (
    <IdleLock login={user.login} onSignOut={signOut.mutate}>
      <div className="shell">
        <a className="skip" href="#main">
          {commonStrings.skip}
        </a>
        <header className="shell-side">
          <div className="shell-name">{commonStrings.productName}</div>
          <nav
            className="shell-nav"
            ref={useCurrentInView()}
            aria-label={commonStrings.productName}
          >
            {pages.map(([to, label]) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
          <Account user={user} signOut={signOut} />
        </header>
        <main className="shell-main" id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Keyboard pages={menu} />
      </div>
    </IdleLock>
  );
}

/** Where the menu scrolls sideways, shows the link of the page. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [path]);
  return nav;
}

function useSignOut(onLeave: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<void>('/auth/logout', { method: 'POST' }),
    onSuccess: () => {
      onLeave();
      client.setQueryData(['me'], null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}

interface AccountProps extends Pick<SignedInProps, 'user'> {
  readonly signOut: ReturnType<typeof useSignOut>;
}

/** Who is signed in, how the portal looks to them, and the way out. */
function Account({ user, signOut }: AccountProps) {
  return (
    <div className="shell-foot">
      <p className="shell-zone">{commonStrings.zone(timeZone())}</p>
      <details>
        <summary title={user.login}>
          <span className="visually-hidden">{commonStrings.account} </span>
          {user.login}
        </summary>
        <div className="shell-account">
          <LookSelect look="theme" />
          <LookSelect look="density" />
          <p>{commonStrings.shortcutsHint}</p>
          <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
            {commonStrings.signOut}
          </Button>
        </div>
      </details>
    </div>
  );
}

function LookSelect({ look }: { readonly look: Look }) {
  const [choice, choose] = useState(() => savedLook(look));
  const { label, ...names }: Readonly<Record<string, string>> = commonStrings.looks[look];
  return (
    <SelectField
      label={label ?? look}
      value={choice}
      options={looks[look].map((name) => [name, names[name] ?? name])}
      onChange={(name) => {
        choose(name);
        saveLook(look, name);
      }}
    />
  );
}
