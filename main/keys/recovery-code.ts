import { createHash } from 'node:crypto';
import { decodeCrockford, encodeCrockford } from '../../server/shared/crockford.ts';
import { refusedAt } from '../ipc/refusal.ts';
import type { Problem, Refused } from '../ipc/schema.ts';

/** The content of a recovery kit. */
export interface RecoveryCode {
  /** The installation it opens: 3 bytes in hex. */
  readonly installation: string;
  /** 1 for the first kit of an installation, and so on. */
  readonly number: number;
  /** 32 bytes. */
  readonly key: Buffer;
}

const lineCount = 4;
/** 3 bytes of the installation, 2 of the number, 32 of the key. */
const codeBytes = 37;
/** Symbols per line; 60 hold the code. */
const dataPerLine = 15;
/** Check symbols per line: 20 bits miss one mistyped line in a million. */
const checkPerLine = 4;
const symbolsPerLine = dataPerLine + checkPerLine;

/** Four lines: each has three groups of five symbols, and a shorter group that checks the line. */
export function writeRecoveryCode({ installation, number, key }: RecoveryCode): readonly string[] {
  const head = Buffer.alloc(5);
  head.write(installation, 'hex');
  head.writeUInt16BE(number, 3);
  const symbols = encodeCrockford(Buffer.concat([head, key]));
  return Array.from({ length: lineCount }, (_, index) => {
    const data = symbols.slice(index * dataPerLine, (index + 1) * dataPerLine);
    return `${data}${checkOf(index, data)}`.replace(/.{5}(?=.)/g, '$& ');
  });
}

/**
 * The code in a typed text: upper or lower case, with or without spaces, in lines or in one piece.
 * Problems name the lines to check.
 */
export function readRecoveryCode(
  typed: string,
): { readonly ok: true; readonly code: RecoveryCode } | Refused {
  const lines = linesOf(typed);
  if (lines.length !== lineCount) {
    return refusedAt(
      'words',
      `A recovery kit has ${lineCount} lines of ${symbolsPerLine} letters and digits. Type them all, each on its own line.`,
    );
  }
  const problems = lines.flatMap((line, index) => problemOf(line, index));
  if (problems.length > 0) return { ok: false, problems };
  const data = lines.map((line) => line.slice(0, dataPerLine)).join('');
  const bytes = Buffer.from(decodeCrockford(data) ?? new Uint8Array(codeBytes));
  return {
    ok: true,
    code: {
      installation: bytes.toString('hex', 0, 3),
      number: bytes.readUInt16BE(3),
      key: bytes.subarray(5),
    },
  };
}

/** The symbols that a person typed: letters that look like digits are read as digits. */
function asSymbols(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s.·-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

function linesOf(typed: string): readonly string[] {
  const lines = typed
    .split(/\r?\n/)
    // The kit numbers its lines, and some people type the numbers.
    .map((line) => asSymbols(line.replace(/^\s*(?:line\s*)?[1-4]\s*[.:)]/i, '')))
    .filter((line) => line !== '');
  const [only] = lines;
  if (lines.length !== 1 || only?.length !== lineCount * symbolsPerLine) return lines;
  return only.match(/.{19}/g) ?? [];
}

function problemOf(line: string, index: number): Problem[] {
  const path = `line ${index + 1}`;
  const foreign = /[^0-9A-HJKMNP-TV-Z]/.exec(line);
  if (foreign !== null) {
    const message = `Line ${index + 1} has a character that no kit contains. Compare it.`;
    return [{ path, message }];
  }
  if (line.length !== symbolsPerLine) {
    const message = `Line ${index + 1} has ${line.length} letters and digits and must have ${symbolsPerLine}.`;
    return [{ path, message }];
  }
  if (holds(line, index)) return [];
  const meant = [0, 1, 2, 3].find((other) => holds(line, other));
  const message =
    meant === undefined
      ? `Line ${index + 1} is mistyped. Compare it with the kit, letter by letter.`
      : `Line ${meant + 1} of the kit was typed as line ${index + 1}.`;
  return [{ path, message }];
}

function holds(line: string, index: number): boolean {
  return line.slice(dataPerLine) === checkOf(index, line.slice(0, dataPerLine));
}

/** Depends on the line's position, so that swapped lines are noticed. */
function checkOf(index: number, data: string): string {
  const text = `voice-phi-proxy recovery kit v1\n${index + 1}\n${data}`;
  return encodeCrockford(createHash('sha256').update(text).digest()).slice(0, checkPerLine);
}
