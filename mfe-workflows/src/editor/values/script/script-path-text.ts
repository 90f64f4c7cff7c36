import { type PathKey, writePath } from '@portage/workflow';
import type { ScriptRoot } from './script-paths.ts';

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Writes a path for scripts: `Steps["start"].Payload.id`, `$Data.lastOrder`, `$Consts.WorkflowId`. */
export function scriptPath(root: ScriptRoot, keys: readonly PathKey[]): string {
  if (root === 'Steps') return writePath(root, keys);
  const written = keys.map((key) => (typeof key === 'string' && IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
  return `$${root}${written.join('')}`;
}
