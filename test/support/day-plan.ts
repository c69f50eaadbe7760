/** How one turn of a planned call ends for its caller. */
export type Outcome = 'answered' | 'refused' | 'cut' | 'hung_up';

export interface PlannedTurn {
  readonly kind: 'PHONE' | 'EMAIL';
  readonly value: string;
  readonly words: string;
  readonly outcome: Outcome;
}

export interface PlannedCall {
  readonly number: number;
  /** Index of the agent it goes to. */
  readonly agent: number;
  readonly id: string;
  readonly turns: readonly PlannedTurn[];
}

/** Word that makes the scripted provider behave so. */
export const wordOf: Readonly<Record<Outcome, string>> = {
  answered: 'please',
  refused: 'overload',
  cut: 'breakdown',
  hung_up: 'forever',
};

/** The same day for the same seed: `count` calls of one to three turns over `agents` agents. */
export function planDay(count: number, agents: number, seed: number): readonly PlannedCall[] {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, number): PlannedCall => {
    const turns = Array.from({ length: 1 + below(3) }, (__, turn) =>
      plannedTurn(number * 3 + turn, below(2) === 0 ? 'PHONE' : 'EMAIL', outcomeOf(below(20))),
    );
    return {
      number,
      agent: below(agents),
      id: `day-call-${number}`,
      turns,
    };
  });
}

function plannedTurn(nth: number, kind: PlannedTurn['kind'], outcome: Outcome): PlannedTurn {
  const value =
    kind === 'PHONE'
      ? `${202 + (nth % 7)}-555-01${String(nth % 100).padStart(2, '0')}`
      : `caller${nth}@example.com`;
  const words = `${wordOf[outcome]} ${kind === 'PHONE' ? 'call' : 'write to'} ${value}`;
  return { kind, value, words, outcome };
}

/** Fourteen in twenty turns go well; two of each other kind. */
function outcomeOf(roll: number): Outcome {
  if (roll < 2) return 'refused';
  if (roll < 4) return 'cut';
  return roll < 6 ? 'hung_up' : 'answered';
}

/** Mulberry32: small, seeded, good enough to vary a day. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
