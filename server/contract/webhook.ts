import { z } from 'zod';
import { type FunctionTool, FunctionTools } from './function-tools.ts';
import { AgentId, SessionId } from './ids.ts';

const RequestedTool = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  function: z.looseObject({ name: z.string().optional() }).optional(),
});
type RequestedTool = z.infer<typeof RequestedTool>;

/**
 * Body of the webhook: one message of the voice platform (design D39). Unknown types are allowed. Of a
 * known type the service reads only the fields it acts on.
 */
export const WebhookDelivery = z
  .looseObject({
    message: z.looseObject({
      type: z.string().min(1).max(128),
      status: z.unknown().optional(),
      toolCallList: z.unknown().optional(),
    }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'One message of the voice platform. Unknown types are allowed.',
    examples: [{ message: { type: 'assistant-request', call: { id: 'call-0142' } } }],
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** An event of Retell's webhooks. Of its call, which holds the transcript, only the id is read. */
const RetellEvent = z.object({ event: z.string(), call: z.object({ call_id: z.string() }) });

/** A post-call webhook of ElevenLabs. Of its data, which holds the transcript, only the id is read. */
const ElevenLabsEvent = z.object({
  type: z.string(),
  data: z.object({ conversation_id: z.string() }),
});

/** Events of platforms that come once their call is over. */
const lastEvents: ReadonlySet<string> = new Set([
  'call_ended',
  'post_call_transcription',
  'post_call_audio',
]);

/** A body in the form of Retell's or ElevenLabs' webhooks as a delivery; any other body as it is. */
export function asDelivery(body: unknown): unknown {
  const retell = RetellEvent.safeParse(body).data;
  if (retell !== undefined) return delivered(retell.event, retell.call.call_id);
  const elevenLabs = ElevenLabsEvent.safeParse(body).data;
  if (elevenLabs !== undefined) return delivered(elevenLabs.type, elevenLabs.data.conversation_id);
  return body;
}

function delivered(event: string, id: string): object {
  return { message: { type: lastEvents.has(event) ? 'end-of-call-report' : event, call: { id } } };
}

/** Reply to `assistant-request`: the configuration of the call, and its session. */
const AssistantReply = z
  .strictObject({
    assistant: z.strictObject({
      firstMessage: z.string().optional(),
      model: z.strictObject({
        provider: z.literal('custom-llm'),
        url: z
          .string()
          .meta({ description: 'The proxy. The platform appends `/chat/completions`.' }),
        model: z.string(),
        messages: z.array(z.strictObject({ role: z.literal('system'), content: z.string() })),
        tools: FunctionTools.optional(),
        metadataSendMode: z.literal('variable'),
        timeoutSeconds: z.int(),
      }),
      serverMessages: z.array(
        z.enum(['status-update', 'end-of-call-report', 'hang', 'tool-calls']),
      ),
      metadata: z.strictObject({
        session_id: SessionId.optional().meta({ description: 'Absent when the call has no id.' }),
        agent_id: AgentId,
        policy_name: z.string(),
        policy_version: z.int(),
        policy_sha256: z.string(),
        tokenization: z.enum(['vault-deterministic', 'reversible-aead', 'synthetic']),
      }),
    }),
  })
  .meta({ id: 'AssistantReply' });
type AssistantReply = z.infer<typeof AssistantReply>;

const ToolCallsReply = z
  .strictObject({
    results: z.array(
      z.strictObject({ name: z.string(), toolCallId: z.string(), error: z.string() }),
    ),
  })
  .meta({ id: 'ToolCallsReply' });
type ToolCallsReply = z.infer<typeof ToolCallsReply>;

const RefusedReply = z.strictObject({ error: z.string() }).meta({ id: 'RefusedReply' });
const DocumentsReply = z
  .strictObject({ documents: z.array(z.never()) })
  .meta({ id: 'DocumentsReply' });
const NothingReply = z.strictObject({}).meta({ id: 'NothingReply' });

/** The webhook's answer; `{}` to a message that requests nothing. */
export const WebhookReply = z
  .union([AssistantReply, ToolCallsReply, RefusedReply, DocumentsReply, NothingReply])
  .meta({
    id: 'WebhookReply',
    description:
      'The configuration of the call for `assistant-request`, one result each for `tool-calls`, and `{}` for a message that requests nothing.',
    examples: [{}],
  });
export type WebhookReply = z.infer<typeof WebhookReply>;

/** A call and its agent as the mapping needs it. */
export interface AssistantView {
  readonly agentId: `agt_${string}`;
  readonly sessionId?: `sess_${string}`;
  readonly model: string;
  readonly systemPrompt: string;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[];
  readonly policy: { readonly name: string; readonly version: number; readonly sha256: string };
  readonly tokenization: AssistantReply['assistant']['metadata']['tokenization'];
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
}

/** Longest wait for a first token, in seconds: the default of platforms. */
const timeoutSeconds = 20;

/** The configuration of a call in the platform's form. */
export function assistantToWire(view: AssistantView): AssistantReply {
  const { sessionId, tools, firstMessage, policy } = view;
  const hasTools = tools.length > 0;
  return {
    assistant: {
      ...(firstMessage === null ? {} : { firstMessage }),
      model: {
        provider: 'custom-llm',
        url: `${view.baseUrl}/proxy/${view.agentId}/v1`,
        model: view.model,
        messages: [{ role: 'system', content: view.systemPrompt }],
        ...(hasTools ? { tools: tools.map(({ endpoint: _, ...tool }) => tool) } : {}),
        metadataSendMode: 'variable',
        timeoutSeconds,
      },
      serverMessages: [
        'status-update',
        'end-of-call-report',
        'hang',
        ...(hasTools ? (['tool-calls'] as const) : []),
      ],
      metadata: {
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
        agent_id: view.agentId,
        policy_name: policy.name,
        policy_version: policy.version,
        policy_sha256: policy.sha256,
        tokenization: view.tokenization,
      },
    },
  };
}

/** One result for each requested function, with the message that no function ran. */
export function refusedToolCalls(message: WebhookDelivery['message']): ToolCallsReply {
  return {
    results: requestedTools(message).map((tool) => ({
      name: tool.function?.name ?? tool.name ?? '',
      toolCallId: tool.id,
      error: 'This service runs no functions; nothing was done.',
    })),
  };
}

export const noTransferDestination = { error: 'No transfer destination is configured.' };
export const noDocuments: z.infer<typeof DocumentsReply> = { documents: [] };

/** Platforms put the function's name into the call or next to it. Other shapes are ignored. */
function requestedTools({ toolCallList }: WebhookDelivery['message']): readonly RequestedTool[] {
  if (!Array.isArray(toolCallList)) return [];
  return toolCallList.flatMap((item) => {
    const tool = RequestedTool.safeParse(item);
    return tool.success ? [tool.data] : [];
  });
}
