import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { chatIngress } from '../support/ingresses/chat.ts';
import type { Heard, Ingress, IngressTarget } from '../support/ingresses/ingress.ts';
import { responsesIngresses } from '../support/ingresses/responses.ts';
import { retellIngress, twilioIngress } from '../support/ingresses/sockets.ts';
import { anthropic } from '../support/providers/anthropic.ts';
import { bedrock } from '../support/providers/bedrock.ts';
import { azure, chat } from '../support/providers/chat.ts';
import { gemini } from '../support/providers/gemini.ts';
import { keyVariable } from '../support/providers/protocol.ts';
import { responses } from '../support/providers/responses.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { noteTool } from '../support/sdk-client.ts';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

/** Every way in. A new one is a row here, and every protocol and leak test below holds for it. */
const ingresses: readonly Ingress[] = [
  chatIngress,
  ...responsesIngresses,
  retellIngress,
  twilioIngress,
];
/** Every way out. */
const protocols = [chat, azure, responses, anthropic, bedrock, gemini];

const ways = ingresses
  .flatMap((ingress) =>
    [false, true].flatMap((stream) =>
      [false, true].map((tools) => ({
        ingress,
        stream,
        tools,
        name: `${ingress.name}, ${stream ? 'streamed' : 'whole'}, ${tools ? 'with tools' : 'words alone'}`,
      })),
    ),
  )
  .filter(({ ingress, stream }) => stream || !ingress.isSocket);
/** The ways in which functions of the agent run in the service. */
const functionWays = ways.filter(({ tools }) => !tools);

/** Values of invented people; none may reach a provider. */
const phone = '202 555 0143';
const email = 'ana.reyes@example.com';
const words = `my number is ${phone} and my email is ${email}, please write that down`;
const result = `saved for ${email}, social security number 536-81-4471`;
const canaries = /0143|reyes|4471/i;

let upstream: ScriptedUpstream;
let service: Service;
let folder: string;
let clinic: ClinicFunctions;
let distrust: () => void;
beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  clinic.script = answering(result);
  upstream = await startScriptedUpstream();
  folder = await mkdtemp(join(tmpdir(), 'svc-upstreams-'));
  const upstreamsPath = join(folder, 'upstreams.yaml');
  await writeFile(upstreamsPath, upstreamsAt(upstream.baseUrl));
  const keys = Object.fromEntries(protocols.map(({ kind, key }) => [keyVariable(kind), key]));
  service = await startService(keys, { upstreamsPath });
});
afterAll(async () => {
  service?.app.http.server.closeAllConnections();
  await service?.close();
  await upstream?.close();
  await removeFolder(folder);
  await clinic?.close();
  distrust?.();
});

/** One upstream for each protocol. */
function upstreamsAt(baseUrl: string): string {
  const entries = protocols.map(({ kind }) =>
    [
      `  provider:${kind}:`,
      ...[`kind: ${kind}`, `base_url: ${baseUrl}`, 'model: scripted'].map((line) => `    ${line}`),
      `    api_key: \${${keyVariable(kind)}}`,
    ].join('\n'),
  );
  return ['upstreams:', ...entries, ''].join('\n');
}

const scanned = async () =>
  (await service.records())
    .filter(({ kind }) => kind === 'egress_scanned')
    .map((record) => record['bytes']);

const endCall = {
  type: 'function',
  function: {
    name: 'end_call',
    parameters: { type: 'object', properties: { message: { type: 'string' } } },
  },
};

async function newTarget(upstreamName: string, name: string, more: object): Promise<IngressTarget> {
  const agentId = await service.createAgent({
    name,
    upstream: upstreamName,
    token_guidance: true,
    ...more,
  });
  const made = await service.api(`/api/v1/agents/${agentId}/tokens`, { method: 'POST' });
  const { secret: token } = ((await made.json()) as { token: { secret: string } }).token;
  const baseURL = service.proxyBase(agentId);
  return { url: service.url, agentId, token, baseURL, fetch: signedFetch(webhookSecret) };
}

/** What a caller hears of an echo of their words, by way in. */
function echoed({ isSocket }: Ingress, tools: boolean): Heard {
  const note = `caller said: ${words}`;
  if (isSocket)
    return { text: tools ? `I write that down.  ${note}` : `I heard: ${words}`, ends: tools };
  return tools
    ? { text: 'I write that down. ', note, after: expect.stringContaining(result) }
    : { text: `I heard: ${words}` };
}

