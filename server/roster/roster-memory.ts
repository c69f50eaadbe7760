import type { RosterHit } from './roster-hit.ts';
import type { PersonNumber } from './roster-index.ts';

/** What a call has shown of the people of the roster. It is bounded. */
export interface RosterMemory {
  roster?: {
    /** Of the roster. */
    readonly version: number;
    readonly shown: Set<PersonNumber>;
    /** Of the texts of the last request, by digest. */
    readonly hits: ReadonlyMap<string, readonly RosterHit[]>;
  };
}
