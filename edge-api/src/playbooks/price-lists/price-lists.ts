import type { TemplateDefinition } from '@portage/playbooks';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { type PriceMappingLists, priceMappingLists } from './price-mapping-lists.ts';

/** The price lists of a wizard's connectors; null: the template maps no prices. @throws ApiProblem as priceMappingLists, 400 before they are chosen */
export async function loadPriceLists(
  { setup }: TemplateDefinition,
  connectorIds: ReadonlyMap<string, string>,
  context: UserContext,
): Promise<PriceMappingLists | null> {
  if (!setup?.priceMapping) return null;
  const netSuiteConnectorId = connectorIds.get(setup.priceMapping.netSuiteConnector);
  const salesForceConnectorId = connectorIds.get(setup.priceMapping.salesForceConnector);
  if (!netSuiteConnectorId || !salesForceConnectorId) throw invalid('Choose the connectors in the steps before this one first.');
  return priceMappingLists(context, { netSuiteConnectorId, salesForceConnectorId });
}
