import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Vapi } from '@vapi-ai/server-sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { PlatformName } from '../../renderer/agents/platforms/strings.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { codesOf, newReaderAgent, type ReaderAgent } from '../support/platform-pages.ts';
import { assistant, type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import {
  callFunction,
  echo,
  lastUserText,
  type SeenRequest,
} from '../support/scripted-upstream.ts';
import { choicesOf, contentOf } from '../support/sse-kit.ts';

/** What no provider may see: of the caller, of the clinic, and what platforms add to requests. */
const caller = {
  name: 'Maria Gonzalez',
  phone: '202-555-0143',
  email: 'maria.gonzalez@example.com',
};
const desk = '202-555-0187';
const planted = ['+12025550199', 'hush-hush', 'Ottilie', '4111111111111111'];
const canaries = /Maria|Gonzalez|555-?01\d\d|example\.com|hush-hush|Ottilie|4111111111111111/i;

const words = {
  first: `hi, my name is ${caller.name} and my number is ${caller.phone}`,
  second: `please put me through, you can also write to ${caller.email}`,
  third: 'thank you, what was my number again',
};

const clinicPrompt = `You answer the telephone of a clinic. The front desk has ${desk}.`;

interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A platform as its public documentation describes it, set up with the codes of its page. */
interface ScriptedPlatform {
  readonly name: PlatformName;
  /** The function that hands the call over, and the field of its arguments that says where to. */
  readonly transfer: { readonly name: string; readonly to: string; readonly message: string };
  /** The request of one turn. */
  turn(codes: readonly string[], call: string, messages: readonly object[]): Outgoing;
  /** What tells the service that the call is over; undefined where the platform tells nothing. */
  end(codes: readonly string[], call: string): Outgoing | undefined;
}

const functionTool = (name: string, description: string, ...fields: readonly string[]) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
      required: fields,
    },
  },
});

interface VapiCodes {
  readonly credential: Vapi.CreateCustomLlmCredentialDto;
  readonly assistant: Omit<Vapi.UpdateAssistantDto, 'id'>;
}

const vapiCodes = (codes: readonly string[]): VapiCodes => {
  const [credential = '', fields = ''] = codes;
  return { credential: JSON.parse(credential), assistant: JSON.parse(fields) };
};

const vapiCall = (id: string) => ({
  id,
  orgId: 'org',
  type: 'inboundPhoneCall',
  status: 'in-progress',
  customer: { number: planted[0], name: planted[2] },
  assistant: { serverUrlSecret: planted[1] },
});

const vapi: ScriptedPlatform = {
  name: 'vapi',
  transfer: { name: 'transferCall', to: 'destination', message: 'message' },
  turn(codes, id, messages) {
    const { credential, assistant: set } = vapiCodes(codes);
    const model = set.model as Vapi.CustomLlmModel;
    return {
      url: `${model.url}/chat/completions`,
      headers: { authorization: `Bearer ${credential.apiKey}`, accept: 'application/json' },
      body: {
        model: model.model,
        messages,
        temperature: 0.5,
        max_tokens: 250,
        stream: true,
        tools: [
          functionTool('transferCall', `Transfer to ${desk}.`, 'destination', 'message'),
          functionTool('endCall', 'End the call.'),
        ],
        call: vapiCall(id),
        customer: { number: planted[0], name: planted[2] },
        phoneNumber: { id: 'p', provider: 'twilio', twilioAuthToken: planted[1] },
        metadata: { card: planted[3] },
      },
    };
  },
  end(codes, id) {
    const { credential, assistant: set } = vapiCodes(codes);
    return {
      url: set.server?.url ?? '',
      headers: { authorization: `Bearer ${credential.apiKey}` },
      body: {
        message: {
          type: 'end-of-call-report',
          timestamp: 1_700_000_000_000,
          endedReason: 'customer-ended-call',
          call: vapiCall(id),
          artifact: { transcript: words.first },
          analysis: {},
        },
      },
    };
  },
};

interface ElevenLabsPrompt {
  readonly custom_llm: {
    readonly url: string;
    readonly model_id: string;
    readonly request_headers: Readonly<Record<string, { readonly variable_name: string }>>;
  };
}

