import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeRecall } from '../support/whole-recall.ts';

const folder = join(import.meta.dirname, '../../models');
const files = ['model', 'lexicon', 'vocabulary'] as const;

describe('The shipped model', () => {
  it('has the files and hashes of its manifest', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'MANIFEST.json'), 'utf8'));
    for (const file of files) {
      const { name, sha256 } = manifest[file];
      const bytes = await readFile(join(folder, name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('has the languages that its second manifest says', async () => {
    const { file, languages, buckets } = JSON.parse(
      await readFile(join(folder, 'LANGUAGES.json'), 'utf8'),
    );
    const bytes = await readFile(join(folder, file.name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    expect(bytes).toHaveLength(languages.length * buckets);
  });

  it('comes with what the whole detection hides of each kind, as it was measured', async () => {
    const measured = await readFile(join(folder, 'eval.md'), 'utf8');
    const kept = await readFile(join(folder, 'RECALL.json'), 'utf8');
    expect(kept).toBe(wholeRecall(measured));
    const phone = JSON.parse(kept).find(({ kind }: { kind: string }) => kind === 'PHONE');
    expect(phone.recall_bp).toBeGreaterThan(9_500);
  });

  it('has at most 10 MB', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'MANIFEST.json'), 'utf8'));
    const sizes = await Promise.all(files.map((file) => stat(join(folder, manifest[file].name))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(10_000_000);
  });
});
