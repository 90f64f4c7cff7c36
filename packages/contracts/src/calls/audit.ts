import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { instantField, pageFields, searchField, storableText, switchField } from './query-fields.ts';

/** A person in the audit log. The address is the current one; null if the account is gone. */
const auditPersonSchema = z.object({ id: z.string(), email: z.string().nullable() });

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  /** The account in whose name it was done; null: no one was signed in. */
  actor: auditPersonSchema.nullable(),
  impersonator: auditPersonSchema.nullable(),
  /** The person it was done to. */
  subject: auditPersonSchema.nullable(),
  ipAddress: z.string().nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

const filterFields = {
  /** Matches part of the address of any person in the entry. */
  userEmail: searchField(),
  /** One action, or all actions of a kind: `workflow.saved`, `workflow`. */
  action: storableText(100).optional(),
  impersonatedOnly: switchField(),
  from: instantField(),
  to: instantField(),
};

export const auditCalls = defineCalls({
  'GET /api/audit': {
    summary: 'Lists actions, newest first: who did what, when, and as whom.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject({ ...filterFields, ...pageFields() }),
    response: z.object({ auditEntries: z.array(auditEntrySchema), totalCount: z.number() }),
  },
  'GET /api/audit/export': {
    summary: 'The same list as a CSV file of at most 10,000 lines; no cell is read as a formula.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject(filterFields),
    response: z.object({ csv: z.string(), rowCount: z.number(), totalCount: z.number() }),
  },
});
