import { describe, expect, it } from 'vitest';
import { shortcutOf } from '../../../renderer/keyboard/shortcuts.ts';

const pages = [{ path: '/calls', label: 'Calls', letter: 'c' }];
const press = (key: string, state = {}, modifiers = {}) =>
  shortcutOf(
    { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers },
    { afterG: false, isTyping: false, ...state },
    pages,
  );

describe('the shortcuts of the portal', () => {
  it('search, list the shortcuts and open a page', () => {
    expect([press('/'), press('?'), press('g'), press('n')].map((it) => it?.kind)).toEqual([
      ...['search', 'help', 'prefix', 'next'],
    ]);
    expect(press('c', { afterG: true })).toEqual({ kind: 'page', path: '/calls' });
    expect(press('c')).toBeUndefined();
  });

  it('move between the turns of a call', () => {
    expect([press('j'), press('k'), press('n')].map((it) => it?.kind)).toEqual([
      ...['turnAfter', 'turnBefore', 'next'],
    ]);
  });

  it('leave keys alone in a field, but for the palette', () => {
    expect(press('/', { isTyping: true })).toBeUndefined();
    expect(press('k', { isTyping: true }, { metaKey: true })).toEqual({ kind: 'palette' });
    expect(press('g', {}, { ctrlKey: true })).toBeUndefined();
  });
});
