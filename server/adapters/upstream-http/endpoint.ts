import type { Secret } from '../../domain/secret.ts';

/** A provider and the protocol that it speaks. */
export interface Provider {
  readonly kind: 'openai' | 'azure' | 'responses' | 'anthropic';
  /** Without a trailing slash, such as `https://host/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: Secret<string> | null;
  /** Azure's `api-version`. */
  readonly apiVersion: string;
}

/** Where a provider takes requests, where it lists its models, and what it knows the clinic by. */
export interface Endpoint {
  readonly url: string;
  readonly modelsUrl: string;
  /** Made for each request, so that no object keeps the key in clear. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/** The version of the Messages API that its replies are read by. */
const anthropicVersion = '2026-10-21';

export function endpointOf({ kind, baseUrl, model, apiKey, apiVersion }: Provider): Endpoint {
  const key = (header: string, before = ''): Readonly<Record<string, string>> =>
    apiKey === null ? {} : { [header]: before + apiKey.reveal() };
  const bearer = () => key('authorization', 'Bearer ');
  const modelsUrl = `${baseUrl}/models`;
  switch (kind) {
    case 'openai':
      return { url: `${baseUrl}/chat/completions`, modelsUrl, headers: bearer };
    case 'responses':
      return { url: `${baseUrl}/responses`, modelsUrl, headers: bearer };
    case 'anthropic': {
      const version = { 'anthropic-version': anthropicVersion };
      const headers = () => ({ ...key('x-api-key'), ...version });
      return { url: `${baseUrl}/messages`, modelsUrl, headers };
    }
    case 'azure': {
      const deployment = `${baseUrl}/openai/deployments/${encodeURIComponent(model)}`;
      const version = `?api-version=${encodeURIComponent(apiVersion)}`;
      return {
        url: `${deployment}/chat/completions${version}`,
        modelsUrl: `${baseUrl}/openai/models${version}`,
        headers: () => key('api-key'),
      };
    }
  }
}
