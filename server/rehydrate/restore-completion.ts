import {
  choiceIndex,
  dropUnrestorable,
  isRecord,
  namesOfCalled,
  refuseTooMany,
  replyFields,
} from './reply-format.ts';
import { type ReplyObserver, type RestoreTally, restoreText } from './reply-text-restorer.ts';
import type { RestoreContext } from './token-scope.ts';

/**
 * The observer of one text of a reply: a choice's content, a tool call's arguments, … `called` is the name of the
 * function whose arguments the text is, as the model wrote it.
 */
export type ObserverOfReply = (
  choice: number,
  channel: string,
  called: string | undefined,
) => ReplyObserver;

/**
 * Restores the tokens of every choice of a reply that was not streamed; counts go into `tally`. It
 * changes the texts of `body` in place, takes out what it cannot restore, and changes nothing else. Resolves to true when every choice has its
 * `finish_reason`. Throws Fault `upstream_error` beyond the limits of decision 0051.
 */
export async function restoreCompletion(
  body: unknown,
  context: RestoreContext,
  tally: RestoreTally,
  watch?: ObserverOfReply,
): Promise<boolean> {
  const choices = isRecord(body) && Array.isArray(body['choices']) ? body['choices'] : [];
  refuseTooMany(choices.length, 'choices');
  let finished = choices.length > 0;
  let texts = 0;
  for (const choice of choices) {
    if (!isRecord(choice)) continue;
    finished &&= typeof choice['finish_reason'] === 'string';
    if (!isRecord(choice['message'])) continue;
    dropUnrestorable(choice, choice['message']);
    const names = new Map(namesOfCalled(choice['message']));
    for (const field of replyFields(choice['message'], context)) {
      texts += 1;
      refuseTooMany(texts, 'texts');
      const seen = watch?.(choiceIndex(choice), field.channel, names.get(field.channel));
      field.put(await restoreText(field.text, context, tally, field.writer(), seen));
    }
  }
  return finished;
}
