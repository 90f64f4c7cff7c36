import type { EntityGet } from '../declarations/entity.ts';
import { textAt } from '../events/values-at.ts';

/** Whether a system refused to read a record because it no longer exists: some say so with a code in the response, whatever its status. */
export function isGoneByCode({ goneWhen }: Pick<EntityGet, 'goneWhen'>, response: unknown): boolean {
  const said = goneWhen ? textAt(response, goneWhen.path) : null;
  return said !== null && (goneWhen?.equals.includes(said) ?? false);
}
