import type { Masked } from '../../../server/domain/masked.ts';
import type { OpenRequest } from '../../../server/ingress/open-request.ts';

/** JSON of an opened request, with `mask` applied to each of its texts. */
export function rendered(open: OpenRequest, mask: (text: string) => string): string {
  return open.render(
    open.slots.map(({ text }) => mask(text) as Masked<string>),
    'm',
  );
}
