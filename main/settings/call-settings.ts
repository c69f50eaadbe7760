import { choice, httpUrl } from '../../server/shared/setting-schemas.ts';
import { defineSetting } from './define-setting.ts';
import { absolutePath, flag, line, secretText, wholeNumber } from './forms.ts';

/** The model that answers calls, and how calls are masked. */
export const callSettings = {
  upstreamUrl: defineSetting(httpUrl(), {
    group: 'calls',
    title: 'Address of the model provider',
    description: 'Base URL of an API that speaks OpenAI chat completions, such as https://host/v1.',
    default: null,
    restart: 'server',
    variable: 'SVC_UPSTREAM_BASE_URL',
  }),
  upstreamApiKey: defineSetting(secretText(), {
    group: 'calls',
    title: 'API key of the model provider',
    description: 'Sent to the model provider with each masked request.',
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_UPSTREAM_API_KEY',
  }),
  modelSmall: defineSetting(line(), {
    group: 'calls',
    title: 'Small model',
    description: "The provider's name for the model that agents call provider:model-small.",
    default: null,
    restart: 'server',
    variable: 'SVC_MODEL_SMALL',
  }),
  modelLarge: defineSetting(line(), {
    group: 'calls',
    title: 'Large model',
    description: "The provider's name for the model that agents call provider:model-large.",
    default: null,
    restart: 'server',
    variable: 'SVC_MODEL_LARGE',
  }),
  policyFile: defineSetting(absolutePath(), {
    group: 'calls',
    title: 'Masking policy',
    description:
      'File of the global masking policy. Unset: the policy that comes with the product.',
    default: null,
    restart: 'server',
    variable: 'SVC_POLICY_PATH',
  }),
  webhookSecret: defineSetting(secretText(), {
    group: 'calls',
    title: 'Webhook secret',
    description: 'The secret with which the voice platform signs its requests.',
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_VOICE_WEBHOOK_SECRET',
  }),
  webhookSecretPrevious: defineSetting(secretText(), {
    group: 'calls',
    title: 'Previous webhook secret',
    description:
      'Still accepted while the voice platform changes to the new one. Clear it afterwards.',
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_VOICE_WEBHOOK_SECRET_PREVIOUS',
  }),
  streamBufferMs: defineSetting(wholeNumber(0, 10_000), {
    group: 'calls',
    title: 'Longest wait of streamed text',
    description:
      'Milliseconds for which the text of a reply waits at most, unless it may become a token.',
    default: 50,
    restart: 'server',
    variable: 'SVC_STREAM_BUFFER_MS',
  }),
  tokenHoldMs: defineSetting(wholeNumber(0, 10_000), {
    group: 'calls',
    title: 'Longest wait for the rest of a token',
    description:
      'Milliseconds for which an unfinished token of a reply is held while the provider is silent.',
    default: 2_000,
    restart: 'server',
    variable: 'SVC_TOKEN_HOLD_MS',
  }),
  upstreamFirstByteMs: defineSetting(wholeNumber(100, 600_000), {
    group: 'calls',
    title: 'Longest wait for a reply',
    description: 'Milliseconds within which the model provider must begin to answer.',
    default: 10_000,
    restart: 'server',
    variable: 'SVC_UPSTREAM_FIRST_BYTE_MS',
  }),
  upstreamStallMs: defineSetting(wholeNumber(100, 600_000), {
    group: 'calls',
    title: 'Longest silence in a reply',
    description: 'Milliseconds for which the model provider may be silent within a reply.',
    default: 10_000,
    restart: 'server',
    variable: 'SVC_UPSTREAM_STALL_MS',
  }),
  upstreamTotalMs: defineSetting(wholeNumber(100, 600_000), {
    group: 'calls',
    title: 'Longest reply that is not streamed',
    description: 'Milliseconds within which a reply that is not streamed must be complete.',
    default: 30_000,
    restart: 'server',
    variable: 'SVC_UPSTREAM_TOTAL_MS',
  }),
  upstreamConnections: defineSetting(wholeNumber(1, 65_536), {
    group: 'calls',
    title: 'Most concurrent requests to a model',
    description: 'Further requests to the same model are answered with 503 immediately.',
    default: 1_024,
    restart: 'server',
    variable: 'SVC_UPSTREAM_CONNECTIONS',
  }),
  partialDedup: defineSetting(flag(), {
    group: 'calls',
    title: 'Skip repeated partial turns',
    description: 'A partial turn equal to the previous one is not searched again.',
    default: false,
    restart: 'server',
    variable: 'SVC_PARTIAL_DEDUP',
  }),
  rehydrationScope: defineSetting(choice('call', 'agent'), {
    group: 'calls',
    title: 'Where tokens are restored',
    description: 'Only tokens of the same call, or tokens of all calls of the same agent.',
    default: 'call',
    restart: 'server',
    variable: 'SVC_REHYDRATION_SCOPE',
  }),
};
