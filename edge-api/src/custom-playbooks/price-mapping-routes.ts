import { priceMappingCalls } from '@portage/contracts/calls';
import { implement } from '../http/implement.ts';
import { priceMappingLists } from '../playbooks/price-lists/price-mapping-lists.ts';

export const priceMappingRoutes = implement(priceMappingCalls, {
  async 'GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists'({ query }, context) {
    const { priceLevels, priceBooks } = await priceMappingLists(context, query);
    return {
      priceBooks: { records: priceBooks.map(({ id, name }) => ({ Id: id, Name: name })) },
      priceLevels: { items: priceLevels.map(({ id, name }) => ({ internalId: id, name })) },
    };
  },
});
