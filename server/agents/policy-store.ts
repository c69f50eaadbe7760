import type { Agent } from '../domain/agent.ts';
import { Fault, type Problem, type Result } from '../domain/fault.ts';
import { foldWords } from '../domain/fold-words.ts';
import type { AgentId } from '../domain/ids.ts';
import type { ActivePolicy, Tokenization } from '../domain/policy.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { policyOutline, sha256OfPolicy } from '../policy/index.ts';
import type { PolicyTexts } from '../ports/journal.ts';

/** Keeps a policy's text; durable on return. */
export type KeepPolicy = (active: ActivePolicy) => Promise<void>;

/**
 * Keeps each policy's text before the first event that names it, so that a report can always show the
 * policy of a call. A process writes each policy once.
 */
export function createPolicyKeeper(texts: PolicyTexts): KeepPolicy {
  const kept = new Set<string>();
  return async ({ sha256, yaml }) => {
    if (kept.has(sha256)) return;
    await texts.keep({ sha256, yaml });
    kept.add(sha256);
  };
}

/** An agent's policy for display, also when no call can use it. */
export interface PolicyView {
  readonly name: string;
  readonly version: number;
  readonly tokenization: Tokenization;
  /** Null when the document does not say. */
  readonly retentionDays: number | null;
  /** Whether the model pass is one of its passes: nothing else finds names. */
  readonly checksNames: boolean;
  readonly yaml: string;
  /** Why calls of the agent are refused; null when they are not. */
  readonly problem: string | null;
}

/**
 * The policies in force, under the names and numbers by which events, reports and the API call them (decision
 * 0160). A request uses the one from its start until its end.
 */
export interface Policies {
  /** The global policy. */
  current(): ActivePolicy;
  /**
   * The agent's own policy, else the global one. Fault `internal_error` when its own is unusable, for
   * example without its key: no call runs under another policy instead.
   */
  of(agent: Agent): ActivePolicy;
  /** The same policy for display; never throws. */
  view(agent: Agent): PolicyView;
  /** The policies that agents may name, the global one first. */
  all(): readonly ActivePolicy[];
  /** An existing policy by name, undefined when there is none. */
  named(name: string): ActivePolicy | undefined;
  /** What an agent's own policy is called: its name, with a part of its hash where that is the name of another. */
  nameOfOwn(active: ActivePolicy): string;
  decode(yaml: string): Result<ActivePolicy>;
  /** The current file of the global policy, which a reload would put in force. */
  proposed(): Promise<Result<ActivePolicy>>;
}

export interface PolicyStoreOptions {
  readonly initial: ActivePolicy;
  /** Other policies that agents may name, such as the shipped strict one. */
  readonly shipped: readonly ActivePolicy[];
  readonly decode: (yaml: string) => Result<ActivePolicy>;
  /** Reads the global policy file. */
  readonly readFile: () => Promise<Result<string>>;
  /** Called when a call is refused because its policy is unusable; `kid` is the one it names. */
  readonly onUnusable?: (agent: AgentId, kid: string | null) => void;
}

/** The policies of this process, which may follow other replicas. */
export interface PolicyStore extends Policies {
  /** Puts the approved policy of this number in force here; if it is unusable, calls under it are refused. */
  follow(yaml: string, number: number): void;
  /** Why the global policy is unusable here; undefined while it is usable. */
  problem(): Problem | undefined;
}

/** Policies in memory; a swap is one assignment, so a request sees one whole policy. */
export function createPolicyStore({
  initial,
  shipped,
  decode,
  readFile,
  onUnusable = () => undefined,
}: PolicyStoreOptions): PolicyStore {
  let current = initial;
  /** The global policy; `current` is the last usable one. */
  let inForce: Result<ActivePolicy> = { ok: true, value: initial };
  const decoded = new RecentMap<string, Result<ActivePolicy>>(1000);
  const calledSo = new RecentMap<string, ActivePolicy>(1000);

  /** The policy was valid when the agent was created; it fails only when its key was removed since. */
  const decodedCached = (yaml: string): Result<ActivePolicy> => {
    const result = decoded.get(yaml) ?? decode(yaml);
    decoded.set(yaml, result);
    return result;
  };
  /** One object for each policy, name and number, because stages keep what they make of a policy. */
  const called = (active: ActivePolicy, name: string, version: number): ActivePolicy => {
    const key = `${active.sha256} ${version} ${name}`;
    const policy = calledSo.get(key) ?? { ...active, policy: { ...active.policy, name, version } };
    calledSo.set(key, policy);
    return policy;
  };
  const ownName = (name: string, sha256: string): string => {
    const { letters } = foldWords(name);
    const isOthers = all().some(
      (listed) => listed.sha256 !== sha256 && foldWords(listed.policy.name).letters === letters,
    );
    return isOthers ? `${name}@${sha256.slice(0, 8)}` : name;
  };
  const nameOfOwn = ({ policy, sha256 }: ActivePolicy) => ownName(policy.name, sha256);
  const read = ({ policyYaml, policyVersion }: Agent): Result<ActivePolicy> => {
    if (policyYaml === null) return inForce;
    const own = decodedCached(policyYaml);
    if (!own.ok) return own;
    const { value } = own;
    const listed = all().find(({ sha256 }) => sha256 === value.sha256);
    return { ok: true, value: listed ?? called(value, nameOfOwn(value), policyVersion) };
  };

  // A name leads to one policy, and the global one comes first.
  const all = () => [
    current,
    ...shipped.filter(({ policy }) => policy.name !== current.policy.name),
  ];

  return {
    current: () => current,
    of: (agent) => {
      const result = read(agent);
      if (result.ok) return result.value;
      onUnusable(agent.id, policyOutline(agent.policyYaml ?? '').kid);
      throw new Fault('internal_error', 'the policy of this agent cannot be used');
    },
    view: (agent) => {
      const result = read(agent);
      if (result.ok) return viewOf(result.value);
      const yaml = agent.policyYaml ?? '';
      const view = unusableView(yaml, result.problems);
      return {
        ...view,
        name: ownName(view.name, sha256OfPolicy(yaml)),
        version: agent.policyVersion,
      };
    },
    all,
    named: (name) => all().find(({ policy }) => policy.name === name),
    nameOfOwn,
    decode,
    proposed: async () => {
      const text = await readFile();
      return text.ok ? decode(text.value) : text;
    },
    follow: (yaml, number) => {
      inForce = decode(yaml);
      if (!inForce.ok) return;
      current = called(inForce.value, inForce.value.policy.name, number);
      inForce = { ok: true, value: current };
    },
    problem: () => (inForce.ok ? undefined : inForce.problems[0]),
  };
}

function viewOf({ policy, yaml }: ActivePolicy): PolicyView {
  const { name, version, tokenization, audit } = policy;
  const { retentionDays } = audit;
  const checksNames = policy.passes.includes('nermodel');
  return { name, version, tokenization, retentionDays, checksNames, yaml, problem: null };
}

/** The readable parts of the document, and its first problem. */
function unusableView(yaml: string, [first]: readonly Problem[]): Omit<PolicyView, 'version'> {
  const { name, tokenization, retentionDays } = policyOutline(yaml);
  return {
    name: name ?? 'unreadable',
    tokenization: tokenization ?? 'vault-deterministic',
    retentionDays,
    checksNames: false,
    yaml,
    problem: `calls are refused, because the policy can no longer be used: ${first?.message ?? ''}`,
  };
}
