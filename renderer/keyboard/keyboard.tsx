import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type MenuPage, shortcutOf } from './shortcuts.ts';
import { keyboardStrings as strings } from './strings.ts';
import './keyboard.css';

interface Props {
  readonly pages: readonly MenuPage[];
}

/** Shortcuts of every page: `/` searches, `j`, `k` and `n` move between the turns of a call, `?` lists them, `g` and a letter opens a page, Ctrl K the palette. */
export function Keyboard({ pages }: Props) {
  const { history } = useRouter();
  const [open, show] = useState<'help' | 'palette'>();
  const go = (path: string) => history.push(`/portal${path}`);
  useShortcuts(pages, { go, show });
  const close = () => show(undefined);
  if (open === 'help') return <Help pages={pages} onClose={close} />;
  if (open !== 'palette') return null;
  return (
    <Palette
      pages={pages}
      onClose={close}
      onGo={(path) => {
        close();
        go(path);
      }}
    />
  );
}

interface Actions {
  readonly go: (path: string) => void;
  readonly show: (dialog: 'help' | 'palette') => void;
}

function useShortcuts(pages: readonly MenuPage[], { go, show }: Actions): void {
  const afterG = useRef(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog has keys of its own.
    if (document.querySelector('dialog[open]') !== null) return;
    const state = { afterG: afterG.current, isTyping: isField(event.target) };
    const shortcut = shortcutOf(event, state, pages);
    afterG.current = shortcut?.kind === 'prefix';
    if (shortcut === undefined) return;
    event.preventDefault();
    if (shortcut.kind === 'page') go(shortcut.path);
    else if (shortcut.kind === 'help' || shortcut.kind === 'palette') show(shortcut.kind);
    else inPage[shortcut.kind]();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, select, textarea');

/** What keys do on the page that is shown. */
const inPage = {
  search: () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
  turnAfter: () => focusTurn(({ after }) => after[0]),
  turnBefore: () => focusTurn(({ before }) => before.at(-1)),
  next: () => {
    const exception = focusTurn(({ after }) => after.find(({ dataset }) => dataset['exception']));
    if (!exception) document.querySelector<HTMLAnchorElement>('main [data-next-call]')?.click();
  },
  prefix: () => undefined,
} as const;

interface TurnsAround {
  readonly before: readonly HTMLElement[];
  readonly after: readonly HTMLElement[];
}

/** Focuses a turn before or after the one with the focus; without that, all are after it. False if there is none. */
function focusTurn(choose: (turns: TurnsAround) => HTMLElement | undefined): boolean {
  const turns = [...document.querySelectorAll<HTMLElement>('main [data-turn]')].filter(
    (turn) => turn.offsetParent !== null,
  );
  const at = turns.findIndex((turn) => turn.contains(document.activeElement));
  const chosen = choose({ before: turns.slice(0, Math.max(at, 0)), after: turns.slice(at + 1) });
  chosen?.focus();
  return chosen !== undefined;
}

function Help({ pages, onClose }: Props & { readonly onClose: () => void }) {
  return (
    <Dialog title={strings.help} onClose={onClose}>
      <Facts
        rows={[
          ...strings.keys,
          ...pages.map(({ letter, label }) => [`g ${letter}`, strings.goTo(label)] as const),
        ]}
      />
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}

interface PaletteProps extends Props {
  readonly onClose: () => void;
  readonly onGo: (path: string) => void;
}

/** Pages and agents whose names contain what is typed, and a call by its id; Enter opens the first. */
function Palette({ pages, onClose, onGo }: PaletteProps) {
  const [typed, type] = useState('');
  const agents = useQuery({
    queryKey: ['agents', 'palette'],
    queryFn: () => api<AgentPage>('/agents', { query: { limit: 100 } }),
  });
  const sought = typed.trim().toLowerCase();
  const isCall = /^sess_[0-9a-z]{26}$/.test(sought);
  const call = `sess_${sought.slice(5).toUpperCase()}`;
  const places = [
    ...(isCall ? [{ path: `/calls/${call}`, label: strings.palette.call(call) }] : []),
    ...pages,
    ...(agents.data?.data ?? []).map(({ id, name }) => ({ path: `/agents/${id}`, label: name })),
  ].filter(({ label }) => label.toLowerCase().includes(sought));
  const [first] = places;
  return (
    <Dialog title={strings.palette.title} onClose={onClose}>
      <Form onSubmit={() => first && onGo(first.path)}>
        <TextField label={strings.palette.label} type="search" value={typed} onChange={type} />
      </Form>
      <ul className="palette">
        {places.map(({ path, label }) => (
          <li key={path}>
            <Button variant="quiet" onClick={() => onGo(path)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {first === undefined ? <p className="quiet">{strings.palette.none}</p> : null}
    </Dialog>
  );
}
