import { z } from 'zod';
import { runStatuses } from '../engine/run-status.ts';
import { defineCalls } from '../http/define-calls.ts';
import { storableText, switchField } from './query-fields.ts';

/** Most records of one kind in one response. */
export const SEARCH_LIMIT = 6;

/** Null: the record is the caller's own. */
const ownerUserEmail = z.string().nullable();

export const searchCalls = defineCalls({
  'GET /api/search': {
    summary:
      'Finds the caller’s workflows by name or id, runs by id or by the beginning of a tag’s value, and connectors by name or type: at most six of each. Without a text, the most recently saved workflows. An admin with isAdmin=true finds everyone’s workflows, and any run by its id.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ text: storableText(200).trim().default(''), isAdmin: switchField() }),
    response: z.object({
      workflows: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean(), ownerUserEmail })),
      runs: z.array(
        z.object({
          id: z.string(),
          workflowName: z.string(),
          status: z.enum(runStatuses),
          createdAt: z.string(),
          /** The tag that matched; null: the run was found by its id. */
          tag: z.object({ name: z.string(), value: z.string() }).nullable(),
          ownerUserEmail,
        }),
      ),
      connectors: z.array(z.object({ id: z.string(), name: z.string(), typeName: z.string() })),
    }),
  },
});
