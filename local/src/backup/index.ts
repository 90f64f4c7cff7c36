export { readSettings } from '../start/settings.ts';
export { StartError } from '../start-error.ts';
export { isEncrypted } from './archive.ts';
export { backUp } from './back-up.ts';
export { restore } from './restore.ts';
