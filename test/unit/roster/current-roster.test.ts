import { expect, it } from 'vitest';
import type { Person } from '../../../server/domain/roster.ts';
import { type Roster, RosterChanged } from '../../../server/ports/roster.ts';
import { createCurrentRoster } from '../../../server/roster/current-roster.ts';
import { person, smallLexicon } from '../../support/roster-index-kit.ts';

/** A roster whose version, people and failures the test sets, and a clock that it moves. */
function kit() {
  const state = {
    version: 1,
    people: [person({ id: 'a', givenNames: ['Ngozi'] })] as readonly Person[],
    failures: [] as Error[],
    seconds: 10,
  };
  const roster: Roster = {
    version: async () => state.version,
    people: async function* read() {
      const failure = state.failures.shift();
      if (failure !== undefined) throw failure;
      yield state.people;
    },
  };
  const current = createCurrentRoster({
    roster,
    lexicon: async () => smallLexicon,
    clock: { monotonicUs: () => state.seconds * 1e6 },
  });
  return { state, current };
}

it('loads the people when a turn first asks', async () => {
  const loaded = await kit().current.current();
  expect(loaded?.index.wordOf('ngozi')).toBeDefined();
});

it('gives nothing while nobody is in the roster', async () => {
  const { state, current } = kit();
  state.people = [];
  expect(await current.current()).toBeUndefined();
});

it('loads again after the version has changed', async () => {
  const { state, current } = kit();
  await current.current();
  state.version = 2;
  state.people = [person({ id: 'b', givenNames: ['Ulrike'] })];
  state.seconds += 60;
  await current.current();
  await expect.poll(async () => (await current.current())?.version).toBe(2);
  const loaded = await current.current();
  expect(loaded?.index.wordOf('ngozi')).toBeUndefined();
  expect(loaded?.index.wordOf('ulrike')).toBeDefined();
});

it('rejects while the roster cannot be read, and recovers', async () => {
  const { state, current } = kit();
  state.failures = [new Error('the disk is gone')];
  await expect(current.current()).rejects.toThrow('the disk is gone');
  expect(await current.current()).toBeDefined();
});

it('reads a roster again that changes while it is read', async () => {
  const { state, current } = kit();
  state.failures = [new RosterChanged()];
  expect(await current.current()).toBeDefined();
});
