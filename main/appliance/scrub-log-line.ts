/**
 * What of a line that the server printed may be kept, null when nothing. Until it serves it has seen
 * no call, and everything is kept. From then on a line must be of its log, which is free of text
 * (design D44), or of a crash: the message of an error may quote what somebody said, so of that the
 * class is kept, and the places in the code.
 */
export function scrubLogLine(line: string, serves: boolean): string | null {
  if (!serves || logged.test(line) || place.test(line) || fixed.test(line)) return line;
  return crash.exec(line)?.[1] ?? null;
}

const logged = /^\{"level":\d+,/;
const place = /^\s+at [\w$.<>[\] ]*\(?(?:file|node):[^\s()]*\)?$/;
/** Of the server, of V8 and of the system, in fixed words. */
const fixed =
  /^(?:listening on https?:\/\/[\w.:[\]-]+$|FATAL ERROR: |# Fatal |Illegal instruction|Segmentation fault|Node\.js v\d)/;
const crash = /^(?:Uncaught )?((?:[A-Z]\w*)?Error)\b/;
