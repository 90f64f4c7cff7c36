import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

export const healthCalls = defineCalls({
  'GET /api/health': {
    summary: 'Succeeds once the database and the run engine respond; 503 until then.',
    access: 'public',
    effect: 'read',
    // Monitors add a changing parameter to bypass caches; refusing it would make them report an outage.
    query: z.object({}),
    response: z.object({ status: z.literal('ok') }),
  },
});
