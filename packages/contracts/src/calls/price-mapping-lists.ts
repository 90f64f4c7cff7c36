import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { idField } from './integration-fields.ts';

/** The choices for the price mapping of the NetSuite and Salesforce playbook (spec CPB-18..22). */
export const priceMappingCalls = defineCalls({
  'GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists': {
    summary: 'Price levels of a NetSuite account and active price books of a Salesforce org, by name.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ netSuiteConnectorId: idField(), salesForceConnectorId: idField() }),
    response: z.object({
      priceBooks: z.object({ records: z.array(z.object({ Id: z.string(), Name: z.string() })) }),
      priceLevels: z.object({ items: z.array(z.object({ internalId: z.string(), name: z.string() })) }),
    }),
  },
});
