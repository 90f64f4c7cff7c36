import type { OwnerId } from '@portage/contracts';
import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whose rows a list shows: one owner's, or everyone's for an admin. */
export type Scope = { ownerUserId: OwnerId } | 'everyone';

/** The condition that keeps a query inside its scope; no condition for everyone. */
export function withinScope(scope: Scope, ownerColumn: PgColumn): SQL | undefined {
  return scope === 'everyone' ? undefined : eq(ownerColumn, scope.ownerUserId);
}

export interface Page {
  pageIndex: number;
  pageSize: number;
}

/** `limit` and `offset` of a page. */
export function toLimitOffset({ pageIndex, pageSize }: Page): { limit: number; offset: number } {
  return { limit: pageSize, offset: pageIndex * pageSize };
}
