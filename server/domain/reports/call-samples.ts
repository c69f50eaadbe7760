import type { AgentId, MarkId, SessionId, UserId } from '../ids.ts';
import type { Mistake } from '../mark.ts';

type Counts = Readonly<Record<string, number>>;

/** Calls that are drawn each week. */
export const sampleSize = 25;
/** People who read each of them, independently of each other. */
export const reviewersPerCall = 2;
/** Samples that are kept: a year of them. */
const mostSamples = 53;

/** A value that reviewers of a call marked: the marks of both where they name the same one. */
export interface MarkedValue {
  readonly mistake: Mistake;
  readonly kind: string;
  readonly marks: readonly { readonly id: MarkId; readonly actor: UserId }[];
}

/** A drawn call (decision 0196). */
export interface SampledCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** Values masked, each counted once, as the events of the call have them. */
  readonly valuesByKind: Counts;
  /** Who has read it, and when they were done; at most two. */
  readonly checks: readonly { readonly actor: UserId; readonly at: string }[];
  /** What both marked; absent until two have read it. */
  readonly marked?: readonly MarkedValue[];
}

/** The calls of one week that were drawn, as `sample_drawn` has them. */
export interface CallSample {
  /** The week, as ISO 8601 UTC. */
  readonly from: string;
  readonly until: string;
  readonly drawnAt: string;
  /** The Merkle root of the week: nobody chooses it. */
  readonly seed: string;
  /** Calls of the week. */
  readonly population: number;
  /** In the order of the draw. */
  readonly calls: readonly SampledCall[];
  /** The calls of the week were read again, and what the model was unsure of is in the queue of marks (decision 0190). */
  readonly readAgain?: true;
}

export interface CallSamples {
  /** Newest first. */
  readonly samples: readonly CallSample[];
  /** First day of the next week to draw from, such as `2026-11-23`. */
  readonly next: string;
  /** A process draws until this time, in milliseconds. */
  readonly claimedUntil: number;
}

export const noSamples: CallSamples = { samples: [], next: '', claimedUntil: 0 };

export function withSample(all: CallSamples, sample: CallSample): CallSamples {
  return { ...all, samples: [sample, ...all.samples].slice(0, mostSamples) };
}

export function withReadAgain(all: CallSamples, from: string): CallSamples {
  const readAgain = (sample: CallSample): CallSample =>
    sample.from === from ? { ...sample, readAgain: true } : sample;
  return { ...all, samples: all.samples.map(readAgain) };
}

/** A drawn call, and the first moment of its week; undefined for another call. */
export function findSampled(
  { samples }: CallSamples,
  id: string,
): { readonly from: string; readonly call: SampledCall } | undefined {
  for (const { from, calls } of samples) {
    const call = calls.find(({ sessionId }) => sessionId === id);
    if (call !== undefined) return { from, call };
  }
  return undefined;
}

export function withSampled(all: CallSamples, changed: SampledCall): CallSamples {
  const replaced = (call: SampledCall) => (call.sessionId === changed.sessionId ? changed : call);
  return {
    ...all,
    samples: all.samples.map((sample) => ({ ...sample, calls: sample.calls.map(replaced) })),
  };
}

/** Whether somebody may still check a call. */
export function isLeftFor({ checks }: Pick<SampledCall, 'checks'>, user: UserId): boolean {
  return checks.length < reviewersPerCall && !checks.some(({ actor }) => actor === user);
}

/** Whether a mark or a suggestion is kept from somebody who has not checked its call yet, and still may. */
export function isMarkHidden(
  all: CallSamples,
  mark: { readonly sessionId: SessionId; readonly actor?: UserId },
  user: UserId,
): boolean {
  if (mark.actor === user) return false;
  const sampled = findSampled(all, mark.sessionId);
  return sampled !== undefined && isLeftFor(sampled.call, user);
}
