import { isSameJson } from '@portage/primitives/json';

type Members = Readonly<Record<string, unknown>>;

/**
 * What is stored, with the members that are to be another value than they were made with. Members that a person changed by hand since
 * stay, unless the wizard now says something else about them.
 *
 * @param applied what was written last; null: nothing yet, so that every wanted member counts
 */
export function withChangedMembers<Stored extends object>(stored: Stored, applied: Members | null, wanted: Members): Stored {
  const changed = Object.entries(wanted).filter(([name, value]) => applied === null || !isSameJson(applied[name], value));
  return { ...stored, ...Object.fromEntries(changed) };
}
