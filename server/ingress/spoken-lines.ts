/** A stretch of a text: a `piece` of what somebody said or pressed, what a program wrote around it, or other `words`. */
export interface SpokenLine {
  readonly text: string;
  readonly as: 'piece' | 'frame' | 'words';
}

const fewestLines = 3;
const moment = String.raw`(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?`;
const timing = new RegExp(String.raw`^[ \t]*${moment}[ \t]+-->[ \t]+${moment}[^\r\n]{0,80}$`);
/** What a log says of a key; anything else may be somebody's name. */
const labels =
  'dtmf|digits?|keys?|keypad|pressed|press|tones?|received|got|detected|events?|inputs?|buttons?|info|debug|trace|notice|caller|user|entered|from|on|rtp|sip|ivr|begin|end';
const signs = '[ \\t:=|#()\\[\\]"\'-]';
const keyLine = new RegExp(
  `^(${signs}*(?:${moment})?${signs}+(?:(?:${labels})${signs}+)+|(?:(?:${labels})${signs}+)+)([\\d*#]|[a-z]{2,5})(${signs}*)$`,
  'i',
);
const digit = /^(?:[\d*#]|zero|oh|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)$/i;

/**
 * The lines of captions (WebVTT, SubRip), and of logs with one key a line; joined they are the text. Undefined for any
 * other text.
 */
export function spokenLines(text: string): readonly SpokenLine[] | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (lines.length < fewestLines) return undefined;
  const read = text.includes('-->') ? captions(lines) : keyLines(lines);
  return read.filter(({ as }) => as === 'piece').length < fewestLines ? undefined : read;
}

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

function keyLines(lines: readonly string[]): readonly SpokenLine[] {
  return lines.flatMap((line): readonly SpokenLine[] => {
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
