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
