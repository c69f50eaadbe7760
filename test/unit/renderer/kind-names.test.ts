import { expect, it } from 'vitest';
import { kindNames } from '../../../renderer/ui/kind-names.ts';
import { supportedKinds } from '../../../server/detect/index.ts';

it('the portal names each kind that a policy can name', () => {
  expect(Object.keys(kindNames).sort()).toEqual([...supportedKinds].sort());
});
