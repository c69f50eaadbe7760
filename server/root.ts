import { resolve } from 'node:path';

/**
 * Folder that holds `server/`, `configs/`, `models/` and `package.json`: a checkout, or the resources
 * of an installed app. Only this module may know where it lies, for a bundle moves all others.
 */
export const productRoot = resolve(import.meta.dirname, '..');