/** What a caller hears of a reply that repeats the tokens of the words. */
function withValues(reply: string): string {
  return reply
    .replaceAll(/TOK1\.PHONE\.\w+\.\w+/g, phone)
    .replaceAll(/TOK1\.EMAIL\.\w+\.\w+/g, email);
}

describe.each(protocols)('a provider that speaks $kind', (protocol) => {
  let at: IngressTarget;
  let withEndCall: IngressTarget;
  let withFunction: IngressTarget;
  beforeAll(async () => {
    upstream.script = protocol.answer;
    const name = `provider:${protocol.kind}`;
    at = await newTarget(name, protocol.kind, {});
    withEndCall = await newTarget(name, `${protocol.kind}, end_call`, { tools: [endCall] });
    const endpoint = { url: `${clinic.url}/note`, over_http: true };
    const saveNote = { type: 'function', function: noteTool, endpoint };
    withFunction = await newTarget(name, `${protocol.kind}, function`, { tools: [saveNote] });
  });
  beforeEach(() => {
    upstream.seen.length = 0;
    clinic.seen.length = 0;
  });

  it.each(ways)(
    '$name: gets tokens, and the caller gets values',
    async ({ ingress, stream, tools }) => {
      const before = (await scanned()).length;
      const target = tools && ingress.isSocket ? withEndCall : at;
      const heard = await ingress.converse(target, words, { stream, tools, result });
      expect(heard).toEqual(echoed(ingress, tools));
      expect(upstream.seen).toHaveLength(tools && !ingress.isSocket ? 2 : 1);
      for (const { raw, url, headers } of upstream.seen) {
        expect(url).toBe(`/v1${protocol.path(stream)}`);
        expect(headers[protocol.keyHeader]).toContain('upstream-key');
        expect(raw).not.toMatch(canaries);
        expect(raw).toMatch(/TOK1\.PHONE\..*TOK1\.EMAIL\./s);
      }
      // The scan read the exact bytes that left.
      const bytes = upstream.seen.map(({ raw }) => Buffer.byteLength(raw));
      expect((await scanned()).slice(before)).toEqual(bytes);
    },
  );

  it.each(functionWays)(
    '$name, with a function that runs here: the clinic gets values, and so does the caller',
    async ({ ingress, stream }) => {
      const before = (await scanned()).length;
      const inCall = { ...withFunction, callId: randomUUID() };
      const heard = await ingress.converse(inCall, words, { stream, tools: false, result });
      expect(heard.text).toMatch(/^I write that down\. {2}Done: /);
      expect(heard.text).toContain(result);
      expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([
        { note: `caller said: ${words}`, urgent: true },
      ]);
      expect(upstream.seen).toHaveLength(2);
      for (const { raw, url } of upstream.seen) {
        expect(url).toBe(`/v1${protocol.path(stream)}`);
        expect(raw).not.toMatch(canaries);
        expect(raw).not.toContain(clinic.url);
      }
      const bytes = upstream.seen.map(({ raw }) => Buffer.byteLength(raw));
      expect((await scanned()).slice(before)).toEqual(bytes);
    },
  );

  it.each(ways.filter(({ ingress }) => ingress === chatIngress))(
    '$name: the SDK of its maker sends the same request, and reads the same reply',
    async ({ ingress, stream, tools }) => {
      const { text, note } = await ingress.converse(at, words, { stream, tools, result });
      const sent = [...upstream.seen];
      // Anthropic's SDK sends the key as a bearer token; examples of the API's reference send x-api-key.
      // A signature has a time: the provider of the test checks it with AWS's own signer.
      const isOther = protocol === anthropic || protocol === bedrock;
      const keyHeader = isOther ? [] : [protocol.keyHeader];
      const read = [];
      for (const { body, url, headers } of sent) {
        read.push(await protocol.bySdk(upstream.baseUrl, body, stream));
        const again = upstream.seen.at(-1);
        expect(again).toMatchObject({ body, url });
        for (const header of ['content-type', 'anthropic-version', ...keyHeader])
          expect(again?.headers[header]).toBe(headers[header]);
      }
      const said = read.map((one) => withValues(one.text));
      expect(said[0]).toBe(text);
      expect(said).toHaveLength(tools ? 2 : 1);
      const given = read.flatMap(({ calls }) => calls.map(({ written }) => withValues(written)));
      expect(given.map((written) => JSON.parse(written).note)).toEqual(tools ? [note] : []);
    },
  );
});
