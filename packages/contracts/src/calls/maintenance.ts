import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

/** `isWell` false: it failed to respond, and `message` has its error. */
const partSchema = z.object({ isWell: z.boolean(), tookMs: z.number(), message: z.string().nullable() });

/** Items that shouldn't exist. `isMore`: only the oldest were checked, so there may be more. */
const countSchema = z.object({ count: z.number().int(), isMore: z.boolean(), oldest: z.iso.datetime().nullable() });

export const maintenanceCalls = defineCalls({
  'GET /api/maintenance/backend-exception': {
    summary: 'Fails as a bug would: 500, and a line in the log.',
    access: 'admin',
    effect: 'read',
    response: z.object({}),
  },
  'GET /api/maintenance/log-message/{level}': {
    summary: 'Writes a line of the given level to the log.',
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
  },
  'GET /api/maintenance/health': {
    summary: 'The state of Portage’s parts, and work that is stuck.',
    access: 'admin',
    effect: 'read',
    response: z.object({
      database: partSchema,
      objects: partSchema,
      /** Runs that have ended in their shard without the database knowing it yet. */
      unsentSummaries: countSchema,
      /** Runs that are also open in their shard, and haven't progressed for ten minutes. */
      silentRuns: countSchema,
      /** Active schedules whose time has passed without a start, or that were never armed. */
      overdueSchedules: countSchema,
      checkedSchedules: z.number().int(),
    }),
  },
  'POST /api/maintenance/reconcile': {
    summary:
      'Compares schedules and listeners with the database and corrects those that differ, for use after a restore. Works in batches.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      /** `next` of the previous response; absent: from the start. */
      after: z.uuid().optional(),
    }),
    response: z.object({
      checked: z.number().int(),
      corrected: z.number().int(),
      /** Workflows whose object didn't respond. */
      failed: z.array(z.string()),
      /** Where to continue; null: these were the last. */
      next: z.string().nullable(),
    }),
  },
});
