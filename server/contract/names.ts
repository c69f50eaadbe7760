import { z } from 'zod';

/** A name that people give and read, 1 to 64 characters without control characters (spec, Limits). */
export const GivenName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'must be without control characters');
