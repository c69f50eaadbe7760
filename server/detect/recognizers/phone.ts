import type { Recognizer } from '../recognizer.ts';
import { findTelephones, patterns } from './telephone.ts';

export { patterns };

/** Telephone numbers. Fax numbers too, for policies without the kind FAX, but FAX outranks it. */
export const phoneRecognizer: Recognizer = {
  kind: 'PHONE',
  detector: 'regex.phone',
  find: (view) =>
    findTelephones(view).map(({ fax, ...match }) =>
      fax ? { ...match, score: match.score - 0.02 } : match,
    ),
};
