import type { Telemetry } from '../../ports/telemetry.ts';

/** One telemetry that tells all of these; undefined for none. */
export function combineTelemetry(all: readonly Telemetry[]): Telemetry | undefined {
  if (all.length < 2) return all[0];
  return {
    turn: (turn) => {
      const watches = all.map((one) => one.turn(turn));
      return {
        passed: (stage, us) => {
          for (const watch of watches) watch.passed(stage, us);
        },
        ended: (ending) => {
          for (const watch of watches) watch.ended(ending);
        },
      };
    },
  };
}
