import type { FunctionOutcome } from '../../domain/agent.ts';
import type { ChatMessage } from '../../domain/chat.ts';
import type { RunId } from '../../domain/ids.ts';
import { parseJson } from '../../shared/json.ts';
import type { ClinicFunction } from './call-functions.ts';
import type { CalledFunction } from './reply-reader.ts';

/** A function that the model called, as this service takes it. */
export interface Run {
  readonly runId: RunId;
  /** Undefined where the agent has none of this name. */
  readonly tool: ClinicFunction | undefined;
  readonly called: CalledFunction;
  /** Among those of its reply. */
  readonly position: number;
}

export interface EndedRun extends Run {
  readonly isDone: boolean;
  /** What the model gets: the answer in clear, or why there is none. */
  readonly content: string;
}

const notDone = 'Nothing was done.';
const notKnown = 'It is not known whether it was done. Do not say that it was.';

/** What the model learns of a function that runs. */
export const notAnswered = `The function has not answered yet. ${notKnown}`;

/** What the model learns instead of an answer. */
const words: Readonly<Record<Exclude<FunctionOutcome, 'done'>, string>> = {
  refused: `The function refused this. ${notDone}`,
  failed: `The function failed. ${notKnown}`,
  redirected: `The function is not where it should be. ${notDone}`,
  too_large: 'The function was called, but its answer was too long to be read.',
  unreadable: 'The function was called, but its answer was no text.',
  timed_out: `The function did not answer in time. ${notKnown}`,
  unreachable: `The function could not be reached, or its answer broke off. ${notKnown}`,
  bad_certificate: `The function's certificate is not valid. ${notDone}`,
  address_not_allowed: `The function's address is not allowed. ${notDone}`,
  stopped: `The caller spoke on, or the connection broke, while the function ran. ${notKnown}`,
  unknown: `The function did not end. ${notKnown}`,
  unknown_function: `There is no function of this name. ${notDone}`,
  bad_arguments: `The arguments are no JSON object. ${notDone}`,
  no_value: `An argument holds a code that stands for no value of this call. Ask the caller for the value. ${notDone}`,
  too_many: `Too many functions were called at once. ${notDone}`,
};

/** The result of a function for the model, in clear: the request that holds it is masked like any other. */
export function resultForModel({
  outcome,
  text = '',
}: {
  readonly outcome: FunctionOutcome;
  readonly text?: string;
}): string {
  if (outcome === 'done') return text.trim() === '' ? 'Done.' : text;
  return words[outcome];
}

/** What the model said and called, and what it gets back, as messages of the next request. */
export function exchangeOf(said: string, runs: readonly EndedRun[]): readonly ChatMessage[] {
  return [
    {
      role: 'assistant',
      content: said === '' ? null : said,
      tool_calls: runs.map((run) => ({
        // Models number the calls of each reply from the same number on.
        id: run.runId,
        type: 'function',
        function: {
          // A name that no function has may be a value.
          name: run.tool?.function.name ?? 'unknown_function',
          arguments: parseJson(run.called.arguments) === undefined ? '{}' : run.called.arguments,
        },
      })),
    },
    ...runs.map(
      (run): ChatMessage => ({ role: 'tool', tool_call_id: run.runId, content: run.content }),
    ),
  ];
}
