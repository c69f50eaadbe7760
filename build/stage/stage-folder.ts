import { join } from 'node:path';
import { nameOf, type Target } from '../target.ts';

/** Where a target is laid out; `electron-builder.yml` names it too. */
export const stageFolder = (root: string, target: Target): string =>
  join(root, 'dist', 'stage', nameOf(target));
