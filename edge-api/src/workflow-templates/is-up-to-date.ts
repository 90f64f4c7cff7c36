import { isSameJson } from '@portage/primitives/json';

/** Whether the row of a shipped template has these columns, or is an admin's own by now and stays as it is. */
export function isUpToDate<Row extends { isDeleted: boolean; editedAt: Date | null }>(
  before: Row | undefined,
  columns: Partial<Row>,
): boolean {
  if (!before) return false;
  if (before.isDeleted || before.editedAt !== null) return true;
  return Object.entries(columns).every(([name, value]) => isSameJson(before[name as keyof Row], value));
}