let secretOfWorkspace = '';

const elevenLabs: ScriptedPlatform = {
  name: 'elevenlabs',
  transfer: { name: 'transfer_to_number', to: 'transfer_number', message: 'agent_message' },
  turn([prompt = ''], id, messages) {
    const { custom_llm: set } = JSON.parse(prompt) as ElevenLabsPrompt;
    const variables: Readonly<Record<string, string>> = { system__conversation_id: id };
    const headers = Object.entries(set.request_headers).map(([name, { variable_name }]) => [
      name,
      variables[variable_name] ?? '',
    ]);
    return {
      url: `${set.url}/chat/completions`,
      headers: { authorization: `Bearer ${secretOfWorkspace}`, ...Object.fromEntries(headers) },
      body: {
        model: set.model_id,
        // The time in the prompt changes with each turn.
        messages: [{ role: 'system', content: `Turn ${messages.length}.` }, ...messages],
        max_tokens: 5000,
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
        tools: [
          functionTool('end_call', 'Ends the call.', 'reason', 'message'),
          functionTool(
            'transfer_to_number',
            `Transfers to ${desk} when a person is asked for.`,
            'transfer_number',
            'client_message',
            'agent_message',
          ),
        ],
        user_id: planted[2],
        elevenlabs_extra_body: { secret: planted[1], card: planted[3] },
      },
    };
  },
  end: () => undefined,
};

interface Think {
  readonly provider: { readonly model: string };
  readonly endpoint: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

const deepgram: ScriptedPlatform = {
  name: 'deepgram',
  transfer: { name: 'transfer', to: 'number', message: 'note' },
  turn([think = ''], id, messages) {
    const { provider, endpoint } = JSON.parse(think.replace('CALL_ID', id)) as Think;
    return {
      ...endpoint,
      body: {
        model: provider.model,
        messages,
        temperature: 0.7,
        stream: true,
        tools: [functionTool('transfer', `Transfers to ${desk}.`, 'number', 'note')],
      },
    };
  },
  end([, request = ''], id) {
    const [head = '', body = ''] = request.replace('CALL_ID', id).split('\n\n');
    const [line = '', ...headers] = head.split('\n');
    return {
      url: line.replace('POST ', ''),
      headers: Object.fromEntries(headers.map((header) => header.split(': ', 2))),
      body: JSON.parse(body),
    };
  },
};

let proxy: ProxyKit;
let clinic: ClinicFunctions;
let distrust: () => void;
beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  proxy = await startProxy();
});
afterEach(() => {
  proxy.upstream.script = echo;
});
afterAll(async () => {
  await proxy?.close();
  await clinic?.close();
  distrust?.();
});

const send = ({ url, headers, body }: Outgoing): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A new agent, whose token is also a secret of the workspace. */
async function newAgent(): Promise<ReaderAgent> {
  const agent = await newReaderAgent(proxy);
  secretOfWorkspace = agent.token;
  return agent;
}

/** A stream as the platform reads it: spoken words, and the arguments of the function it calls. */
async function heard(response: Response) {
  expect(response.status).toBe(200);
  const stream = await response.text();
  const called = choicesOf(stream).flatMap(({ delta }) => (delta['tool_calls'] ?? []) as Called[]);
  return {
    text: contentOf(stream),
    name: called[0]?.function.name,
    arguments: called.map((call) => call.function.arguments ?? '').join(''),
  };
}

interface Called {
  readonly function: { readonly name?: string; readonly arguments?: string };
}

/** The token that the provider received for the number of the front desk. */
function deskToken({ raw }: SeenRequest): string {
  return /front desk has (TOK1\.PHONE\.[A-Z0-9_.]+[A-Z0-9])/.exec(raw)?.[1] ?? 'no token';
}

