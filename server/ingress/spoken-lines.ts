import { allMatches } from '../domain/all-matches.ts';
import { isPlainSpeech } from './plain-speech.ts';
import { isCounted } from './series.ts';

/** A stretch of a text: a `piece` of what somebody said or pressed, what a program wrote around it, or other `words`. */
export interface SpokenLine {
  readonly text: string;
  readonly as: 'piece' | 'frame' | 'words';
}

const fewestLines = 3;
const moment = String.raw`(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?`;
const timing = new RegExp(String.raw`^[ \t]*${moment}[ \t]+-->[ \t]+${moment}[^\r\n]{0,80}$`);
const sounds =
  'pause|silence|inaudible|unintelligible|crosstalk|noise|laughter|laughs?|coughs?|coughing|breath(?:ing)?|sighs?|beep|music|static|typing|clicks?|break|pausa|silencio|ruido|tos|risas';
/** What transcripts write between words, of time and sound: `[00:10]`, `<00:00:10.500>`, `[long pause]`, `(inaudible)`. */
const transcriptMark = new RegExp(
  String.raw`[[<](?<time>(?:\d{1,2}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?)[\]>]|[[<({*](?:(?:short|long|background) )?(?:${sounds}) ?/?[\]>)}*]`,
  'gi',
);
/** What a log says of a key; anything else may be somebody's name. */
const labels =
  'dtmf|digits?|keys?|keypad|pressed|press|tones?|received|got|detected|events?|inputs?|buttons?|info|debug|trace|notice|caller|user|entered|from|on|rtp|sip|ivr|begin|end';
const signs = '[ \\t:=|#()\\[\\]"\'-]';
const keyLine = new RegExp(
  `^(${signs}*(?:${moment})?${signs}+(?:(?:${labels})${signs}+)+|(?:(?:${labels})${signs}+)+)([\\d*#]|[a-z]{2,5})(${signs}*)$`,
  'i',
);
const digitForms = String.raw`[\d*#]|zero|oh|one|two|three|four|five|six|seven|eight|nine|star|pound|hash`;
const digit = new RegExp(`^(?:${digitForms})$`, 'i');
/** A time, a number or a digit in words that stands by itself. */
const numeral = new RegExp(
  String.raw`(?<![\w.])(?:${moment}|\d+(?:[.,:]\d+)*|${digitForms})(?![\w.])`,
  'gi',
);
/** What lines call the keys that somebody presses. */
const pressing =
  /\b(?:dtmf|digits?|keys?|keypad|press(?:ed|es)?|buttons?|tones?|signals?|entered)\b/i;
/** Fewest lines that differ in their numerals alone (design D2). */
const fewestAlike = 7;
/** Longest text in characters whose lines are compared (design D43): a call has few keys. */
const longestCompared = 64 * 1024;

/**
 * The lines of captions (WebVTT, SubRip), and of logs and records with one key a line, and what was said between the
 * marks of a transcript; joined they are the text. Undefined for any other text.
 */
export function spokenLines(text: string): readonly SpokenLine[] | undefined {
  const said = betweenMarks(text);
  if (said !== undefined) return said;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (lines.length < fewestLines) return undefined;
  const keys: Keys = text.length > longestCompared ? new Map() : keysOfAlike(lines);
  const read = text.includes('-->') ? captions(lines) : keyLines(lines, keys);
  return read.filter(({ as }) => as === 'piece').length < fewestLines ? undefined : read;
}

/**
 * Undefined where a text has no mark with words on both sides, times that go back, or more than words: JSON, base64, a
 * document.
 */
function betweenMarks(text: string): readonly SpokenLine[] | undefined {
  const lines: SpokenLine[] = [];
  let [from, before] = [0, 0];
  for (const { index, 0: mark, groups } of allMatches(text, transcriptMark)) {
    const seconds = secondsOf(groups?.['time'], before);
    if (seconds < before) return undefined;
    before = seconds;
    lines.push(...piece(text.slice(from, index)), { text: mark, as: 'frame' });
    from = index + mark.length;
  }
  if (from === 0) return undefined;
  lines.push(...piece(text.slice(from)));
  const pieces = lines.filter(({ as }) => as === 'piece');
  return pieces.length > 1 && pieces.every((one) => isPlainSpeech(one.text)) ? lines : undefined;
}

