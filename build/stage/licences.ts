import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A package whose code is shipped. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; null if the package names none. */
  readonly licence: string | null;
  readonly author: string | null;
  /** Texts of its licence and notices. */
  readonly texts: readonly string[];
}

/** Licences that allow shipping the product if their texts are included. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Licence texts by which a package without a licence in its `package.json` is recognised. */
const undeclaredLicences: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const licenceFile = /^(licen[cs]e|copying|notice|thirdpartynotices)/i;
const person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const packageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: person.optional(),
});

export function shippedPackage(folder: string): ShippedPackage {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { name, version, license, author } = packageJson.parse(JSON.parse(read('package.json')));
  return {
    name,
    version,
    licence: license ?? undeclaredLicences[name] ?? null,
    author: author ?? null,
    texts: readdirSync(folder)
      .filter((file) => licenceFile.test(file))
      .sort()
      .map(read),
  };
}

/** `A OR B` needs one accepted licence, `A AND B` both. */
export function isAcceptedLicence(licence: string | null): boolean {
  if (licence === null) return false;
  return licence
    .replace(/[()]/g, '')
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((id) => accepted.has(id.trim())));
}

/** The product's notices. Throws if a package must not be shipped. */
export function noticesOf(packages: readonly ShippedPackage[]): string {
  const refused = packages.filter(({ licence }) => !isAcceptedLicence(licence));
  if (refused.length > 0) {
    const list = refused.map(({ name, licence }) => `${name} (${licence ?? 'no licence'})`);
    throw new Error(`these licences are not accepted: ${list.join(', ')}`);
  }
  const head =
    'Voice PHI Proxy contains the work of others, under the licences below. Those of Electron and\n' +
    'Chromium are in LICENSE.electron.txt and LICENSES.chromium.html next to the application.\n';
  return [head, ...packages.map(noticeOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf({ name, version, licence, author, texts }: ShippedPackage): string {
  const declared = `${name} ${version}\nLicence: ${licence}\n${author === null ? '' : `Author: ${author}\n`}`;
  return [declared, ...texts.map((text) => `${text.trim()}\n`)].join('\n');
}
