/** A step of connecting a voice platform. */
export interface PlatformStep {
  readonly text: string;
  /**
   * What to enter or write. `MODEL_URL`, `COMPLETIONS_URL`, `SOCKET_URL`, `OAUTH_URL`, `WEBHOOK_URL`, `AGENT_ID` and `TOKEN`
   * stand for the agent's own values.
   */
  readonly code?: string;
}

export interface Platform {
  readonly name: string;
  /** Word for word those of the platform's page in `docs/platforms/`. */
  readonly steps: readonly PlatformStep[];
}

const makeToken: PlatformStep = {
  text: 'Create an access token for the platform on the agent’s Connect tab and copy it. It stands below as TOKEN.',
};

/** A platform that connects by WebSocket sends no prompt. */
const writePrompt: PlatformStep = {
  text: 'Give the agent a system prompt in its settings. Its first message, if it has one, is what the caller hears first.',
};

const makeCall: PlatformStep = {
  text: 'Make a call. The Connect tab shows the first request within seconds.',
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const endInPython = `import asyncio
import json
from urllib.request import Request, urlopen


async def call_ended():
    message = {"type": "end-of-call-report", "call": {"id": call_id}}
    request = Request(
        "WEBHOOK_URL",
        data=json.dumps({"message": message}).encode(),
        headers={"Authorization": "Bearer TOKEN", "Content-Type": "application/json"},
    )
    await asyncio.to_thread(urlopen, request)`;

/** The platforms by the names of their pages. */
export const platforms = {
  vapi: {
    name: 'Vapi',
    steps: [
      makeToken,
      {
        text: 'In Vapi, add a credential for a custom LLM with the token as its API key. By API, this is the body of POST https://api.vapi.ai/credential.',
        code: json({ provider: 'custom-llm', apiKey: 'TOKEN' }),
      },
      {
        text: 'In Vapi, add a custom credential of the kind Bearer Token with the same token. Its ID stands below as CREDENTIAL_ID.',
      },
      {
        text: 'Set these fields of the assistant, by API with PATCH https://api.vapi.ai/assistant/{id}. Write your own prompt.',
        code: json({
          model: {
            provider: 'custom-llm',
            url: 'MODEL_URL',
            model: 'clinic',
            metadataSendMode: 'variable',
            messages: [{ role: 'system', content: 'You answer the telephone of a clinic.' }],
          },
          server: { url: 'WEBHOOK_URL', credentialId: 'CREDENTIAL_ID' },
          serverMessages: ['status-update', 'end-of-call-report'],
          analysisPlan: {
            summaryPlan: { enabled: false },
            successEvaluationPlan: { enabled: false },
          },
        }),
      },
      {
        text: 'If access tokens may not be sent with each request, let Vapi fetch tokens of an hour: use this body in step 2, and in step 3 a custom credential of the kind OAuth 2.0 with the same values and no scope.',
        code: json({
          provider: 'custom-llm',
          apiKey: 'unused',
          authenticationPlan: {
            type: 'oauth2',
            url: 'OAUTH_URL',
            clientId: 'AGENT_ID',
            clientSecret: 'TOKEN',
          },
        }),
      },
      makeCall,
    ],
  },
  retell: {
    name: 'Retell',
    steps: [
      writePrompt,
      makeToken,
      {
        text: 'In Retell, make an agent with the response engine Custom LLM and this URL. Retell adds the ID of each call.',
        code: 'SOCKET_URL/retell/TOKEN',
      },
      makeCall,
    ],
  },
  twilio: {
    name: 'Twilio ConversationRelay',
    steps: [
      writePrompt,
      {
        text: 'Give the service the auth token of the Twilio account: as this line of the file .env in its folder, or in the settings of the desktop app. Start the service again.',
        code: 'SVC_TWILIO_AUTH_TOKEN=…',
      },
      {
        text: 'Give the telephone number this TwiML. Twilio requests the address in action after the call.',
        code: `<Response>
  <Connect action="https://clinic.example.com/after-the-call">
    <ConversationRelay url="SOCKET_URL/twilio" dtmfDetection="true" applicationReconnect="true" />
  </Connect>
</Response>`,
      },
      makeCall,
    ],
  },
  telnyx: {
    name: 'Telnyx Conversation Relay',
    steps: [
      writePrompt,
      makeToken,
      {
        text: 'In Telnyx, enter this address as the WebSocket of Conversation Relay. It is that of Twilio, because the messages are the same.',
        code: 'SOCKET_URL/twilio/TOKEN',
      },
      makeCall,
    ],
  },
  elevenlabs: {
    name: 'ElevenLabs',
    steps: [
      makeToken,
      {
        text: 'In ElevenLabs, add a secret to the workspace with the token as its value. Its ID stands below as SECRET_ID.',
      },
      {
        text: 'In the agent’s LLM settings, choose Custom LLM with the endpoint Chat Completions, and enter these values. By API, they are fields of conversation_config.agent.prompt.',
        code: json({
          llm: 'custom-llm',
          custom_llm: {
            url: 'MODEL_URL',
            model_id: 'clinic',
            api_type: 'chat_completions',
            api_key: { secret_id: 'SECRET_ID' },
            request_headers: {
              'X-Voice-Call-Id': { variable_name: 'system__conversation_id' },
            },
          },
        }),
      },
      {
        text: 'Enable the system tools End call and Transfer to number if the agent needs them.',
      },
      makeCall,
    ],
  },
  deepgram: {
    name: 'Deepgram Voice Agent',
    steps: [
      makeToken,
      {
        text: 'In the Settings message that begins each call, set agent.think. CALL_ID is an ID of the call that your program makes. Write your own prompt.',
        code: json({
          provider: { type: 'open_ai', model: 'clinic' },
          endpoint: {
            url: 'COMPLETIONS_URL',
            headers: { authorization: 'Bearer TOKEN', 'x-voice-call-id': 'CALL_ID' },
          },
          prompt: 'You answer the telephone of a clinic.',
        }),
      },
      {
        text: 'When the call is over, let your program send this request.',
        code: `POST WEBHOOK_URL
authorization: Bearer TOKEN
content-type: application/json

{"message":{"type":"end-of-call-report","call":{"id":"CALL_ID"}}}`,
      },
      makeCall,
    ],
  },
  livekit: {
    name: 'LiveKit Agents',
    steps: [
      makeToken,
      {
        text: 'Give the session this LLM, from the package livekit-plugins-openai. call_id is an ID of the call, for example the name of the room.',
        code: `from livekit.plugins import openai

llm = openai.LLM(
    model="clinic",
    base_url="MODEL_URL",
    api_key="TOKEN",
    extra_headers={"X-Voice-Call-Id": call_id},
)`,
      },
      {
        text: 'Tell the service when the call is over. ctx is the context of the job.',
        code: `${endInPython}


ctx.add_shutdown_callback(call_ended)`,
      },
      makeCall,
    ],
  },
  pipecat: {
    name: 'Pipecat',
    steps: [
      makeToken,
      {
        text: 'Use this service in the pipeline, from the package pipecat-ai. call_id is an ID of the call.',
        code: `from pipecat.services.openai.llm import OpenAILLMService

llm = OpenAILLMService(
    base_url="MODEL_URL",
    api_key="TOKEN",
    default_headers={"X-Voice-Call-Id": call_id},
    settings=OpenAILLMService.Settings(model="clinic"),
)`,
      },
      {
        text: 'Tell the service when the call is over, for example after the runner has finished the pipeline.',
        code: `${endInPython}


await call_ended()`,
      },
      makeCall,
    ],
  },
  'openai-python': {
    name: 'OpenAI SDK for Python',
    steps: [
      makeToken,
      {
        text: 'Make one client for each call. call_id is an ID of the call.',
        code: `from openai import AsyncOpenAI

client = AsyncOpenAI(
    base_url="MODEL_URL",
    api_key="TOKEN",
    default_headers={"X-Voice-Call-Id": call_id},
)`,
      },
      {
        text: 'Tell the service when the call is over.',
        code: `${endInPython}


await call_ended()`,
      },
      makeCall,
    ],
  },
  'openai-javascript': {
    name: 'OpenAI SDK for JavaScript',
    steps: [
      makeToken,
      {
        text: 'Make one client for each call. callId is an ID of the call.',
        code: `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: 'MODEL_URL',
  apiKey: 'TOKEN',
  defaultHeaders: { 'x-voice-call-id': callId },
});`,
      },
      {
        text: 'Tell the service when the call is over.',
        code: `await fetch('WEBHOOK_URL', {
  method: 'POST',
  headers: { authorization: 'Bearer TOKEN', 'content-type': 'application/json' },
  body: JSON.stringify({ message: { type: 'end-of-call-report', call: { id: callId } } }),
});`,
      },
      makeCall,
    ],
  },
} as const satisfies Readonly<Record<string, Platform>>;

/** Name of a page in `docs/platforms/`. */
export type PlatformName = keyof typeof platforms;

/** What stands in the codes of steps. */
export interface PlatformValues {
  /** Full proxy URL. */
  readonly completionsUrl: string;
  readonly webhookUrl: string;
}

/** A step's code with the agent's values; the token stays `TOKEN`, because it is shown only once. */
export function filledIn(code: string, { completionsUrl, webhookUrl }: PlatformValues): string {
  const ofAgent = completionsUrl.replace(/\/v1\/.*$/, '');
  return code
    .replaceAll('SOCKET_URL', ofAgent.replace(/^http/, 'ws'))
    .replaceAll('OAUTH_URL', `${ofAgent}/oauth/token`)
    .replaceAll('AGENT_ID', ofAgent.replace(/^.*\//, ''))
    .replaceAll('MODEL_URL', completionsUrl.replace(/\/chat\/completions$/, ''))
    .replaceAll('COMPLETIONS_URL', completionsUrl)
    .replaceAll('WEBHOOK_URL', webhookUrl);
}

const ingressNames: Readonly<Record<string, string>> = {
  proxy: 'the model’s address',
  'voice/webhook': 'the webhook',
};

const socketNames: Readonly<Record<string, string>> = {
  '/retell': 'the WebSocket for Retell',
  '/twilio': 'the WebSocket for Twilio',
};

/** Texts around the steps, and of what the service heard. */
export const platformStrings = {
  title: 'Connect your platform',
  platform: 'Platform',
  code: (step: number) => `step ${step}`,
  light: {
    title: 'Heard from your platform',
    tones: {
      heard: 'Connected',
      failed: 'Connected, request failed',
      refused: 'Refused',
      silent: 'Waiting',
    },
    silent: 'Nothing has arrived since the service started. This page checks every few seconds.',
    last: 'Last request',
    from: 'Program',
    at: 'Arrived at',
    answer: 'Result',
    answered: 'Accepted',
    refused: 'Last refused request',
    unknown: 'not named',
    ingress: (ingress: string, path = ''): string =>
      socketNames[path] ?? ingressNames[ingress] ?? ingress,
    problem: (code: string, message: string) => `${code}: ${message}`,
    path: (path: string) =>
      `the path is wrong${path === '' ? '' : `; it begins with ${path}`}. A base URL ends in /v1, a full address in /v1/chat/completions.`,
  },
} as const;
