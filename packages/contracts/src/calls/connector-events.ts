import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

const instant = z.iso.datetime().nullable();

/** The event that a workflow with the trigger ConnectorEvent listens for. */
export const connectorEventCalls = defineCalls({
  'GET /api/workflows/{id}/event-status': {
    summary: 'The state of a workflow’s connector event: how it arrives, when it was last read, and any problem.',
    access: 'user',
    effect: 'read',
    response: z.object({
      state: z.enum(['off', 'listening', 'failing']),
      mode: z.enum(['by-hand', 'registered', 'fetched', 'polled']).nullable(),
      /** The obstacle, in words for a person. */
      message: z.string().nullable(),
      /** It may resolve by itself. */
      retryable: z.boolean(),
      /** The connector must be reconnected, or lacks a permission at the system. */
      isUnauthorized: z.boolean(),
      lastReadAt: instant,
      nextReadAt: instant,
      renewsAt: instant,
      waitingEvents: z.number().int(),
      pendingRemovals: z.number().int(),
    }),
  },
});
