import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { campaignAndEvent, netSuiteAndSalesforce, schedulesAndInvoices, zoomAndCampaign } from './agreement/crm-agreement.ts';
import { bookerAndShop, mindbodyAndShop, netSuiteAndMarketplace, netSuiteAndShop } from './agreement/shop-agreement.ts';
import { finishByApi } from './finish-by-api.ts';
import { makeOrders, orderAmounts } from './shop-orders.ts';
import type { SimulatedRecord, SimulatedRecords } from './simulated-records.ts';

/** A pair of systems with a playbook. */
export interface ReadyPair {
  template: string;
  workflowIds: readonly string[];
  /** Systems that it writes to, by their simulators' names. */
  targets: readonly string[];
  /** Changes records in their own system, and adds some. */
  change(round: number): Promise<unknown>;
  /** Where the two systems disagree, one line each. */
  differences(): Promise<string[]>;
}

const SYSTEMS = ['booker', 'mindbody', 'netsuite', 'quickbooks', 'salesforce', 'shopify', 'swapcard', 'u-api', 'zoom'] as const;

/** Fills the simulated systems and finishes the playbooks of all nine pairs, one connector per system. @param api of a new person */
export async function finishNinePairs(api: Client<Calls>, systems: SimulatedRecords): Promise<ReadyPair[]> {
  const connectorIds: Record<string, string> = {};
  for (const system of SYSTEMS) {
    await systems.withoutLimits(system);
    const connectorTypeId = `system-${system}`;
    connectorIds[system] = (await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;
  }
  const finish = async (template: string, sides: string[], answers?: Record<string, string>, priceMapping?: Record<string, string>) => {
    const ids = sides.map((system) => connectorIds[system] ?? '');
    const playbook = await finishByApi(api, template, ids, answers, priceMapping);
    return { template, workflowIds: Object.values(playbook.workflowTemplateIdsToWorkflowIds) };
  };
  const fill = (system: string, entity: string, count: number) => systems.fill(system, entity, count);
  const rename = (system: string, entity: string, records: readonly SimulatedRecord[], round: number, fields: object) =>
    systems.change(system, entity, records[round]?.Id ?? records[round]?.id, fields);

  const customers = await fill('shopify', 'customers', 5);
  const bookerProducts = await fill('booker', 'products', 4);
  const mindbodyProducts = await fill('mindbody', 'products', 4);
  const items = await fill('netsuite', 'inventoryItem', 4);
  const sold = async (skus: readonly unknown[]) => {
    const inShop = await systems.all('shopify', 'products');
    return skus.map((sku) => inShop.find((product) => product.sku === sku)).filter((product) => product !== undefined);
  };
  const renameCustomer = (round: number) => rename('shopify', 'customers', customers, round, { lastName: `Renamed ${round}` });

  const booker: ReadyPair = await (async () => {
    const orders: Awaited<ReturnType<typeof makeOrders>> = [];
    return {
      ...(await finish('booker-to-shopify', ['booker', 'shopify'])),
      targets: ['shopify', 'booker'],
      async change(round) {
        await renameCustomer(round);
        await rename('booker', 'products', bookerProducts, round, { Name: `Cedar oil ${round}` });
        const products = await sold(bookerProducts.map(({ ProductVariants }) => ProductVariants[0].SKU));
        orders.push(...(await makeOrders(systems, products, customers)));
      },
      differences: () => bookerAndShop(systems, customers, orders),
    };
  })();

  const mindbody: ReadyPair = await (async () => {
    const orders: Awaited<ReturnType<typeof makeOrders>> = [];
    return {
      ...(await finish('mindbody-to-shopify', ['mindbody', 'shopify'])),
      targets: ['shopify', 'mindbody'],
      async change(round) {
        await rename('mindbody', 'products', mindbodyProducts, round, { Name: `Cork block ${round}` });
        for (const [at, product] of (await sold(mindbodyProducts.map(({ Id, id }) => Id ?? id))).entries()) {
          const price = String(product.price);
          const total = String((Math.round(Number(price) * 200) + 500 * at) / 100);
          const amounts = { currency: 'USD', lines: [{ price, quantity: 2 }], shipping: String(5 * at), total };
          orders.push(...(await makeOrders(systems, [product], customers, [amounts])));
        }
      },
      differences: () => mindbodyAndShop(systems, customers, orders),
    };
  })();

  const netSuiteShop: ReadyPair = await (async () => {
    const orders: Awaited<ReturnType<typeof makeOrders>> = [];
    return {
      ...(await finish('net-suite-and-shopify', ['netsuite', 'shopify'], { netSuiteLocationId: '1', netSuitePriceLevelId: '4' })),
      targets: ['shopify', 'netsuite'],
      async change(round) {
        await rename('netsuite', 'inventoryItem', items, round, { displayName: `Cedar crate ${round}` });
        orders.push(...(await makeOrders(systems, await sold(items.map(({ itemId }) => itemId)), customers, orderAmounts)));
      },
      differences: () => netSuiteAndShop(systems, items, customers, orders),
    };
  })();

  const marketplace: ReadyPair = {
    ...(await finish('net-suite-and-u-api', ['netsuite', 'u-api'], {
      netSuiteLocationId: '1',
      netSuitePriceLevelId: '2',
      currency: 'EUR',
    })),
    targets: ['u-api'],
    change: (round) => rename('netsuite', 'inventoryItem', items, round, { displayName: `Cedar crate ${round}` }),
    differences: () => netSuiteAndMarketplace(systems, items),
  };

  const erpAndCrm: ReadyPair = await (async () => {
    await fill('salesforce', 'Pricebook2', 1);
    const netSuiteCustomers = await fill('netsuite', 'customer', 3);
    for (const type of ['nonInventorySaleItem', 'serviceSaleItem']) await fill('netsuite', type, 2);
    const query = { netSuiteConnectorId: connectorIds.netsuite ?? '', salesForceConnectorId: connectorIds.salesforce ?? '' };
    const lists = await api('GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists', { query });
    const books = lists.priceBooks.records.map(({ Id }) => Id);
    const levels = lists.priceLevels.items.slice(0, books.length);
    const priceMapping = Object.fromEntries(levels.map(({ internalId }, at) => [internalId, books[at] ?? '']));
    const opportunities: SimulatedRecord[] = [];
    return {
      ...(await finish('net-suite-and-salesforce', ['netsuite', 'salesforce'], {}, priceMapping)),
      targets: ['salesforce', 'netsuite'],
      async change(round) {
        await rename('netsuite', 'customer', netSuiteCustomers, round, { phone: `+49 40 ${round}` });
        const accounts = await systems.all('salesforce', 'Account');
        const account = accounts.find(({ AccountNumber }) => AccountNumber === netSuiteCustomers[round]?.entityId);
        const [made] = await fill('salesforce', 'Opportunity', 1);
        await systems.change('salesforce', 'Opportunity', made?.Id, { AccountId: account?.Id, Amount: 1000.5 + round });
        if (made) opportunities.push(made);
      },
      differences: () => netSuiteAndSalesforce(systems, priceMapping, opportunities),
    };
  })();

  const invoices: ReadyPair = await (async () => {
    const schedules = await fill('salesforce', 'OpportunityLineItemSchedule', 6);
    const win = async () => {
      for (const { Id } of await systems.all('salesforce', 'Opportunity')) {
        await systems.change('salesforce', 'Opportunity', Id, { StageName: 'Closed Won', IsWon: true });
      }
    };
    await win();
    return {
      ...(await finish('sales-force-and-quick-books', ['salesforce', 'quickbooks'], { invoicesFrom: '2026-01-01' })),
      targets: ['quickbooks'],
      async change(round) {
        schedules.push(...(await fill('salesforce', 'OpportunityLineItemSchedule', 4)));
        await win();
        await rename('salesforce', 'OpportunityLineItemSchedule', schedules, round, { Revenue: 42.1 + round });
      },
      differences: () => schedulesAndInvoices(systems, schedules),
    };
  })();

  const event: ReadyPair = await (async () => {
    const [campaign] = await fill('salesforce', 'Campaign', 1);
    const members: SimulatedRecord[] = [];
    const join = async (count: number) => {
      const made = await fill('salesforce', 'CampaignMember', count);
      for (const { Id, LeadId } of made) {
        await systems.change('salesforce', 'CampaignMember', Id, { CampaignId: campaign?.Id });
        // The simulated Zoom has people with the same names.
        await systems.change('salesforce', 'Lead', LeadId, { Email: `guest-${LeadId}@example.com` });
      }
      members.push(...made);
    };
    await join(6);
    const [{ id: swapcardEventId = '' } = {}] = await systems.all('swapcard', 'events');
    const answers = { salesforceCampaignId: campaign?.Id, swapcardEventId };
    return {
      ...(await finish('salesforce-to-swapcard-event', ['salesforce', 'swapcard'], answers)),
      targets: ['swapcard'],
      async change(round) {
        await systems.change('salesforce', 'Lead', members[round]?.LeadId, { Title: `Guest ${round}` });
        await join(3);
      },
      differences: () => campaignAndEvent(systems, members, swapcardEventId),
    };
  })();

  const zoom = async (kind: 'meeting' | 'webinar'): Promise<ReadyPair> => {
    const [campaign] = await fill('salesforce', 'Campaign', 1);
    const isPast = ({ start_time }: SimulatedRecord) => Date.parse(start_time) < Date.now() - 86_400_000;
    const id = String((await systems.all('zoom', `${kind}s`)).find(isPast)?.id);
    const arrive = async () => {
      await fill('zoom', `${kind}Registrants`, 6);
      await fill('zoom', `${kind}Participants`, 3);
    };
    await arrive();
    const field = kind === 'meeting' ? 'zoomMeetingId' : 'zoomWebinarId';
    const answers = { [field]: id, salesforceCampaignId: campaign?.Id };
    return {
      ...(await finish(`zoom-${kind}s-to-salesforce`, ['zoom', 'salesforce'], answers)),
      targets: ['salesforce'],
      async change(round) {
        const ofGathering = (await systems.all('zoom', `${kind}Registrants`)).filter(({ gatheringId }) => String(gatheringId) === id);
        await rename('zoom', `${kind}Registrants`, ofGathering, round, { job_title: `Speaker ${round}` });
        await arrive();
      },
      differences: () => zoomAndCampaign(systems, kind, id, campaign?.Id),
    };
  };

  return [booker, mindbody, netSuiteShop, marketplace, erpAndCrm, invoices, event, await zoom('meeting'), await zoom('webinar')];
}
