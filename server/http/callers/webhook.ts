import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallSessions } from '../../calls/call-sessions.ts';
import { AgentPath } from '../../contract/ids.ts';
import {
  assistantToWire,
  noDocuments,
  noTransferDestination,
  refusedToolCalls,
  WebhookDelivery,
  WebhookReply,
} from '../../contract/webhook.ts';
import type { Agent } from '../../domain/agent.ts';
import type { Routes } from '../server/deps.ts';
import { checkRawBodies } from '../server/json-body.ts';
import {
  authenticateCaller,
  type CallerDeps,
  calledAgent,
  externalCallId,
} from './authenticate-caller.ts';

export interface WebhookDeps extends CallerDeps {
  readonly sessions: CallSessions;
  /** Host root without a trailing slash; where platforms are told to find the proxy. */
  readonly callsUrl: () => string;
}

type Message = WebhookDelivery['message'];
type DeliveryPost = FastifyRequest<{ Body: WebhookDelivery }>;

/**
 * The voice platform's webhook (spec, POST /voice/webhook/{agent_id}; design D39). Deliveries repeat
 * and overtake each other: each may come any number of times. Bodies are neither logged nor kept.
 */
export function webhookRoutes(deps: WebhookDeps): Routes {
  return async (scope: FastifyInstance) => {
    checkRawBodies(scope, async (request, raw) => {
      await authenticateCaller(deps, request, raw);
    });
    scope.post(
      '/voice/webhook/:agent_id',
      {
        schema: {
          operationId: 'deliverMessage',
          summary: "Take a voice platform's message",
          description:
            '`assistant-request` is answered with what the call runs with, `tool-calls` with a result for each, requests for a transfer destination or documents with none, every other type with `{}`. `status-update` with status `ended` and `end-of-call-report` end the session of the call. Deliveries may repeat.',
          tags: ['Calls'],
          credentials: ['signature', 'agentToken'],
          requestHeaders: {
            'X-Voice-Call-Id':
              'Id of the call. Read with a bearer token only: a signature does not cover it.',
          },
          params: AgentPath,
          body: WebhookDelivery,
          response: { 200: WebhookReply },
          errors: ['agent_not_found', 'AuditUnavailable'],
        },
      },
      async (request: DeliveryPost) => {
        await deps.refreshSettings();
        const agent = await calledAgent(deps, request);
        const { message } = request.body;
        const callId = externalCallId(message, request.headers);
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
      return assistantToWire({ ...opened, agentId: agent.id, baseUrl: callsUrl() });
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

/** What follows the last turn of a call. */
function endsCall({ type, status }: Message): boolean {
  return type === 'end-of-call-report' || (type === 'status-update' && status === 'ended');
}
