import type { ApplianceState, SettingView } from '../ipc/schema.ts';
import type { Redactor } from './redactor.ts';

/** A file or folder in the data folder: name and size, not content. */
export interface FileFact {
  readonly name: string;
  /** For a folder, the sum of its files. */
  readonly bytes: number;
  /** Entries of a folder; null for a file. */
  readonly entries: number | null;
}

/** What a support bundle contains. */
export interface SupportFacts {
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  /** Programs and their versions, the system, the machine. */
  readonly versions: Readonly<Record<string, string>>;
  readonly state: ApplianceState;
  /** The answer of `/health`, or why there was none. */
  readonly health: string;
  readonly files: readonly FileFact[];
  /** Last lines of each log, oldest first, by name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

const intro = [
  'Voice PHI Proxy: support bundle',
  'States, settings without secrets, names and sizes of files, and the ends of the logs. Anything',
  "that looks like a key, a person's number, an email address or part of a link is removed. Read it",
  'before you send it.',
];

/** The bundle as one text that people can read before they send it. */
export function supportBundle(facts: SupportFacts, redact: Redactor): string {
  const { settings, ...state } = facts.state;
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name}: ${version}`);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', versions],
    ['State', [JSON.stringify(redact.value(state), undefined, 2)]],
    ['Health', [redact.text(facts.health)]],
    ['Settings', settings.map((setting) => settingLine(setting, redact))],
    ['Files in the data folder', facts.files.map((file) => fileLine(file, redact))],
    ...Object.entries(facts.logs).map(
      ([name, lines]) => [`Log: ${name}`, lines.map(redact.line)] as const,
    ),
  ];
  const body = sections.flatMap(([title, lines]) => ['', `== ${title} ==`, ...lines]);
  return `${[...intro, `Made ${facts.madeAt}`, ...body].join('\n')}\n`;
}

function settingLine(setting: SettingView, redact: Redactor): string {
  const { key, type, value, isSet, source, locked } = setting;
  const shown = type === 'secret' ? (isSet ? '[set]' : null) : redact.value(value);
  return `${key} = ${JSON.stringify(shown)} (${source}${locked ? ', locked' : ''})`;
}

function fileLine({ name, bytes, entries }: FileFact, redact: Redactor): string {
  const held = entries === null ? '' : `, ${entries} entries`;
  return `${redact.text(name)}: ${bytes} bytes${held}`;
}