const secondsOf = (time: string | undefined, otherwise: number): number =>
  time?.split(':').reduce((sum, part) => 60 * sum + Number(part.replace(',', '.')), 0) ?? otherwise;

const piece = (line: string): readonly SpokenLine[] =>
  line.trim() === '' ? [{ text: line, as: 'frame' }] : apart(line, line.trim());

function captions(lines: readonly string[]): readonly SpokenLine[] {
  let isCue = false;
  return lines.flatMap((line, index): readonly SpokenLine[] => {
    const bare = line.trim();
    const isTiming = timing.test(line.trimEnd());
    const isNumber = /^\d{1,6}$/.test(bare) && timing.test((lines[index + 1] ?? '').trimEnd());
    const isFrame = isTiming || bare === '' || isNumber || (index === 0 && bare === 'WEBVTT');
    if (bare === '') isCue = false;
    if (isTiming) isCue = true;
    if (isFrame) return [{ text: line, as: 'frame' }];
    return isCue ? apart(line, bare) : [{ text: line, as: 'words' }];
  });
}

function apart(line: string, bare: string): readonly SpokenLine[] {
  const start = line.indexOf(bare);
  return [
    { text: line.slice(0, start), as: 'frame' },
    { text: bare, as: 'piece' },
    { text: line.slice(start + bare.length), as: 'frame' },
  ];
}

type Keys = ReadonlyMap<number, RegExpExecArray>;

function keyLines(lines: readonly string[], keys: Keys): readonly SpokenLine[] {
  return lines.flatMap((line, index): readonly SpokenLine[] => {
    const own = keys.get(index);
    if (own !== undefined) return around(line, own);
    const [all = '', before = '', key = ''] = keyLine.exec(line.trimEnd()) ?? [];
    if (!digit.test(key)) return [{ text: line, as: line.trim() === '' ? 'frame' : 'words' }];
    return [
      { text: before, as: 'frame' },
      { text: key, as: 'piece' },
      {
        text: all.slice(before.length + key.length) + line.slice(line.trimEnd().length),
        as: 'frame',
      },
    ];
  });
}

function around(line: string, { index, 0: key }: RegExpExecArray): readonly SpokenLine[] {
  return [
    { text: line.slice(0, index), as: 'words' },
    { text: key, as: 'piece' },
    { text: line.slice(index + key.length), as: 'words' },
  ];
}

/**
 * The keys in lines that are the same but for their numerals, by line: each has one, and its other numerals are times,
 * counters and lengths. A second column of digits makes it a table.
 */
function keysOfAlike(lines: readonly string[]): Keys {
  const pressed = lines.flatMap((line, at) => (pressing.test(line) ? [{ line, at }] : []));
  if (pressed.length < fewestAlike) return new Map();
  const read = pressed.map(({ line, at }) => ({
    at,
    form: line.trim().replace(numeral, '0'),
    numerals: [...line.matchAll(numeral)],
  }));
  const groups = [...Map.groupBy(read, ({ form }) => form).values()];
  return new Map(
    groups.flatMap((alike) => {
      if (alike.length < fewestAlike) return [];
      const columns = (alike[0]?.numerals ?? [])
        .map((_, column) =>
          alike.flatMap(({ at, numerals }) => {
            const one = numerals[column];
            return one === undefined ? [] : [[at, one] as const];
          }),
        )
        .filter(isOfKeys);
      return columns.length === 1 ? (columns[0] ?? []) : [];
    }),
  );
}

function isOfKeys(column: readonly (readonly [number, RegExpExecArray])[]): boolean {
  const texts = column.map(([, [text]]) => text);
  return texts.every((text) => digit.test(text)) && new Set(texts).size > 1 && !isCounted(texts);
}
