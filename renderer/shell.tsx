import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserRecord } from '../server/contract/access.ts';
import { mayUse, type Operation } from '../server/contract/rights.ts';
import { Keyboard } from './keyboard/keyboard.tsx';
import { ApiError, askClinicService } from './lib/api.ts';
import { appliance } from './lib/appliance.ts';
import { useClinicTimes } from './lib/clinic.ts';
import { demoPath, inDemo } from './lib/demo.ts';
import { formatCount, shownZone, timeZone } from './lib/format.ts';
import { type Look, looks, savedLook, saveLook } from './lib/look.ts';
import { meKey, useWatchedMe } from './lib/me.ts';
import { overviewQuery, useOverviewRange } from './lib/overview-query.ts';
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

type MenuItem = (typeof menu)[number];

/** Pages that are of no use without one of these rights. Others stay out of the menu of who lacks them. */
const needed: Readonly<Partial<Record<PageName, readonly Operation[]>>> = {
  roster: ['getRoster', 'searchRoster'],
  reports: ['getReport'],
  settings: ['putClinic'],
};

const menuOf = ({ role }: UserRecord): readonly MenuItem[] =>
  menu.filter(({ name }) => needed[name]?.some((operation) => mayUse(role, operation)) ?? true);

/** How many pages a phone shows before “More”. */
const placesOnPhone = 4;

/** The frame around every page: menu and account. */
export function Shell() {
  const me = useWatchedMe();
  const { isReady } = useClinicTimes();
  if (me.isPending || (me.data !== null && !isReady)) return null;
  if (inDemo && me.error instanceof ApiError && me.error.status === 404) return <DemoGone />;
  if (me.isError && me.data === undefined) {
    return (
      <main className="page">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  return <SignInGate user={me.data} isAway={me.isError || me.failureCount > 0} />;
}

/** On each page of the demo: what it is, and the ways out. */
function DemoBanner() {
  const playing = useMutation({
    mutationFn: () => askClinicService('POST', '/demo/calls'),
    onSuccess: () => location.assign(`${demoPath}/live`),
  });
  const removing = useMutation({
    mutationFn: () => askClinicService('DELETE', '/demo'),
    onSuccess: () => location.assign('/portal'),
  });
  return (
    <aside className="shell-demo" aria-label={commonStrings.demo.mark}>
      <p>{commonStrings.demo.text}</p>
      <div className="page-actions">
        <Button busy={playing.isPending} onClick={() => playing.mutate()}>
          {commonStrings.demo.play}
        </Button>
        <Button busy={removing.isPending} onClick={() => removing.mutate()}>
          {commonStrings.demo.remove}
        </Button>
        <a href="/portal">{commonStrings.demo.leave}</a>
      </div>
      <Failure error={playing.error ?? removing.error} />
    </aside>
  );
}

/** Somebody removed the demo, or the service was restarted. */
function DemoGone() {
  return (
    <main className="page">
      <Notice>
        <p>{commonStrings.demo.gone}</p>
        <a href="/portal">{commonStrings.demo.leave}</a>
      </Notice>
    </main>
  );
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
  const pages = menuOf(user);
  return (
    <IdleLock login={user.login} onSignOut={signOut.mutate}>
      <div className="shell">
        <a className="skip" href="#main">
          {commonStrings.skip}
        </a>
        <header className="shell-side">
          <div className="shell-name">
            <img src="/portal/icon.svg" alt="" width={20} height={20} />
            {commonStrings.productName}
          </div>
          <Menu pages={pages} />
          <Account user={user} signOut={signOut} />
        </header>
        <main className="shell-main" id="main" tabIndex={-1}>
          {isAway ? (
            <div className="shell-away">
              <Notice tone="bad">{commonStrings.away}</Notice>
            </div>
          ) : null}
          {inDemo ? <DemoBanner /> : null}
          <Outlet />
        </main>
        <Keyboard pages={pages} />
      </div>
    </IdleLock>
  );
}

/** Links to all pages; on a phone, a bar with the first ones, and the others behind “More”. */
function Menu({ pages }: { readonly pages: readonly MenuItem[] }) {
  const [isOpen, open] = useState(false);
  const things = useThings();
  const linkOf = (page: MenuItem) => (
    <MenuLink
      key={page.name}
      page={page}
      things={page.name === 'overview' ? things : 0}
      onGo={() => open(false)}
    />
  );
  return (
    <nav className="shell-nav" aria-label={commonStrings.productName}>
      {pages.slice(0, placesOnPhone).map(linkOf)}
      <button
        type="button"
        className="shell-more"
        aria-expanded={isOpen}
        onClick={() => open((before) => !before)}
      >
        <Icon name="more" />
        {commonStrings.morePages}
      </button>
      <div className="shell-rest" data-open={isOpen}>
        {pages.slice(placesOnPhone).map(linkOf)}
      </div>
    </nav>
  );
}

interface MenuLinkProps {
  readonly page: MenuItem;
  /** How many of its things need a person. */
  readonly things: number;
  readonly onGo: () => void;
}

function MenuLink({ page: { name, path, label }, things: count, onGo }: MenuLinkProps) {
  return (
    <Link to={path} title={count > 0 ? commonStrings.things(count) : ''} onClick={onGo}>
      <Icon name={name} />
      {label}
      {count === 0 ? null : (
        <span className="shell-count" aria-hidden="true">
          {formatCount(count)}
        </span>
      )}
    </Link>
  );
}

/** How many things need a person, as the overview lists them for its range. */
function useThings(): number {
  const [range] = useOverviewRange();
  const { data } = useQuery(overviewQuery(range));
  return data?.attention.filter(({ acknowledged }) => acknowledged === undefined).length ?? 0;
}

function useSignOut(onLeave: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askClinicService('POST', '/auth/logout'),
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
