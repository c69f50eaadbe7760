import {
  choice,
  httpUrl,
  knownSignatureHeaders,
  ownNetworkUrl,
  providerKinds,
} from '../../server/shared/setting-schemas.ts';
import { settingGroup } from './define-setting.ts';
import { absolutePath, commaListOf, flag, line, secretText, wholeNumber } from './forms.ts';

const setting = settingGroup({ group: 'calls', restart: 'server' });

/** The model that answers calls, and how calls are masked. */
export const callSettings = {
  upstreamKind: setting(choice(...providerKinds), {
    title: 'Protocol of the model provider',
    description:
      "openai is OpenAI's chat completions, which most providers speak; azure the same at Azure OpenAI; responses OpenAI's Responses API; anthropic Anthropic's Messages API; bedrock Amazon Bedrock; gemini Google's Gemini API, also on Vertex AI.",
    default: 'openai',
    variable: 'SVC_UPSTREAM_KIND',
  }),
  upstreamUrl: setting(httpUrl(), {
    title: 'Address of the model provider',
    description:
      'Base URL of its API, such as https://host/v1 or https://bedrock-runtime.us-east-1.amazonaws.com.',
    variable: 'SVC_UPSTREAM_BASE_URL',
  }),
  upstreamApiKey: setting(secretText(), {
    title: 'API key of the model provider',
    description:
      'Proves to the model provider who sends a masked request. Of Amazon Bedrock: an API key, or access key ID and secret with a colon between; unset, the AWS profile of the user. Of Vertex AI: the JSON of a service account on one line.',
    secret: true,
    variable: 'SVC_UPSTREAM_API_KEY',
  }),
  modelSmall: setting(line(), {
    title: 'Small model',
    description: "The provider's name for the model that agents call provider:model-small.",
    variable: 'SVC_MODEL_SMALL',
  }),
  modelLarge: setting(line(), {
    title: 'Large model',
    description: "The provider's name for the model that agents call provider:model-large.",
    variable: 'SVC_MODEL_LARGE',
  }),
  fallbackKind: setting(choice(...providerKinds), {
    title: 'Protocol of the second provider',
    description: 'As of the model provider.',
    default: 'openai',
    variable: 'SVC_FALLBACK_KIND',
  }),
  fallbackUrl: setting(httpUrl(), {
    title: 'Address of the second provider',
    description:
      'Gets the turns that the model provider does not answer, while a business-associate agreement with it is in force.',
    variable: 'SVC_FALLBACK_BASE_URL',
  }),
  fallbackApiKey: setting(secretText(), {
    title: 'API key of the second provider',
    description: 'Sent to the second provider with each masked request.',
    secret: true,
    variable: 'SVC_FALLBACK_API_KEY',
  }),
  fallbackModel: setting(line(), {
    title: 'Model of the second provider',
    description: "The second provider's name for its model.",
    variable: 'SVC_FALLBACK_MODEL',
  }),
  localUrl: setting(ownNetworkUrl(), {
    title: 'Address of the local model',
    description:
      "A model on the clinic's own network that speaks OpenAI's chat completions, such as http://models.clinic.example.com:11434/v1. It gets the turns that a policy with refused_turns: local_model refuses to send to any other. A public address is refused; a name must lead to private addresses alone.",
    variable: 'SVC_LOCAL_BASE_URL',
  }),
  localApiKey: setting(secretText(), {
    title: 'API key of the local model',
    description: 'Sent to the local model with each turn, if it needs one.',
    secret: true,
    variable: 'SVC_LOCAL_API_KEY',
  }),
  localModel: setting(line(), {
    title: 'Name of the local model',
    description: "The local server's name for its model.",
    variable: 'SVC_LOCAL_MODEL',
  }),
  policyFile: setting(absolutePath(), {
    title: 'Masking policy',
    description:
      'File of the global masking policy at the first start. Later a changed file becomes a proposal. Unset: the policy that comes with the product.',
    variable: 'SVC_POLICY_PATH',
  }),
  webhookSecret: setting(secretText(), {
    title: 'Webhook secret',
    description: 'The secret with which the voice platform signs its requests.',
    secret: true,
    variable: 'SVC_VOICE_WEBHOOK_SECRET',
  }),
  webhookSecretPrevious: setting(secretText(), {
    title: 'Previous webhook secret',
    description:
      'Still accepted while the voice platform changes to the new one. Clear it afterwards.',
    secret: true,
    variable: 'SVC_VOICE_WEBHOOK_SECRET_PREVIOUS',
  }),
  signatureHeaders: setting(commaListOf(knownSignatureHeaders), {
    title: 'Signature headers of voice platforms',
    description: `Headers besides X-Voice-Signature in which the platform signs, separated by commas: ${knownSignatureHeaders.join(', ')}.`,
    variable: 'SVC_SIGNATURE_HEADERS',
  }),
  twilioAuthToken: setting(secretText(), {
    title: 'Auth token of the Twilio account',
    description: 'Twilio signs the connections of its ConversationRelay with it.',
    secret: true,
    variable: 'SVC_TWILIO_AUTH_TOKEN',
  }),
  streamBufferMs: setting(wholeNumber(0, 10_000), {
    title: 'Longest wait of streamed text',
    description:
      'Milliseconds for which the text of a reply waits at most, unless a token has begun in it.',
    default: 50,
    variable: 'SVC_STREAM_BUFFER_MS',
  }),
  tokenHoldMs: setting(wholeNumber(0, 10_000), {
    title: 'Longest wait for the rest of a token',
    description:
      'Milliseconds for which an unfinished token of a reply is held while the provider is silent.',
    default: 2_000,
    variable: 'SVC_TOKEN_HOLD_MS',
  }),
  upstreamFirstByteMs: setting(wholeNumber(100, 600_000), {
    title: 'Longest wait for a reply',
    description: 'Milliseconds within which the model provider must begin to answer.',
    default: 10_000,
    variable: 'SVC_UPSTREAM_FIRST_BYTE_MS',
  }),
  upstreamStallMs: setting(wholeNumber(100, 600_000), {
    title: 'Longest silence in a reply',
    description: 'Milliseconds for which the model provider may be silent within a reply.',
    default: 10_000,
    variable: 'SVC_UPSTREAM_STALL_MS',
  }),
  upstreamTotalMs: setting(wholeNumber(100, 600_000), {
    title: 'Longest reply that is not streamed',
    description: 'Milliseconds within which a reply that is not streamed must be complete.',
    default: 30_000,
    variable: 'SVC_UPSTREAM_TOTAL_MS',
  }),
  upstreamConnections: setting(wholeNumber(1, 65_536), {
    title: 'Most concurrent requests to a model',
    description: 'Further requests to the same model are answered with 503 immediately.',
    default: 1_024,
    variable: 'SVC_UPSTREAM_CONNECTIONS',
  }),
  partialDedup: setting(flag(), {
    title: 'Skip repeated partial turns',
    description: 'A partial turn equal to the previous one is not searched again.',
    default: false,
    variable: 'SVC_PARTIAL_DEDUP',
  }),
  rehydrationScope: setting(choice('call', 'agent'), {
    title: 'Where tokens are restored',
    description: 'Only tokens of the same call, or tokens of all calls of the same agent.',
    default: 'call',
    variable: 'SVC_REHYDRATION_SCOPE',
  }),
};
