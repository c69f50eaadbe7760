import type { Recognizer } from '../../view/recognizer.ts';
import { findTelephones } from './find-telephones.ts';

/** Fax numbers: telephone numbers that the words around them call fax. */
export const faxRecognizer: Recognizer = {
  kind: 'FAX',
  id: 'fax',
  find: (view) =>
    findTelephones(view)
      .filter(({ fax }) => fax)
      .map(({ fax: _, ...match }) => match),
};

/** Telephone numbers. Fax numbers too, for policies without the kind FAX, but FAX outranks it. */
export const phoneRecognizer: Recognizer = {
  kind: 'PHONE',
  id: 'phone',
  find: (view) =>
    findTelephones(view).map(({ fax, ...match }) =>
      fax ? { ...match, score: match.score - 0.02 } : match,
    ),
};
