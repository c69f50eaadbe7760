import {
  FunctionSecret,
  FunctionTest,
  TestFunction,
  TranscriptSecret,
} from '../../contract/function-tools.ts';
import { AgentPath } from '../../contract/ids.ts';
import { Fault } from '../../domain/fault.ts';
import { functionBody } from '../functions/function-body.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { findAgent } from './agent-routes.ts';

type FunctionDeps = RecordDeps &
  Pick<
    HttpDeps,
    | 'agents'
    | 'functions'
    | 'functionSecret'
    | 'ids'
    | 'maskAnswer'
    | 'policies'
    | 'transcriptSecret'
  >;

/** What this service sends to addresses of the clinic (decisions 0168, 0197), for people who set them up. */
export function functionRoutes(deps: FunctionDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Agents'] },
    getFunctionSecret,
    testFunction,
    getTranscriptSecret,
  );
}

function getFunctionSecret(api: ApiScope, deps: FunctionDeps): void {
  api.get('/agents/:agent_id/functions/secret', {
    schema: {
      operationId: 'getFunctionSecret',
      summary: "Get the secret that signs requests to an agent's functions",
      description: 'The same for all functions of the agent, for as long as it exists.',
      params: AgentPath,
      response: { 200: FunctionSecret },
      errors: ['agent_not_found'],
    },
    handler: async ({ params }) => {
      const agent = await findAgent(deps, params.agent_id);
      return { secret: deps.functionSecret(agent) };
    },
  });
}

function getTranscriptSecret(api: ApiScope, deps: FunctionDeps): void {
  api.get('/agents/:agent_id/transcript/secret', {
    schema: {
      operationId: 'getTranscriptSecret',
      summary: 'Get the secret that signs the transcripts of an agent',
      description: 'The same for as long as the agent exists; not that of its functions.',
      params: AgentPath,
      response: { 200: TranscriptSecret },
      errors: ['agent_not_found'],
    },
    handler: async ({ params }) => {
      const agent = await findAgent(deps, params.agent_id);
      return { secret: deps.transcriptSecret(agent) };
    },
  });
}

function testFunction(api: ApiScope, deps: FunctionDeps): void {
  const { clock, functions, ids } = deps;
  api.post('/agents/:agent_id/functions/test', {
    schema: {
      operationId: 'testFunction',
      summary: 'Test a function of an agent',
      description:
        "Sends invented arguments to the function's endpoint, signed as in a call and with `test: true`, and says what became of it, with the answer masked. The journal records it.",
      params: AgentPath,
      body: TestFunction,
      response: { 200: FunctionTest },
      errors: ['agent_not_found', 'not_found'],
    },
    handler: async (request) => {
      const { function: name, arguments: given } = request.body;
      const agent = await findAgent(deps, request.params.agent_id);
      const tool = agent.tools?.find((one) => one.function.name === name);
      if (tool?.endpoint === undefined)
        throw new Fault('not_found', 'the agent has no function of this name with an endpoint');
      const active = deps.policies.of(agent);
      const run = { actor: userOf(request).id, run_id: ids.next('run'), function: name };
      const secret = deps.functionSecret(agent);
      const json = functionBody({ agent, name, given, secret, nowMs: clock.now() });
      const scope = { agentId: agent.id };
      const bytes = Buffer.byteLength(json);
      await recordEvent(deps, 'function_called', { ...run, values_by_kind: {}, bytes }, scope);
      const beganUs = clock.monotonicUs();
      const { url, timeout_seconds: seconds, repeatable } = tool.endpoint;
      const { text, ...answer } = await functions.call(
        { url, timeoutMs: seconds * 1_000, repeatable, id: run.run_id, secret, json },
        new AbortController().signal,
      );
      const ended = {
        ...answer,
        ...(text !== undefined && { bytes: Buffer.byteLength(text) }),
      };
      const us = Math.max(0, Math.round(clock.monotonicUs() - beganUs));
      await recordEvent(deps, 'function_ended', { ...run, ...ended, duration_us: us }, scope);
      const masked = text === undefined ? undefined : await deps.maskAnswer(active, text);
      return {
        ...ended,
        ...(masked && { answer: masked.maskedText }),
        duration_ms: Math.round(us / 1_000),
      };
    },
  });
}
