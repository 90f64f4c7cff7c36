import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

/** `isWell` false: it did not answer, and `message` says what it said. */
const partSchema = z.object({ isWell: z.boolean(), tookMs: z.number(), message: z.string().nullable() });

/** Things of which there should be none. `isMore`: only the oldest were looked at, so there may be more. */
const countSchema = z.object({ count: z.number().int(), isMore: z.boolean(), oldest: z.iso.datetime().nullable() });

export const maintenanceCalls = defineCalls({
  'GET /api/maintenance/backend-exception': {
    summary: 'Fails as a fault in the program would: 500, and a line in the log.',
    access: 'admin',
    effect: 'read',
    response: z.object({}),
    source: 'API-123',
  },
  'GET /api/maintenance/log-message/{level}': {
    summary: 'Writes a line of this level to the log.',
    access: 'admin',
    effect: 'read',
    /** In any letter case: the specification writes `Error`. */
    params: z.strictObject({
      level: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['info', 'warn', 'error'])),
    }),
    response: z.object({ level: z.enum(['info', 'warn', 'error']), requestId: z.string() }),
    source: 'API-124',
  },
  'GET /api/maintenance/health': {
    summary: 'The state of the parts of Portage, and work that waits but should not.',
    access: 'admin',
    effect: 'read',
    response: z.object({
      database: partSchema,
      objects: partSchema,
      /** Runs that have ended where they ran, and the database does not know it yet. */
      unsentSummaries: countSchema,
      /** Runs that are open where they run, too, and have not moved for ten minutes. */
      silentRuns: countSchema,
      /** Active schedules whose time has passed without a start, or that were never taken up. */
      overdueSchedules: countSchema,
      /** Active schedules that were asked. */
      checkedSchedules: z.number().int(),
    }),
    source: 'Portage 5: health of the parts',
  },
  'POST /api/maintenance/reconcile': {
    summary: 'Compares schedules and listeners with the database and lets those that differ follow it: after a restore. Some at a time.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      /** `next` of the answer before; absent: from the beginning. */
      after: z.uuid().optional(),
    }),
    response: z.object({
      checked: z.number().int(),
      corrected: z.number().int(),
      /** Workflows whose object did not answer. */
      failed: z.array(z.string()),
      /** Where to go on; null: these were the last. */
      next: z.string().nullable(),
    }),
    source: 'Portage 2: objects and a restored database',
  },
});
