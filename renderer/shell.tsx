import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { UserRecord } from '../server/contract/access.ts';
import { Keyboard } from './keyboard/keyboard.tsx';
import { api } from './lib/api.ts';
import { appliance } from './lib/appliance.ts';
import { useClinicTimes } from './lib/clinic.ts';
import { formatCount, shownZone, timeZone } from './lib/format.ts';
import { type Look, looks, savedLook, saveLook } from './lib/look.ts';
import { meKey, useWatchedMe } from './lib/me.ts';
import { overviewQuery } from './lib/overview-query.ts';
import { IdleLock } from './lock/idle-lock.tsx';
import { SignInPage } from './login/sign-in-page.tsx';
import { Button } from './ui/button.tsx';
import { Failure, Notice } from './ui/feedback.tsx';
import { SelectField } from './ui/field.tsx';
import { Icon } from './ui/icon.tsx';
import { commonStrings } from './ui/strings.ts';

/** Each page with the letter that opens it after `g`. */
const letters = {
  overview: 'o',
  live: 'l',
  calls: 'c',
  agents: 'a',
  policies: 'p',
  review: 'v',
  roster: 'r',
  reports: 't',
  audit: 'u',
  settings: 's',
  system: 'y',
  appliance: 'm',
} as const;

type PageName = keyof typeof letters;

const menu = (Object.keys(letters) as PageName[])
  .filter((name) => name !== 'appliance' || appliance !== undefined)
  .map((name) => ({
    name,
    path: `/${name}` as const,
    label: commonStrings.pages[name],
    letter: letters[name],
  }));

/** The frame around every page: menu and account. */
export function Shell() {
  const me = useWatchedMe();
  const { isReady } = useClinicTimes();
  if (me.isPending || (me.data !== null && !isReady)) return null;
  if (me.isError && me.data === undefined) {
    return (
      <main className="page">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  return <SignInGate user={me.data} isAway={me.isError || me.failureCount > 0} />;
}

interface GateProps {
  readonly user: UserRecord | null;
  /** The service does not answer. */
  readonly isAway: boolean;
}

/** Shows the page to signed-in users, others why they must sign in. */
function SignInGate({ user, isAway }: GateProps) {
  const [wasIn, setWasIn] = useState(false);
  const [left, setLeft] = useState(false);
  if (user !== null) {
    if (!wasIn) setWasIn(true);
    return <SignedIn user={user} isAway={isAway} onLeave={() => setLeft(true)} />;
  }
  if (!wasIn) return <SignInPage reason="first" />;
  return <SignInPage reason={left ? 'signed_out' : 'expired'} />;
}

interface SignedInProps extends GateProps {
  readonly user: UserRecord;
  /** Called when the user signs out. */
  readonly onLeave: () => void;
}

function SignedIn({ user, isAway, onLeave }: SignedInProps) {
  const signOut = useSignOut(onLeave);
  const things = useThings();
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
            {menu.map(({ name, path, label }) => {
              const count = name === 'overview' ? things : 0;
              return (
                <Link key={name} to={path} title={count > 0 ? commonStrings.things(count) : ''}>
                  <Icon name={name} />
                  {label}
                  {count === 0 ? null : (
                    <span className="shell-count" aria-hidden="true">
                      {formatCount(count)}
                    </span>
                  )}
                </Link>
              );
            })}
          </nav>
          <Account user={user} signOut={signOut} />
        </header>
        <main className="shell-main" id="main" tabIndex={-1}>
          {isAway ? (
            <div className="shell-away">
              <Notice tone="bad">{commonStrings.away}</Notice>
            </div>
          ) : null}
          <Outlet />
        </main>
        <Keyboard pages={menu} />
      </div>
    </IdleLock>
  );
}

/** How many things need a person, as the overview of the last day lists them. */
function useThings(): number {
  const { data } = useQuery(overviewQuery('24h'));
  return data?.attention.length ?? 0;
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
      client.setQueryData(meKey, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
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
      <p className="shell-zone" title={shownZone()}>
        {commonStrings.zone(timeZone())}
        <span className="shell-zone-of">{commonStrings.zoneOf(useClinicTimes().isClinics)}</span>
      </p>
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
