import type { SessionId } from '../domain/ids.ts';

/** The stages of a turn, in the order in which they end; `reply` ends with its last byte. */
export const stages = [
  'arrive',
  'detect',
  'tokenize',
  'leak_scan',
  'journal',
  'upstream',
  'reply',
] as const;

export type Stage = (typeof stages)[number];

/** How a turn ended, as its `response_completed` event says. */
export interface TurnEnding {
  readonly status: 'ok' | 'partial' | 'error';
  readonly reason: string;
  /** Microseconds since the request began to arrive. */
  readonly us: number;
}

/** Watches one turn. */
export interface TurnWatch {
  /** `stage` ended `us` microseconds after the request began to arrive. */
  passed(stage: Stage, us: number): void;
  /** Called once. */
  ended(ending: TurnEnding): void;
}

/** Measurements for operators: numbers and ids, never text (design D44). Never throws. */
export interface Telemetry {
  turn(turn: { readonly sessionId: SessionId; readonly number: number }): TurnWatch;
}
