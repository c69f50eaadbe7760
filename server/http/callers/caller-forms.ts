import type { ChatCompletionRequest } from '../../contract/chat.ts';
import { errorEnvelope } from '../../contract/errors.ts';
import type { ResponsesRequest } from '../../contract/protocols/responses.ts';
import { readResponsesRequest } from '../../dialects/responses/read-request.ts';
import { responsesWriter } from '../../dialects/responses/write-reply.ts';
import type { ChatRequest } from '../../domain/chat.ts';
import type { FaultCode } from '../../domain/fault.ts';

/** A caller's request on the one path of all requests, which speaks chat completions (decision 0105). */
export interface FormedRequest {
  readonly chat: ChatRequest;
  /** Writes the reply in the protocol of the caller. */
  readonly writer: ReplyWriter;
}

/** Writes one restored reply. */
export interface ReplyWriter {
  whole(completion: string): string;
  /** What the bytes of the stream become, in any cuts. */
  push(bytes: Uint8Array): Uint8Array | string;
  /** The last events of a stream that has ended well. */
  end(): string;
  /** The last event of a stream that breaks off (design D38). */
  failed(error: StreamError): string;
}

interface StreamError {
  readonly code: FaultCode;
  readonly message: string;
  readonly request_id: string;
}

const chatWriter: ReplyWriter = {
  whole: (completion) => completion,
  push: (bytes) => bytes,
  end: () => '',
  failed: ({ code, message, request_id }) =>
    `data: ${JSON.stringify(errorEnvelope(code, message, request_id))}\n\n`,
};

export function inChatForm(body: ChatCompletionRequest): FormedRequest {
  return { chat: body as ChatRequest, writer: chatWriter };
}

export function inResponsesForm(body: ResponsesRequest): FormedRequest {
  return { chat: readResponsesRequest(body), writer: responsesWriter(body) };
}
