import { isSameJson } from '@portage/primitives/json';

/** Whether a built-in template's row has these columns, or belongs to an admin by now and stays unchanged. */
export function isUpToDate<Row extends { isDeleted: boolean; editedAt: Date | null }>(
  before: Row | undefined,
  columns: Partial<Row>,
): boolean {
  if (!before) return false;
  if (before.isDeleted || before.editedAt !== null) return true;
  return Object.entries(columns).every(([name, value]) => isSameJson(before[name as keyof Row], value));
}
