import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { instantField, pageFields, searchField, storableText, switchField } from './query-fields.ts';

/** Somebody as the audit log knows them; the address is that of today, null where the account is gone without a trace. */
const auditPersonSchema = z.object({ id: z.string(), email: z.string().nullable() });

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  /** In whose name; null: nobody was signed in. */
  actor: auditPersonSchema.nullable(),
  /** The admin who acted as the actor. */
  impersonator: auditPersonSchema.nullable(),
  /** Whom it was done to. */
  subject: auditPersonSchema.nullable(),
  ipAddress: z.string().nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

const filterFields = {
  /** A part of the address of whoever had to do with it. */
  userEmail: searchField(),
  /** One action, or all of a kind: `workflow.saved`, `workflow`. */
  action: storableText(100).optional(),
  impersonatedOnly: switchField(),
  from: instantField(),
  to: instantField(),
};

export const auditCalls = defineCalls({
  'GET /api/audit': {
    summary: 'Lists what was done, newest first: who, what, when, and as whom.',
    access: 'admin',
    query: z.strictObject({ ...filterFields, ...pageFields() }),
    response: z.object({ auditEntries: z.array(auditEntrySchema), totalCount: z.number() }),
  },
  'GET /api/audit/export': {
    summary: 'The same as a CSV file, at most 10,000 lines; no cell is read as a formula.',
    access: 'admin',
    query: z.strictObject(filterFields),
    response: z.object({ csv: z.string(), rowCount: z.number(), totalCount: z.number() }),
  },
});
