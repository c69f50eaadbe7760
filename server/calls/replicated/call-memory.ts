import type { KnownValue } from '../../domain/detection.ts';
import type { ScopedToken } from '../../rehydrate/index.ts';
import { Placeholders, type SavedPlaceholders } from '../../tokenize/index.ts';
import { mergeCounted } from '../counted-values.ts';
import type { LastRequest, LiveCall } from '../live-call.ts';
import { rememberValue } from '../live-call.ts';

/** What every replica must know of a call. It holds real values. */
interface SerializedCall {
  readonly placeholders: SavedPlaceholders;
  readonly known: readonly KnownValue[];
  /** Absent in memory of earlier versions. */
  readonly notPrivate?: LiveCall['notPrivate'];
  readonly tokens: readonly ScopedToken[];
  readonly replacements: readonly (readonly [string, string])[];
  readonly surrogates: readonly string[];
  readonly journaled: readonly string[];
  /** Absent in memory of earlier versions. */
  readonly counted?: readonly (readonly [string, number])[];
  /** Present where partial dedup is on. */
  readonly lastRequest?: LastRequest | undefined;
}

/** Grows whenever there is more to remember. */
export function memoryWeight(call: LiveCall): number {
  const { placeholders, known, replacements, journaledSpans, counted, lastRequest } = call;
  const said = lastRequest === undefined ? 0 : lastRequest.turn + 1;
  const remembered = placeholders.size + known.length + replacements.size;
  return remembered + journaledSpans.size + counted.size + said;
}

export function serializeMemory(call: LiveCall): string {
  const memory: SerializedCall = {
    placeholders: call.placeholders.contents(),
    known: call.known,
    notPrivate: call.notPrivate,
    tokens: call.scope.tokens(),
    replacements: [...call.replacements],
    surrogates: [...call.surrogates],
    journaled: [...call.journaledSpans],
    counted: [...call.counted],
    lastRequest: call.lastRequest,
  };
  return JSON.stringify(memory);
}

/** The memory of a call that is restored from its records. */
export function memoryOfPlaceholders(counts: ReadonlyMap<string, number>): string {
  const memory: SerializedCall = {
    placeholders: { byValue: [], counts: [...counts] },
    known: [],
    tokens: [],
    replacements: [],
    surrogates: [],
    journaled: [],
  };
  return JSON.stringify(memory);
}

/**
 * Merges the memory that other replicas saved, which wins: unsaved placeholders of this replica are
 * assigned again, and unsaved counts counted again. What this replica uses now, such as the scope of a reply, only grows.
 */
export function mergeMemory(call: LiveCall, text: string): void {
  const memory = JSON.parse(text) as SerializedCall;
  call.placeholders = Placeholders.from(memory.placeholders);
  for (const value of memory.known) rememberValue(call, value);
  call.notPrivate = memory.notPrivate ?? [];
  const scoped = new Set(call.scope.tokens().map(({ token }) => token));
  for (const entry of memory.tokens) if (!scoped.has(entry.token)) call.scope.add(entry);
  for (const [key, replacement] of memory.replacements) call.replacements.set(key, replacement);
  for (const surrogate of memory.surrogates) call.surrogates.add(surrogate);
  for (const key of memory.journaled) call.journaledSpans.add(key);
  mergeCounted(call, memory.counted);
  if (memory.lastRequest !== undefined) call.lastRequest = memory.lastRequest;
}