describe.each([vapi, elevenLabs, deepgram])('$name, set up as its page says', (platform) => {
  it('makes a call of three turns with a transfer, of which the provider sees no value', async () => {
    const agent = await newAgent();
    const codes = codesOf(platform.name, agent);
    const before = proxy.upstream.seen.length;
    const call = `${platform.name}-call`;
    const say = async (messages: readonly object[]) =>
      heard(await send(platform.turn(codes, call, messages)));

    const messages: object[] = [{ role: 'system', content: clinicPrompt }, user(words.first)];
    const first = await say(messages);
    expect(first.text).toBe(`I heard: ${words.first}`);

    const { name, to, message } = platform.transfer;
    proxy.upstream.script = callFunction(name, (seen) => ({
      [to]: deskToken(seen),
      [message]: lastUserText(seen),
    }));
    messages.push(assistant(first.text), user(words.second));
    const second = await say(messages);
    expect(second.name).toBe(name);
    expect(JSON.parse(second.arguments)).toEqual({ [to]: desk, [message]: words.second });

    proxy.upstream.script = echo;
    const tool_calls = [
      { id: 'call_1', type: 'function', function: { name, arguments: second.arguments } },
    ];
    messages.push(
      { role: 'assistant', content: null, tool_calls },
      { role: 'tool', tool_call_id: 'call_1', content: `No answer at ${desk} for ${caller.name}.` },
      user(words.third),
    );
    expect((await say(messages)).text).toBe(`I heard: ${words.third}`);

    const seen = proxy.upstream.seen.slice(before);
    expect(seen).toHaveLength(3);
    expect(seen.filter(({ raw }) => canaries.test(raw))).toEqual([]);
    await expect
      .poll(() => proxy.sessions(agent.id))
      .toMatchObject([{ turn_count: 3, status: 'ok', ended: false }]);

    const end = platform.end(codes, call);
    if (end !== undefined) {
      expect((await send(end)).status).toBe(200);
      await expect.poll(() => proxy.sessions(agent.id)).toMatchObject([{ ended: true }]);
    }
    await say([{ role: 'system', content: clinicPrompt }, user('hello again')]);
    await expect
      .poll(async () => (await proxy.sessions(agent.id)).length)
      .toBe(end === undefined ? 1 : 2);
  });

  it('gets the words and the transfer of a turn in which a function of the clinic runs in the service', async () => {
    const agent = await newAgent();
    const endpoint = { url: `${clinic.url}/book`, over_http: true };
    const tools = [{ type: 'function', function: { name: 'book_visit' }, endpoint }];
    const body = JSON.stringify({ tools });
    await proxy.service.api(`/api/v1/agents/${agent.id}`, { method: 'PATCH', body });
    clinic.script = answering({ booked: 'Tuesday', callback: caller.phone });
    const { name, to, message } = platform.transfer;
    proxy.upstream.script = (seen, response) => {
      const result = seen.body.messages.findLast(({ role }) => role === 'tool')?.content;
      const call =
        result === undefined
          ? callFunction('book_visit', () => ({ said: lastUserText(seen) }))
          : callFunction(name, () => ({ [to]: deskToken(seen), [message]: result }));
      return call(seen, response);
    };
    const before = proxy.upstream.seen.length;
    const messages = [{ role: 'system', content: clinicPrompt }, user(words.first)];
    const codes = codesOf(platform.name, agent);
    const turn = await heard(await send(platform.turn(codes, `${platform.name}-books`, messages)));
    expect(turn).toMatchObject({ text: '', name });
    const told = { [to]: desk, [message]: `{"booked":"Tuesday","callback":"${caller.phone}"}` };
    expect(JSON.parse(turn.arguments)).toEqual(told);
    expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([{ said: words.first }]);
    const seen = proxy.upstream.seen.slice(before);
    expect(seen.filter(({ raw }) => canaries.test(raw))).toEqual([]);
    clinic.seen.length = 0;
  });

  it('is refused with another agent’s token', async () => {
    const [agent, other] = [await newAgent(), await newAgent()];
    const codes = codesOf(platform.name, { ...agent, token: other.token });
    secretOfWorkspace = other.token;
    const response = await send(platform.turn(codes, 'refused', [user(words.first)]));
    expect(response.status).toBe(401);
    expect(await proxy.sessions(agent.id)).toEqual([]);
  });
});

