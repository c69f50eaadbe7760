import { describe, expect, it } from 'vitest';
import { locationRecognizer } from '../../../../../server/detect/recognizers/address/location.ts';
import { zipRecognizer } from '../../../../../server/detect/recognizers/address/zip.ts';
import { type Case, found } from '../found.ts';

const locations: readonly Case[] = [
  ['country', 'I came from Kenya', ['Kenya']],
  ['country in lower case', 'we flew to costa rica', ['costa rica']],
  ['state', 'he moved to Ohio', ['Ohio']],
  ['city', 'a clinic in Minneapolis', ['Minneapolis']],
  ['city and state', 'born in Roanoke, Virginia', ['Roanoke, Virginia']],
  ['a name that is a place, behind a preposition', 'they live in jordan', ['jordan']],
  ['a town as towns are called', 'the clinic in Alder Bluffs', ['Alder Bluffs']],
  ['a hospital as towns are called', 'referred to Alder Springs Hospital', []],
  ['a bridge', 'a Maryland bridge', []],
  ['an insurer', 'with Mutual of Omaha', []],
  ['a device', 'a Boston Scientific pacemaker', []],
  ['a licence and its state', "it's K-415-220, Minnesota", ['Minnesota']],
  ['a name that is a place', 'jordan called me', []],
  ['a word that is a place', 'i had turkey and chili', []],
  ['another', 'reading a nice book', []],
  ['a code that is a word', 'yes, OK, in or out', []],
  ['living in a state of mind', 'i live in fear', []],
  ['a month after moved', 'moved in January', []],
  ['an answer that is none', "i don't know", [], 'what city do you live in?'],
];

const zips: readonly Case[] = [
  ['by name', 'zip code 43215', ['43215']],
  ['ZIP+4 by shape', '19901-4432', ['19901-4432']],
  ['behind a state', 'Ohio 43215', ['43215']],
  ['behind a code', 'OH 43215', ['43215']],
  ['UK', 'SW1A 1AA', ['SW1A 1AA']],
  ['Canadian', 'k1a 0b1', ['k1a 0b1']],
  ['spoken', 'zip code four three two one five', ['four three two one five']],
  ['as answer', '43215', ['43215'], 'your zip?'],
  ['five digits of no name', 'about 43215 of them', []],
  ['a unit behind', 'zip code is 43215 dollars', []],
  ['a UK shape of no area', 'QX1A 1AA', []],
  ['a code that is a word', 'it is in 43215', []],
];

describe('LOCATION', () => {
  it.each(locations)('%s', (_why, text, finds, question) => {
    expect(found(locationRecognizer, text, question)).toEqual(finds);
  });
});

describe('ZIP is a kind of its own where the policy has it (design D9)', () => {
  it.each(zips)('%s', (_why, text, finds, question) => {
    expect(found(zipRecognizer, text, question)).toEqual(finds);
  });
});
