import type { Recognizer } from '../recognizer.ts';
import { findTelephones } from './telephone.ts';

export const faxPatterns: readonly RegExp[] = [];

/** Fax numbers: telephone numbers that the words around them call fax. */
export const faxRecognizer: Recognizer = {
  kind: 'FAX',
  detector: 'regex.fax',
  find: (view) =>
    findTelephones(view)
      .filter(({ fax }) => fax)
      .map(({ fax: _, ...match }) => match),
};
