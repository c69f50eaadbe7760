/** A call that counts values. */
export interface CountingCall {
  /**
   * By `countedKey`: the turn that counts a value, until that is on record. Of turns in flight together, also at
   * other replicas, one counts a value (decision 0187).
   */
  counted: Map<string, number>;
}

/** In place of a turn: its count is on record. */
const recorded = -1;

/** Names a value among those that a call counts: masked ones, and apart from these those sent in the clear. */
export function countedKey(placeholder: string, isMasked: boolean): string {
  return isMasked ? placeholder : `clear ${placeholder}`;
}

/** A turn counts those of these values that nothing counts yet. */
export function claimValues({ counted }: CountingCall, turn: number, keys: Iterable<string>): void {
  for (const key of keys) if (!counted.has(key)) counted.set(key, turn);
}

/** These values are on record as counted. */
export function markCounted({ counted }: CountingCall, keys: Iterable<string>): void {
  for (const key of keys) counted.set(key, recorded);
}

/** Takes what other replicas saved, which wins; what is on record stays so. */
export function mergeCounted(call: CountingCall, saved?: readonly (readonly [string, number])[]) {
  const onRecord = [...call.counted].filter(([, by]) => by === recorded);
  call.counted = new Map([...(saved ?? []), ...onRecord]);
}

/** The values that a turn counts are not on record, so another turn is to count them. False if it counts none. */
export function releaseValues({ counted }: CountingCall, turn: number): boolean {
  const claimed = [...counted].filter(([, by]) => by === turn);
  for (const [key] of claimed) counted.delete(key);
  return claimed.length > 0;
}
