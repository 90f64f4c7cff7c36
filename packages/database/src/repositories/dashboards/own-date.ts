import { isObject } from '@portage/primitives/json';
import type { DashboardItemKind } from '../../schema/dashboards.ts';

/** The member of an item's object that holds the date by which lists are ordered: the date they show. */
const dateMembers: Readonly<Partial<Record<DashboardItemKind, string>>> = { Registration: 'registeredAt', Activity: 'activityAt' };

const FIRST_MS = Date.parse('0001-01-01');
const LAST_MS = Date.parse('9999-12-31');

/** When an item's record was created in its own system; null: unknown. A date without a time is the beginning of its day in UTC. */
export function findOwnDate(type: DashboardItemKind, object: unknown): Date | null {
  const value = isObject(object) ? object[dateMembers[type] ?? 'createdAt'] : null;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const ms = parseEpochMs(text);
  return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : null;
}

function parseEpochMs(text: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{13}$/.test(text)) return Number(text);
  // `Date.parse` reads other numbers as years.
  if (/^-?\d*\.?\d*$/.test(text)) return Number.NaN;
  return Date.parse(/^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}
