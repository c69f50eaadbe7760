import type { AgentId, BearerTokenId } from './ids.ts';
import type { Policy, SpokenLanguage, Tokenization } from './policy.ts';

/** A static credential of one agent, for platforms that cannot sign (design D36); not the secret. */
export interface BearerToken {
  readonly id: BearerTokenId;
  readonly agentId: AgentId;
  /** Hex SHA-256 of the secret, which has 256 random bits and so needs no slow hash. */
  readonly hash: string;
  /** The name that a user gave it, or ''. */
  readonly name: string;
  /** The last four characters of the secret, so that users can tell their tokens apart. */
  readonly lastFour: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** An agent as stored (spec, Agent). */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  /** `stub` or `provider:<model name of the configuration>`. */
  readonly upstream: string;
  /** Null in agents of an earlier version: the policy's scheme (design D15). */
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | null;
  /** The agent's own policy document; null: the global policy. */
  readonly policyYaml: string | null;
  /** Counts the agent's own policies from 1; 0 until it has had one. */
  readonly policyVersion: number;
  /** Adds the token instructions to the system prompt (design D39). */
  readonly tokenGuidance: boolean;
  /** The call configuration that the webhook answers (design D39); null: not set. */
  readonly systemPrompt: string | null;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[] | null;
  /** What a caller hears where the model gives no reply (decision 0172); null: the platform gets the error. */
  readonly failureMessage: FailureMessage | null;
  /** Where the masked transcript of each call goes at its end (decision 0197); null: nowhere. */
  readonly transcriptUrl: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** An agent for which nobody has chosen more than its name and its model. */
export const plainAgent: Omit<Agent, 'id' | 'name' | 'upstream' | 'createdAt'> = {
  tokenization: 'vault-deterministic',
  policyYaml: null,
  policyVersion: 0,
  tokenGuidance: true,
  systemPrompt: null,
  firstMessage: null,
  tools: null,
  failureMessage: null,
  transcriptUrl: null,
};

/** What a caller hears in the language that they speak. */
export type WordsByLanguage = { readonly [language in SpokenLanguage]?: string | undefined };

/** The words in this language, else in English, else in Spanish, with the language; undefined where there are none. */
export function wordsIn(
  words: WordsByLanguage,
  language: SpokenLanguage,
): readonly [SpokenLanguage, string] | undefined {
  const found = [language, 'en' as const, 'es' as const].find((one) => words[one] !== undefined);
  const text = found && words[found];
  return found === undefined || text === undefined ? undefined : [found, text];
}

/** A sentence in place of a reply. */
export interface FailureMessage {
  /** At least one sentence. */
  readonly words: WordsByLanguage;
  /** Whether platforms that ask over HTTP get it as a reply, too: they may have another model to ask. */
  readonly over_http: boolean;
  /** Whether calls over a socket are then transferred, to the only number that `transfer_call` lists. */
  readonly transfer?: boolean | undefined;
}

/** The numbers that a function of transfer lists in `enum` or `const`: a call is transferred to no other. */
export function listedNumbers({ function: { parameters } }: FunctionTool): readonly string[] {
  const schema = parameters?.properties['number'];
  const several: unknown[] = Array.isArray(schema?.['enum']) ? schema['enum'] : [schema?.['const']];
  return several.filter((number) => typeof number === 'string');
}

/** The agent under another policy of its own, which gets the next number; null: under the global one. */
export function underPolicy(agent: Agent, policyYaml: string | null): Agent {
  if (policyYaml === agent.policyYaml) return agent;
  const { policyVersion } = agent;
  return { ...agent, policyYaml, policyVersion: policyVersion + Number(policyYaml !== null) };
}

/**
 * The scheme of an agent's requests: the agent's, else the policy's. A `synthetic` policy overrides the
 * agent, because no agent can choose that scheme, and nothing may be restored under it (design D15).
 */
export function tokenizationOf(
  agent: Pick<Agent, 'tokenization'>,
  policy: Pick<Policy, 'tokenization'>,
): Tokenization {
  if (policy.tokenization === 'synthetic') return 'synthetic';
  return agent.tokenization ?? policy.tokenization;
}

/** A function that the model may call, in OpenAI's format. */
export interface FunctionTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly strict?: boolean | undefined;
    /** A JSON Schema of an object, as far as voice platforms read it. */
    readonly parameters?: FunctionParameters | undefined;
  };
  /** Runs the function; the platform calls it directly. */
  readonly server?: { readonly url: string } | undefined;
  /** Runs the function: in calls over a socket, and over HTTP if it says so (decisions 0168, 0212). */
  readonly endpoint?: FunctionEndpoint | undefined;
}

/** An address of the clinic to which this service sends the real arguments of a function. */
export interface FunctionEndpoint {
  readonly url: string;
  /** Longest wait for the answer, repetitions included. */
  readonly timeout_seconds: number;
  /** Whether a request that failed may be sent again: twice must do the same as once. */
  readonly repeatable: boolean;
  /** Whether this service runs it also for platforms that ask over HTTP. */
  readonly over_http?: boolean | undefined;
  /** What the caller hears meanwhile. */
  readonly filler?: WordsByLanguage | undefined;
}

interface FunctionParameters {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly [keyword: string]: unknown;
}

interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly [keyword: string]: unknown;
}

/** What became of a function that a model called (decision 0168). */
export const functionOutcomes = [
  /** It answered with a text. */
  'done',
  /** It answered with a status from 400 to 499. */
  'refused',
  /** It answered with a status of 500 or more; whether it was done is not known. */
  'failed',
  /** It answered with the address of another place, where nothing was sent. */
  'redirected',
  /** Its answer was longer than allowed. */
  'too_large',
  /** Its answer was no text. */
  'unreadable',
  'timed_out',
  /** No connection, or a broken answer. */
  'unreachable',
  /** Nobody whom this service trusts vouches for its certificate, or it is of another name or time. */
  'bad_certificate',
  /** Its name leads to this machine or to a link-local address. */
  'address_not_allowed',
  /** The caller hung up or spoke on, or the connection broke; whether it was done is not known. */
  'stopped',
  /** The service ended meanwhile; whether it was done is not known. */
  'unknown',
  // From here on it was not called.
  /** The agent has no function of this name. */
  'unknown_function',
  /** The arguments are no JSON object. */
  'bad_arguments',
  /** The arguments hold a token or a mark that stands for no value of this call. */
  'no_value',
  /** The model called more functions than a turn may. */
  'too_many',
] as const;
export type FunctionOutcome = (typeof functionOutcomes)[number];
