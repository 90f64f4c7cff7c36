import { findArea } from './areas.ts';
import { WORKER_NAMES } from './worker-names.ts';

/** The menu entry of an area that isn't in Portage's own repository. It leads to `/<name>`. */
export interface AreaMenu {
  label: string;
}

/** First parts of addresses that the Workers or the shell serve, and a name that every object has. */
const RESERVED = new Set<string>([
  ...WORKER_NAMES,
  ...['account', 'api', 'approval', 'apps', 'assets', 'booker', 'help', 'local', 'mcp', 'mfe', 'onboarding', 'preview', 'signin', 'signup'],
  ...['static', 'userinfo', 'constructor', 'all'],
]);

/** Whether an area of another repository may have the name and, with it, the address. */
export function isOutsideAreaName(name: string): boolean {
  return /^[a-z][a-z\d]{1,29}$/.test(name) && !RESERVED.has(name) && findArea(`/${name}`) === null;
}

export function isAreaLabel(label: string): boolean {
  return /^[A-Za-z\d][A-Za-z\d ]{0,39}$/.test(label);
}
