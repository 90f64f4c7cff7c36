import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { pageFields, searchField } from './query-fields.ts';

/** Spec section 3, connector types. */
const authorizationTypes = ['OAuth1', 'OAuth', 'ApiKey', 'Basic'] as const;

/** A connector without anything secret. */
const connectorSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  connectorTypeId: z.string(),
  description: z.string().nullable(),
  slug: z.string().nullable(),
  authorizationType: z.enum(authorizationTypes).nullable(),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

export const connectorCalls = defineCalls({
  'GET /api/connectors': {
    summary: 'Lists the caller’s connectors, newest first.',
    access: 'user',
    query: z.strictObject({ name: searchField(), connectorTypeId: searchField(), ...pageFields() }),
    response: z.object({ connectors: z.array(connectorSummarySchema), totalCount: z.number() }),
    source: 'API-74',
  },
});
