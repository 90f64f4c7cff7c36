import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

export const configurationCalls = defineCalls({
  'GET /api/configuration': {
    summary: 'Public keys and addresses that the pages need; null for a service that is not set up.',
    access: 'public',
    effect: 'read',
    response: z.object({
      segmentAnalyticsWriteKey: z.string().nullable(),
      apiPandaWidgetUrl: z.string().nullable(),
      plaidPublicKey: z.string().nullable(),
      plaidEnvironment: z.string(),
      /** Plaid Link's script. */
      plaidLinkUrl: z.string(),
      stripePublishableKey: z.string().nullable(),
      appInsightsInstrumentationKey: z.string().nullable(),
      /** The page of a chat service, shown in a frame. An addition: the specification has no key for it. */
      chatWidgetUrl: z.string().nullable(),
      /** Connector types that this local Portage has simulators for; none when deployed. */
      simulatedConnectorTypeIds: z.array(z.string()),
      /** Whether every other connector type with an OpenAPI document is simulated from it. */
      simulatesDocuments: z.boolean(),
      /** The terms that people agree to at sign-up. Also an addition. */
      termsUrl: z.string().nullable(),
    }),
  },
});
