import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallSessions } from '../../calls/call-sessions.ts';
import {
  asDelivery,
  assistantToWire,
  noDocuments,
  noTransferDestination,
  refusedToolCalls,
  WebhookDelivery,
  WebhookReply,
} from '../../contract/webhook.ts';
import type { Agent } from '../../domain/agent.ts';
import { leftToPlatform } from '../functions/call-functions.ts';
import type { Routes } from '../server/deps.ts';
import { checkRawBodies } from '../server/json-body.ts';
import {
  authenticateCaller,
  type CallerDeps,
  calledAgent,
  callerSchema,
  callIdHeader,
  externalCallId,
} from './authenticate-caller.ts';

export interface WebhookDeps extends CallerDeps {
  readonly sessions: CallSessions;
  /** Host root without a trailing slash: the proxy's address for platforms. */
  readonly callsUrl: () => string;
}

type Message = WebhookDelivery['message'];
type DeliveryPost = FastifyRequest<{ Body: WebhookDelivery }>;

/**
 * The voice platform's webhook (spec, POST /voice/webhook/{agent_id}; design D39). A platform may repeat
 * a delivery or change their order. Bodies are neither logged nor kept.
 */
export function webhookRoutes(deps: WebhookDeps): Routes {
  return async (scope: FastifyInstance) => {
    checkRawBodies(scope, async (request, raw) => {
      await authenticateCaller(deps, request, raw);
    });
    scope.addHook('preValidation', async (request) => {
      request.body = asDelivery(request.body);
    });
    scope.post(
      '/voice/webhook/:agent_id',
      {
        schema: {
          ...callerSchema,
          operationId: 'deliverMessage',
          summary: 'Voice platform webhook',
          description:
            'The answer to `assistant-request` is the configuration of the call; to `tool-calls` one result each; to a request for a transfer destination or for documents, none; to any other type `{}`. `end-of-call-report`, or `status-update` with status `ended`, ends the session of the call. So do the event `call_ended` of Retell and the post-call webhooks of ElevenLabs, in their own forms. Deliveries may repeat.',
          requestHeaders: callIdHeader,
          body: WebhookDelivery,
          response: { 200: WebhookReply },
          errors: ['agent_not_found', 'AuditUnavailable'],
        },
      },
      async (request: DeliveryPost) => {
        await deps.refreshSettings();
        const agent = await calledAgent(deps, request);
        const { message } = request.body;
        const callId = externalCallId(deps, message, request.headers);
        return answerMessage(deps, agent, message, callId);
      },
    );
  };
}

async function answerMessage(
  { sessions, callsUrl }: WebhookDeps,
  agent: Agent,
  message: Message,
  callId: string,
): Promise<WebhookReply> {
  switch (message.type) {
    case 'assistant-request': {
      const opened = await sessions.open(agent, callId);
      const tools = leftToPlatform(opened);
      return assistantToWire({ ...opened, tools, agentId: agent.id, baseUrl: callsUrl() });
    }
    case 'tool-calls':
      return refusedToolCalls(message);
    case 'transfer-destination-request':
      return noTransferDestination;
    case 'knowledge-base-request':
      return noDocuments;
    default:
      if (endsCall(message)) await sessions.close(agent, callId);
      return {};
  }
}

/** Whether the message comes after the last turn of a call. */
function endsCall({ type, status }: Message): boolean {
  return type === 'end-of-call-report' || (type === 'status-update' && status === 'ended');
}
