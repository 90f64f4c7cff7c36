import { isSameJson } from '@portage/primitives/json';

type Members = Readonly<Record<string, unknown>>;

/**
 * The stored object with the members whose wanted value differs from the last applied one. Members that a person changed by hand since
 * then stay, unless the wizard now says something else about them.
 *
 * @param applied what was written last; null: nothing yet, so every wanted member counts
 */
export function withChangedMembers<Stored extends object>(stored: Stored, applied: Members | null, wanted: Members): Stored {
  const changed = Object.entries(wanted).filter(([name, value]) => applied === null || !isSameJson(applied[name], value));
  return { ...stored, ...Object.fromEntries(changed) };
}
