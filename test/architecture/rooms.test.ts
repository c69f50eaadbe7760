import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');

/** Rooms whose line speaks for all folders in them. */
const wholes = ['renderer/dist', 'renderer/lib', 'test/bench/eval', 'test/unit'];

/** The folders that hold files, and those in `wholes` as one. */
function roomsOf(folder: string): readonly string[] {
  if (wholes.includes(folder)) return [folder];
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => roomsOf(`${folder}/${name}`));
  return entries.some((entry) => entry.isFile()) ? [folder, ...below] : below;
}

describe('the rooms of docs/architecture.md', () => {
  it.each(['renderer', 'server', 'test'])('are all that there are in %s/', (house) => {
    const rooms = roomsOf(house).filter((room) => room !== house && room !== 'renderer/dist');
    expect(rooms.filter((room) => !page.includes(`\`${room}/\``))).toEqual([]);
  });

  it('are there', () => {
    const named = [...page.matchAll(/^\| `([\w/.-]+\/[\w.-]*)`/gm)].map(([, room = '']) => room);
    const houses = /^(configs|docs|models|renderer|server|test)\//;
    expect(named.filter((room) => houses.test(room) && !existsSync(room))).toEqual([]);
  });
});
