import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');

/** What builds write, and folders whose one line on the page speaks for all folders in them. */
const built = ['renderer/dist'];
const wholes = ['test/bench/eval', 'test/unit'];

interface Folder {
  readonly path: string;
  /** Files directly in it. */
  readonly files: number;
}

/** The folders below `path`, itself first; of a folder in `wholes` itself alone. */
function foldersOf(path: string): readonly Folder[] {
  const entries = readdirSync(path, { withFileTypes: true });
  const below = wholes.includes(path)
    ? []
    : entries
        .filter((entry) => entry.isDirectory() && !built.includes(`${path}/${entry.name}`))
        .flatMap(({ name }) => foldersOf(`${path}/${name}`));
  const own = { path, files: entries.filter((entry) => entry.isFile()).length };
  return own.files > 0 || wholes.includes(path) ? [own, ...below] : below;
}

describe('The room list of docs/architecture.md', () => {
  it.each(['build', 'main', 'renderer', 'server', 'test'])('names each folder of %s/', (house) => {
    const rooms = foldersOf(house).map(({ path }) => path);
    const unnamed = rooms.filter((room) => room !== 'test' && !page.includes(`\n- \`${room}/\`:`));
    expect(unnamed).toEqual([]);
  });

  it('names no folder that does not exist', () => {
    const named = [...page.matchAll(/^- `([\w/.-]+\/)`/gm)].map(([, room = '']) => room);
    const houses = /^(build|configs|docs|main|models|renderer|server|test)\//;
    expect(named.filter((room) => houses.test(room) && !existsSync(room))).toEqual([]);
  });
});

describe('A folder of product code', () => {
  it.each(['build', 'main', 'renderer', 'server'])(
    'holds at most 25 files directly, in %s/',
    (house) => {
      expect(foldersOf(house).filter(({ files }) => files > 25)).toEqual([]);
    },
  );
});
