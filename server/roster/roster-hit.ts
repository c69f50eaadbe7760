import type { Span } from '../domain/detection.ts';
import type { NameWord, PersonNumber } from './roster-index.ts';

/** A stretch of a text that may be a name or another value of people of the roster. */
export interface RosterHit {
  readonly kind: 'NAME' | 'DOB' | 'PHONE' | 'EMAIL' | 'MRN' | 'ADDRESS';
  readonly start: number;
  readonly end: number;
  /** The words of a name that identify a person on their own. */
  readonly parts?: readonly Span[];
  /** The names that the words of a name may be; none for another value. */
  readonly words: readonly NameWord[];
  /** Whom it may mean; not all of them, if there are more than `mostPeople`. */
  readonly people: readonly PersonNumber[];
  /**
   * `sure`: names somebody, whatever else the call holds. `unsure`: does so where the call has shown one of
   * these people otherwise. `staff`: may be said where the call has shown no patient of that name.
   */
  readonly strength: 'sure' | 'unsure' | 'staff';
  /** Whether it shows who is meant, as evidence for the rest of the call. */
  readonly isEvidence: boolean;
}

/** A hit of more people than this shows nobody in particular. */
export const mostPeople = 64;
