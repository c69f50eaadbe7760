import type { Command } from 'commander';
import { type ExitCode, exit } from './exit.ts';
import { complain, printLine } from './output.ts';

/** What can follow one command: `path` is empty for `svc` itself, else such as `audit verify`. */
interface Place {
  readonly path: string;
  readonly words: readonly string[];
}

const shells = { bash, zsh, fish, powershell } as const;

/**
 * `svc completion <shell>`: a script made from the commands themselves. It needs no further package
 * and starts no process at TAB; where no command or option fits, files are offered.
 */
export async function printCompletion(shell: string, program: Command): Promise<ExitCode> {
  if (!(shell in shells)) {
    complain(`svc: there are scripts for ${Object.keys(shells).join(', ')}`);
    return exit.usage;
  }
  await printLine(shells[shell as keyof typeof shells](placesOf(program, '')));
  return exit.ok;
}

function placesOf(command: Command, path: string): readonly Place[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((sub) => sub.name() !== 'help');
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  return [
    { path, words: [...below.map((sub) => sub.name()), ...options] },
    ...below.flatMap((sub) => placesOf(sub, `${path} ${sub.name()}`.trim())),
  ];
}

/** Branches that follow the words typed so far down the commands, each in its shell's syntax. */
function branches(places: readonly Place[], branch: (place: Place) => string): string {
  return places.map(branch).join('\n');
}

function bash(places: readonly Place[]): string {
  return `_svc() {
  local at= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${knownPaths(places)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${branches(places, ({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _svc svc`;
}

function zsh(places: readonly Place[]): string {
  return `#compdef svc
_svc() {
  local at= word
  local -a fitting
  for word in \${words[2,CURRENT-1]}; do
    case "\${at:+$at }$word" in
      ${knownPaths(places)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${branches(places, ({ path, words }) => `    '${path}') fitting=(${words.join(' ')}) ;;`)}
  esac
  compadd -- $fitting || _files
}
compdef _svc svc`;
}

function fish(places: readonly Place[]): string {
  return `function __svc_at
  set -l at
  for word in (commandline -opc)[2..]
    set -l next (string join ' ' -- $at $word)
    contains -- "$next" ${places.map(({ path }) => `'${path}'`).join(' ')}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${branches(places, ({ path, words }) => `complete -c svc -n "__svc_at '${path}'" -a '${words.join(' ')}'`)}`;
}

function powershell(places: readonly Place[]): string {
  return `Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${branches(places, ({ path, words }) => `    '${path}' = @(${words.map((word) => `'${word}'`).join(', ')})`)}
  }
  $at = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = "$at $element".Trim()
    if ($places.ContainsKey($next)) { $at = $next }
  }
  $places[$at] | Where-Object { $_ -like "$wordToComplete*" }
}`;
}

/** A pattern of all commands, for \`case\`. */
function knownPaths(places: readonly Place[]): string {
  return places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(' | ');
}
