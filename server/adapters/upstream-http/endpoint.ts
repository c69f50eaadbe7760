import type { Secret } from '../../domain/secret.ts';
import { awsKeyIn, type Environment, machineCredentials } from './credentials/aws-credentials.ts';
import { signatureHeaders } from './credentials/aws-signature.ts';
import { accountToken, machineToken, serviceAccountIn } from './credentials/google-token.ts';
import { renewed } from './credentials/renewed.ts';

/** A provider and the protocol that it speaks. */
export interface Provider {
  readonly kind: 'openai' | 'azure' | 'responses' | 'anthropic' | 'bedrock' | 'gemini';
  /** Without a trailing slash, such as `https://host/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: Secret<string> | null;
  /** Azure's `api-version`. */
  readonly apiVersion: string;
}

type Headers = Readonly<Record<string, string>>;

/** What a provider is asked that knows no list of models: it takes the key, and refuses the request. */
const emptyBody = '{}';

interface SentBody {
  readonly url: string;
  /** SHA-256 of the body in hex. */
  readonly bodySha256: string;
}

/** Where a provider takes requests, how it is tested, and what it knows the clinic by. */
export interface Endpoint {
  /** Of a request, by whether its reply is streamed. */
  readonly url: (stream: boolean) => string;
  /** A request that holds nothing of a call: a list of models, or `body` where it is one that the provider refuses. */
  readonly test: { readonly url: string; readonly body?: string };
  /** Made for each request, so that no object keeps the key in clear. Rejects with Fault `upstream_error`. */
  readonly headers: (sent: SentBody) => Headers | Promise<Headers>;
  /** The provider refused what `headers` made. */
  readonly refused?: () => void;
}

/** The version of the Messages API that its replies are read by. */
const anthropicVersion = '2026-10-21';

/** `env` has the credentials of the machine, where the provider takes these. */
export function endpointOf(provider: Provider, env: Environment): Endpoint {
  const { kind, baseUrl, model, apiKey, apiVersion } = provider;
  const key = (header: string, before = ''): Headers =>
    apiKey === null ? {} : { [header]: before + apiKey.reveal() };
  const bearer = () => key('authorization', 'Bearer ');
  const test = { url: `${baseUrl}/models` };
  switch (kind) {
    case 'openai':
      return { url: () => `${baseUrl}/chat/completions`, test, headers: bearer };
    case 'responses':
      return { url: () => `${baseUrl}/responses`, test, headers: bearer };
    case 'anthropic': {
      const version = { 'anthropic-version': anthropicVersion };
      const headers = () => ({ ...key('x-api-key'), ...version });
      return { url: () => `${baseUrl}/messages`, test, headers };
    }
    case 'azure': {
      const deployment = `${baseUrl}/openai/deployments/${encodeURIComponent(model)}`;
      const version = `?api-version=${encodeURIComponent(apiVersion)}`;
      return {
        url: () => `${deployment}/chat/completions${version}`,
        test: { url: `${baseUrl}/openai/models${version}` },
        headers: () => key('api-key'),
      };
    }
    case 'bedrock': {
      const path = `${baseUrl}/model/${encodeURIComponent(model)}`;
      const url = (stream: boolean) => `${path}/${stream ? 'converse-stream' : 'converse'}`;
      const asked = { url, test: { url: url(false), body: emptyBody } };
      const isApiKey = apiKey !== null && awsKeyIn(apiKey.reveal()) === undefined;
      return isApiKey ? { ...asked, headers: bearer } : { ...asked, ...signedBy(provider, env) };
    }
    case 'gemini': {
      const { isPlain, ...token } = tokenOf(provider, env);
      const path = `${baseUrl}/models/${encodeURIComponent(model)}`;
      const url = (stream: boolean) =>
        `${path}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
      // Vertex AI lists no models of a project; counting the tokens of nothing is free.
      const counted = { url: `${path}:countTokens`, body: emptyBody };
      return { url, test: isPlain ? test : counted, ...token };
    }
  }
}

/** A plain key is sent as it is; the key file of a service account, or the machine, gives tokens. */
function tokenOf(
  { apiKey }: Provider,
  env: Environment,
): Pick<Endpoint, 'headers' | 'refused'> & { readonly isPlain: boolean } {
  const account = () => (apiKey === null ? undefined : serviceAccountIn(apiKey.reveal()));
  if (apiKey !== null && account() === undefined)
    return { isPlain: true, headers: () => ({ 'x-goog-api-key': apiKey.reveal() }) };
  const token = renewed(() => {
    const own = account();
    return own === undefined ? machineToken(env) : accountToken(own);
  });
  return {
    isPlain: false,
    headers: async () => ({ authorization: `Bearer ${(await token.get()).reveal()}` }),
    refused: token.forget,
  };
}

/** Signs by the key of the provider, or by the credentials of the machine. */
function signedBy(
  { baseUrl, apiKey }: Provider,
  env: Environment,
): Pick<Endpoint, 'headers' | 'refused'> {
  const region = regionOf(baseUrl, env);
  const own = apiKey === null ? undefined : awsKeyIn(apiKey.reveal());
  const machine = renewed(() => machineCredentials(env));
  return {
    headers: async (sent) => {
      const scope = { region, service: 'bedrock', now: new Date() };
      const request = { ...sent, contentType: 'application/json' };
      return signatureHeaders(request, own ?? (await machine.get()), scope);
    },
    refused: machine.forget,
  };
}

/** Hosts of AWS name their region, such as `bedrock-runtime.us-east-1.amazonaws.com`. */
function regionOf(baseUrl: string, env: Environment): string {
  const named = /\.([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(new URL(baseUrl).hostname)?.[1];
  return named ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
}
