import type { ApplianceState, SettingView } from '../ipc/schema.ts';
import type { Redactor } from './redactor.ts';

/** A file or folder of the data folder: its name and its size, and nothing of what is in it. */
export interface FileFact {
  readonly name: string;
  /** Of a folder, all it holds. */
  readonly bytes: number;
  /** In a folder; null for a file. */
  readonly entries: number | null;
}

/** What whoever helps needs to see. */
export interface SupportFacts {
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  /** Programs and their versions, the system, the machine. */
  readonly versions: Readonly<Record<string, string>>;
  readonly state: ApplianceState;
  /** What `/health` answered, or why it did not. */
  readonly health: string;
  readonly files: readonly FileFact[];
  /** Last lines of each log, oldest first, by name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

const intro = [
  'Voice PHI Proxy: support bundle',
  'States, settings without secrets, names and sizes of files, and the ends of the logs. What looks',
  'like a key, a number of a person, a mail address or part of a link is left out. Read it before you',
  'send it.',
];

/** One text, to be read by people before it is sent. */
export function supportBundle(facts: SupportFacts, redact: Redactor): string {
  const { settings, ...state } = facts.state;
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name}: ${version}`);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', versions],
    ['State', [JSON.stringify(redact.value(state), undefined, 2)]],
    ['Health', [redact.text(facts.health)]],
    ['Settings', settings.map((setting) => settingLine(setting, redact))],
    ['Files of the data folder', facts.files.map((file) => fileLine(file, redact))],
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
