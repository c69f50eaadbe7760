import { describe, expect, it } from 'vitest';
import { unknownPieces } from '../../../../server/detect/index.ts';

const piecesOf = (language: string, text: string) =>
  unknownPieces(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('everything but everyday words of a known language is a piece to mask (design D49)', () => {
  it.each([
    ['de', 'mein name ist edeltraud hinterhuber', ['name edeltraud hinterhuber']],
    ['de', 'Ich wohne in der Ahornallee 12', ['name Ahornallee']],
    ['fr', "je m'appelle odile fontenelle", ['name odile fontenelle']],
    ['vi', 'tên tôi là Trịnh Quốc Bảo', ['name Trịnh Quốc Bảo']],
    ['tl', 'ang pangalan ko po ay dalisay batungbakal', ['name dalisay batungbakal']],
    ['ht', 'non mwen se wozalin deziwòm', ['name wozalin deziwòm']],
    ['zh', '我叫欧阳晓东', ['name 欧阳晓东']],
    ['ko', '제 이름은 남궁민지입니다', ['name 남궁민지입니다']],
    ['ru', 'меня зовут аграфена тихомирова', ['name аграфена тихомирова']],
    ['de', 'b e c k mit c', ['name b e c k', 'name c']],
  ])('%s: %s', (language, text, pieces) => {
    expect(piecesOf(language, text)).toEqual(pieces);
  });

  it.each([
    ['de', 'null eins sieben drei', ['number null eins sieben drei']],
    ['fr', 'zéro six douze vingt-deux', ['number zéro six douze vingt-deux']],
    ['it', 'il mio numero è 555-0143', ['number 555-0143']],
    ['pl', '12 34 56', ['number 12 34 56']],
    ['zh', '一三八零零', ['number 一三八零零']],
    ['ar', 'رقم هاتفي ٥٥٥٠١٤٣', ['number ٥٥٥٠١٤٣']],
    ['de', 'zwei tabletten, 20', []],
  ])('numbers of three digits or two words, in %s: %s', (language, text, pieces) => {
    expect(piecesOf(language, text)).toEqual(pieces);
  });

  it('e-mail and web addresses', () => {
    expect(piecesOf('de', 'an o.hinter@example.com oder www.example.com/termin')).toEqual([
      'email o.hinter@example.com',
      'url www.example.com/termin',
    ]);
  });

  it('all words of a language without a list, except longer English ones', () => {
    expect(piecesOf('so', 'magacaygu waa xaliimo faarax appointment')).toEqual([
      'name magacaygu waa xaliimo faarax',
    ]);
  });

  it('holds every letter that is no everyday word, and nothing twice', () => {
    const text = 'herr doktor, ich bin 1958 geboren: xyz-7, a@b.example «ok»';
    const pieces = unknownPieces(text, 'de');
    const ends = pieces.map(({ end }) => end);
    for (const [at, { start, end }] of pieces.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(ends[at - 1] ?? 0);
    }
    expect(piecesOf('de', text)).toEqual([
      'name doktor',
      'number 1958',
      'number xyz-7',
      'email a@b.example',
      'name ok',
    ]);
  });
});