it('ElevenLabs with api_type responses is heard as with chat_completions, in one session', async () => {
  const agent = await newAgent();
  const [prompt = ''] = codesOf('elevenlabs', agent);
  const { custom_llm: set } = JSON.parse(prompt) as ElevenLabsPrompt;
  const before = proxy.upstream.seen.length;
  const { responses } = new OpenAI({
    baseURL: set.url,
    apiKey: secretOfWorkspace,
    defaultHeaders: { 'X-Voice-Call-Id': 'responses-call' },
  });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  for (const said of [words.first, words.third]) {
    input.push({ role: 'user', content: said });
    const request = { model: set.model_id, instructions: clinicPrompt, input };
    const extra = { user_id: planted[2], elevenlabs_extra_body: { secret: planted[1] } };
    const answer = await responses.stream({ ...request, ...extra }).finalResponse();
    expect(answer.output_text).toBe(`I heard: ${said}`);
    input.push({ role: 'assistant', content: answer.output_text });
  }
  const seen = proxy.upstream.seen.slice(before);
  expect(seen).toHaveLength(2);
  expect(seen.filter(({ raw }) => canaries.test(raw))).toEqual([]);
  await expect.poll(() => proxy.sessions(agent.id)).toMatchObject([{ turn_count: 2 }]);
});

it('the fields on Vapi’s page have the types of its SDK', () => {
  const agent = { completionsUrl: 'COMPLETIONS_URL', webhookUrl: 'WEBHOOK_URL', token: 'TOKEN' };
  const { credential, assistant: set } = vapiCodes(codesOf('vapi', agent));
  const shownCredential: Vapi.CreateCustomLlmCredentialDto & { provider: 'custom-llm' } = {
    provider: 'custom-llm',
    apiKey: 'TOKEN',
  };
  expect(credential).toEqual(shownCredential);
  const shown: Omit<Vapi.UpdateAssistantDto, 'id'> = {
    model: {
      provider: 'custom-llm',
      url: 'COMPLETIONS_URL',
      model: 'clinic',
      metadataSendMode: 'variable',
      messages: [{ role: 'system', content: 'You answer the telephone of a clinic.' }],
    },
    server: { url: 'WEBHOOK_URL', credentialId: 'CREDENTIAL_ID' },
    serverMessages: ['status-update', 'end-of-call-report'],
    analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  };
  expect(set).toEqual(shown);
});

describe('a platform that connects by WebSocket', () => {
  it('Retell is let in at the address of its page', async () => {
    const agent = await newAgent();
    const [address = ''] = codesOf('retell', agent);
    const socket = new WebSocket(`${address}/call-1`);
    await once(socket, 'open');
    socket.close();
  });

  it('Twilio finds the address of its page, and is refused there without a signature', async () => {
    const [, twiml = ''] = codesOf('twilio', await newAgent());
    const socket = new WebSocket(/url="([^"]+)"/.exec(twiml)?.[1] ?? '');
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(401);
    response.destroy();
  });
});

/** The code of a page as a program: what it imports comes in, and what it names goes out. */
function program(code: string, names: string): (...values: unknown[]) => Promise<unknown> {
  const body = code.replaceAll(/^import .*$/gm, '');
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  return AsyncFunction('OpenAI', 'callId', `${body}\nreturn ${names};`) as never;
}

it('the code on the page of the OpenAI SDK for JavaScript makes a call and ends it', async () => {
  const agent = await newAgent();
  const [make = '', end = ''] = codesOf('openai-javascript', agent);
  const before = proxy.upstream.seen.length;
  const client = (await program(make, 'client')(OpenAI, 'js-call')) as OpenAI;
  const ask = (content: string, system: string) =>
    client.chat.completions.create({
      model: 'clinic',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
    });
  const { choices } = await ask(words.first, 'Be brief.');
  expect(choices[0]?.message.content).toBe(`I heard: ${words.first}`);
  await ask(words.second, 'Be kind.');
  expect(proxy.upstream.seen.slice(before).filter(({ raw }) => canaries.test(raw))).toEqual([]);
  await expect
    .poll(() => proxy.sessions(agent.id))
    .toMatchObject([{ turn_count: 2, ended: false }]);
  await program(end, 'undefined')(OpenAI, 'js-call');
  await expect.poll(() => proxy.sessions(agent.id)).toMatchObject([{ ended: true }]);
});
