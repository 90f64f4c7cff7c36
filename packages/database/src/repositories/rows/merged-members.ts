import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A jsonb object with these members set; null removes one, all others keep their current values. */
export function mergedMembers<Members extends object>(column: SQLWrapper, changes: Readonly<Record<string, unknown>>): SQL<Members> {
  const entries = Object.entries(changes);
  const removed = entries.filter(([, value]) => value === null);
  const without = removed.reduce((sofar, [name]) => sql`${sofar} - ${name}::text`, sql`${column}`);
  const added = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return sql<Members>`(${without}) || ${JSON.stringify(added)}::jsonb`;
}
