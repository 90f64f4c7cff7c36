import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';

export interface StoredValue {
  key: string;
  value: unknown;
  expiresAt: Date | null;
}

/** Not a type alias: query results need an index signature. */
interface StoredValueRow extends Record<string, unknown> {
  key: string;
  text: string;
  expires_at: string | Date | null;
}

/**
 * Unexpired data that a workflow's runs stored with scope Workflow, by key, as much as fits into both limits. The values are read as text:
 * a JSON text that looks like a number would otherwise come back as one.
 */
export async function listWorkflowData(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  at: Date,
  limits: { count: number; bytes: number },
): Promise<StoredValue[]> {
  const { rows } = await db.execute<StoredValueRow>(sql`
    select key, text, expires_at from (
      select d.key, d.value::text as text, d.expires_at, sum(octet_length(d.value::text)) over (order by d.key) as bytes
      from workflow_data d join workflows w on w.id = d.workflow_id
      where d.workflow_id = ${workflowId}::uuid and w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted
        and (d.expires_at is null or d.expires_at > ${at.toISOString()}::timestamptz)
    ) sized
    where bytes <= ${limits.bytes}
    order by key limit ${limits.count}`);
  return rows.map(({ key, text, expires_at }) => ({
    key,
    value: text === null ? null : JSON.parse(text),
    expiresAt: expires_at === null ? null : new Date(expires_at),
  }));
}
