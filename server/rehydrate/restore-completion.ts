import { choiceIndex, isRecord, refuseTooMany, replyFields } from './reply-format.ts';
import { type ReplyObserver, type RestoreTally, restoreText } from './restore-text.ts';
import type { RestoreContext } from './token-scope.ts';

/** Gives the watch of one text of a reply: of a choice's content, a tool call's arguments, … */
export type ObserverOfReply = (choice: number, channel: string) => ReplyObserver;

/**
 * A reply that was not streamed, with the tokens of every choice restored; counts go into `tally`.
 * `body` is changed in place and nothing but the restored texts changes in it. Resolves to whether
 * every choice says why it finished. Throws Fault `upstream_error` beyond the limits of decision 0051.
 */
export async function restoreCompletion(
  body: unknown,
  restoration: RestoreContext,
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
    for (const field of replyFields(choice['message'])) {
      texts += 1;
      refuseTooMany(texts, 'texts');
      const seen = watch?.(choiceIndex(choice), field.channel);
      field.put(await restoreText(field.text, restoration, tally, field.writer(), seen));
    }
  }
  return finished;
}
