import { commonStrings, policyEditorStrings } from '../ui/strings.ts';

const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  upstream: 'model',
  tokenization: 'masking tokens',
  policy_name: 'policy',
  policy_yaml: 'policy',
  token_guidance: 'token instructions',
  system_prompt: 'system prompt',
  first_message: 'first message',
};

export const agentStrings = {
  intro: 'An agent has a model, a masking policy, and the addresses that a voice platform calls.',
  create: commonStrings.newAgent,
  filter: 'Filter by name',
  columns: {
    name: 'Name',
    upstream: 'Model',
    policy: 'Policy',
    scheme: 'Masking tokens',
    sessions: 'Calls, 24 h',
    created: 'Created',
  },
  refused: 'Calls refused',
  empty: {
    title: 'No agents yet',
    text: 'Create an agent and connect a voice platform to its address.',
  },
  noMatch: {
    title: 'No matching agent',
    text: 'No agent name contains this text.',
  },
  form: {
    ...policyEditorStrings,
    name: 'Name',
    nameHint: '1 to 64 characters, unique.',
    upstream: 'Model',
    upstreamHint:
      'The stub repeats what the caller says, for trying things out. It looks for patterns alone, so names are not masked. Other models need a provider.',
    tokenization: 'Masking tokens',
    schemes: {
      '': 'Short, unless the policy invents values',
      'vault-deterministic': 'Short: the vault stores their values',
      'reversible-aead': 'Longer: they hold their values, encrypted',
    },
    policy: 'Policy',
    policyHint:
      'A custom policy applies to this agent only. Reloading the global policy does not change it.',
    global: 'Follow the global policy',
    shipped: (name: string) => `${name} (built in)`,
    own: 'Custom policy',
    asItIs: (what: string) => `Current: ${what}`,
    yaml: 'Policy (YAML)',
    guidance: 'Add token instructions to the prompt',
    guidanceHint:
      'Where a request holds tokens, a short instruction asks the model to repeat them unchanged.',
    more: 'Call setup (sent by webhook)',
    prompt: 'System prompt',
    promptHint: 'Sent when the platform asks how to run a call, with the token instructions.',
    firstMessage: 'First message',
    submit: 'Create agent',
    save: 'Save changes',
    unchanged: 'No changes yet.',
    changes: (fields: readonly string[]) => `Changes: ${fields.join(', ')}`,
    fieldName: (field: string): string => fieldNames[field] ?? field,
    saved: 'Saved. It applies from the next request on, even in calls in progress.',
  },
  proposal: {
    reason: 'Why this agent needs it',
    hint: 'An admin reads it before the decision. Without patient data.',
    button: 'Propose this policy',
    done: 'Proposed. An admin decides on the page of policies; until then nothing changes.',
  },
  detail: {
    back: 'All agents',
    tabs: 'Agent',
    tab: {
      overview: 'Overview',
      connect: 'Connect',
      functions: 'Functions',
      settings: 'Settings',
    },
    gone: {
      title: 'This agent does not exist',
      text: 'It was deleted, or the address is wrong. Calls of a deleted agent are kept.',
      calls: 'Its calls of the last 30 days',
    },
    problem: 'This agent refuses calls:',
    problemNext: 'Choose another policy under Settings, or restore the missing key.',
    facts: {
      title: 'Agent',
      upstream: 'Model',
      policy: 'Policy',
      policyVersion: (name: string, version: number) => `${name}, version ${version}`,
      scheme: 'Masking tokens',
      guidance: 'Token instructions',
      guidanceYes: 'added to the system prompt',
      guidanceNo: 'none',
      created: 'Created',
      id: 'ID',
      calls: 'All calls of this agent',
    },
    test: {
      title: 'Test call',
      intro:
        'An invented caller says one sentence. The service checks and masks it as in this agent’s calls, and the stub answers, whatever the agent’s model is. Nothing leaves this service. The audit log records the call like any other.',
      sentence: 'The caller’s sentence',
      example:
        'Hello, this is Jane Miller, my number is 202 555 0143. I would like to move my appointment.',
      button: 'Make a test call',
      again: 'Make another test call',
      said: 'The caller says',
      sent: 'The model receives',
      heard: 'The caller hears',
      session: 'Open the call',
    },
    connect: {
      addresses: 'Addresses for another platform',
      proxy: 'Base URL of the model',
      proxyHint:
        'For the custom model (OpenAI protocol) at the platform. Platforms add /chat/completions; the full address works too.',
      webhook: 'Server URL (webhook)',
      webhookHint:
        'The platform asks here how to run a call, and reports here when a call ends. Without a webhook, a call ends after 15 minutes of silence.',
      local:
        'Only this machine can reach these addresses. A platform on the internet needs a tunnel.',
      signing: 'Signing',
      signingText:
        'Each request carries an HMAC-SHA256 of its body in the header X-Voice-Signature, made with this service’s signing secret. Enter the secret where the platform asks for a webhook or server secret. The operator of this service prints it with svc signing-secret.',
      curl: 'Try it from a terminal',
      curlSecret:
        'First give the terminal the signing secret. It is not shown and not kept in the history:',
      curlSecretLabel: 'command that reads the secret',
      curlThen:
        'Then sign a request and send it, as a platform does. The model receives a token; the reply brings back the invented number.',
      curlLabel: 'signed request',
    },
    tokens: {
      title: 'Access tokens',
      intro:
        'For platforms that cannot sign requests to a model. An access token works for this agent only. Signing is safer, because it also protects the content.',
      columns: { name: 'Name', token: 'Token', created: 'Created', action: 'Action' },
      ending: (lastFour: string) => `…${lastFour}`,
      name: 'Name of the new token',
      nameHint: 'For example, the platform that uses it.',
      none: 'No access tokens. Only signed requests are accepted.',
      create: 'Create a token',
      revoke: 'Revoke',
      revokeLabel: (lastFour: string) => `Revoke the token ending in ${lastFour}`,
      made: {
        title: 'Copy the token now',
        text: 'It is shown only once. Enter it as the model’s API key at the platform, or send it as “Authorization: Bearer”.',
        label: 'access token',
        done: 'I have copied it',
      },
      ask: {
        title: (lastFour: string) => `Revoke the token ending in ${lastFour}?`,
        text: 'Requests that use it are refused immediately. This cannot be undone.',
        confirm: 'Revoke',
      },
    },
    remove: {
      title: 'Delete this agent',
      text: 'New calls are refused immediately. Past calls and their events stay in the audit log.',
      button: 'Delete agent',
      ask: (name: string) => `Delete ${name}?`,
      type: (name: string) => `Type the name to confirm: ${name}`,
      confirm: 'Delete permanently',
    },
  },
} as const;
