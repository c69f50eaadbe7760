import { describe, expect, it } from 'vitest';
import {
  isAcceptedLicence,
  noticesOf,
  type ShippedPackage,
} from '../../../build/stage/licences.ts';
import { billOfMaterials } from '../../../build/stage/sbom.ts';

const shipped = (name: string, licence: string | null): ShippedPackage => ({
  name,
  version: '1.2.3',
  licence,
  author: 'Sam Example',
  texts: ['Permission is granted.\n'],
});

describe('what may be shipped is decided by its licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND Apache-2.0)', true],
    ['OFL-1.1', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    [null, false],
  ])('%s: %s', (licence, accepted) => {
    expect(isAcceptedLicence(licence)).toBe(accepted);
  });

  it('a package is not made with one that may not, and the package is named', () => {
    const packages = [shipped('good', 'MIT'), shipped('bad', 'GPL-3.0-only'), shipped('odd', null)];
    expect(() => noticesOf(packages)).toThrow('bad (GPL-3.0-only), odd (no licence)');
  });
});

describe('the notices', () => {
  it('name each package with its licence, its author and the texts that came with it', () => {
    const notices = noticesOf([shipped('good', 'MIT')]);
    for (const part of ['good 1.2.3', 'Licence: MIT', 'Sam Example', 'Permission is granted.']) {
      expect(notices).toContain(part);
    }
  });
});

describe('the bill of materials', () => {
  it('lists the parts by package URL, and the product as what depends on them', () => {
    const product = { name: 'voice-phi-proxy', version: '9.9.9', license: 'Apache-2.0' };
    const packages = [shipped('@scope/part', 'MIT'), shipped('two', '(MIT OR CC0-1.0)')];
    expect(billOfMaterials(product, packages)).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { purl: 'pkg:npm/voice-phi-proxy@9.9.9', type: 'application' } },
      components: [
        { purl: 'pkg:npm/%40scope/part@1.2.3', licenses: [{ license: { id: 'MIT' } }] },
        { purl: 'pkg:npm/two@1.2.3', licenses: [{ expression: '(MIT OR CC0-1.0)' }] },
      ],
      dependencies: [{ dependsOn: ['pkg:npm/%40scope/part@1.2.3', 'pkg:npm/two@1.2.3'] }],
    });
  });
});
