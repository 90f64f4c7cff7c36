import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** What the build makes and `npm start` serves; nothing in it is precious. */
export const CACHE = join(ROOT, '.cache');
