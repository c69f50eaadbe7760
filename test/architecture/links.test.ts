import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
  ...markdownIn('docs/platforms'),
  ...markdownIn('models'),
];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

/** The text of a page without its code blocks. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** The anchors of a page's headings, by the usual rule: lower case, hyphens, letters and digits. */
function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsNowhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(file).includes(anchor);
}

describe.each(pages)('%s', (page) => {
  const prose = proseOf(page);

  it('links to pages and headings that exist', () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const relative = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(relative.filter((target) => leadsNowhere(page, target))).toEqual([]);
  });

  it('cites files and folders that exist', () => {
    const cited = prose.matchAll(
      /`((?:build|configs|docs|main|models|renderer|server|test)\/[\w./-]+)`/g,
    );
    const paths = [...cited].map(([, path = '']) => path);
    const made = ['docs/decisions/NNNN-title.md', 'renderer/dist/'];
    expect(paths.filter((path) => !made.includes(path) && !existsSync(path))).toEqual([]);
  });
});

describe('A decision', () => {
  const files = readdirSync('docs/decisions');

  it.each(files)('carries the number of its file in its title: %s', (file) => {
    const [title = ''] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n');
    expect(title.startsWith(`# ${file.slice(0, 4)} `)).toBe(true);
  });

  it('exists if code or a page cites it', () => {
    const numbers = new Set(files.map((file) => file.slice(0, 4)));
    const sources = ['build', 'main', 'renderer', 'server', 'test'].flatMap((house) =>
      readdirSync(house, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${house}/${name}`),
    );
    const cited = [...sources, ...pages].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdecisions? (\d{4})\b/gi)].map(([, no = '']) => no),
    );
    expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
  });
});
