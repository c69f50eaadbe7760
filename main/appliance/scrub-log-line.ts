/**
 * The part of a printed line that may be logged, null if none. Before the server is ready it has
 * seen no call, and every line is kept. After that a line must be a log entry, which is free of
 * text (design D44), or part of a crash: an error's message may quote a caller, so only its class
 * and stack frames are kept.
 */
export function scrubLogLine(line: string, serves: boolean): string | null {
  if (!serves || logged.test(line) || place.test(line) || fixed.test(line)) return line;
  return crash.exec(line)?.[1] ?? null;
}

const logged = /^\{"level":\d+,/;
const place = /^\s+at [\w$.<>[\] ]*\(?(?:file|node):[^\s()]*\)?$/;
/** Fixed lines of the server, V8 and the system. */
const fixed =
  /^(?:listening on https?:\/\/[\w.:[\]-]+$|FATAL ERROR: |# Fatal |Illegal instruction|Segmentation fault|Node\.js v\d)/;
const crash = /^(?:Uncaught )?((?:[A-Z]\w*)?Error)\b/;
