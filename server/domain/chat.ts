import { isContainer } from './json-limits.ts';

/** A chat message of the OpenAI chat-completions protocol, after validation of its shape. */
export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';
  readonly content?: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly [field: string]: unknown;
}

/** A chat-completions request body, after validation of its shape; unknown fields may be present. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean | null;
  readonly [field: string]: unknown;
}

/** What a message says, its parts joined by blanks; '' where it says nothing. */
export function textOf({ content }: Pick<ChatMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join(' ');
}

/** The names of the functions that a request offers to the model. */
export function namesOfOffered({ tools, functions }: ChatRequest): ReadonlySet<string> {
  const offered = [tools, functions].flatMap((list) => (Array.isArray(list) ? list : []));
  const named = offered.filter(isContainer).flatMap((tool) => [tool, ...Object.values(tool)]);
  return new Set(
    named.flatMap((one) =>
      isContainer(one) && 'name' in one && typeof one.name === 'string' ? [one.name] : [],
    ),
  );
}
