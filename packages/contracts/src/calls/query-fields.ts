import { z } from 'zod';

export const MAX_PAGE_SIZE = 100;

const YEAR_10000_MS = Date.UTC(10_000, 0);

/**
 * `pageIndex` (zero-based, spec API-02) and `pageSize` (1 to 100) of a query.
 *
 * @param defaultPageSize 10 for lists, 20 for run lookups and steps (spec RUN-08, RUN-09, RUN-23).
 */
export function pageFields(defaultPageSize = 10) {
  return {
    pageIndex: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
    pageSize: z.coerce.number<number | string>().int().min(1).max(MAX_PAGE_SIZE).default(defaultPageSize),
  };
}

/** A switch in a query: `true`, `false` or absent. */
export function switchField() {
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: ({ path }) => `Field "${path?.join('.')}" must be true or false.` })
    .transform((value) => value === true || value === 'true')
    .optional();
}

/**
 * Text that PostgreSQL can hold: no NUL and no half of a surrogate pair.
 *
 * @param maxLength longest text in UTF-16 units.
 * @param requiredMessage the message for a missing text, if not the usual one.
 */
export function storableText(maxLength: number, requiredMessage?: string) {
  return z
    .string(requiredMessage === undefined ? undefined : { error: ({ input }) => (input === undefined ? requiredMessage : undefined) })
    .max(maxLength)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'This text contains characters that cannot be stored');
}

/** A text to search for; absent or empty, everything matches. */
export function searchField() {
  return storableText(200).optional();
}

/** A column to sort by; a leading dash sorts descending. Absent: the order that the call describes. */
export function sortField<const Column extends string>(columns: readonly [Column, ...Column[]]) {
  return z.enum(columns.flatMap((column) => [column, `-${column}` as const])).optional();
}

/**
 * An instant, ISO 8601 with a zone, from 1970 to 9999: PostgreSQL has no year 0, and JavaScript writes the year 10000 in another format
 * than it reads here.
 *
 * @param invalidMessage the message for an invalid instant, if not the usual one.
 */
export function instantText(invalidMessage?: string) {
  return (
    z.iso
      .datetime({ offset: true, ...(invalidMessage === undefined ? {} : { error: invalidMessage }) })
      // An invalid date is already reported.
      .refine((text) => !(Date.parse(text) < 0), 'Dates before 1970 are not known here.')
      .refine((text) => !(Date.parse(text) >= YEAR_10000_MS), 'Dates after 9999 are not known here.')
  );
}

/** An instant in a query; may be absent. */
export function instantField() {
  return instantText().optional();
}
