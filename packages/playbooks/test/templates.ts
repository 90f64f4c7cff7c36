import { readDefinition } from '../src/template/read-template.ts';
import type { TemplateDefinition } from '../src/template/template-definition.ts';
import type { StepFacts } from '../src/wizard/step-facts.ts';

function read(written: unknown): TemplateDefinition {
  const template = readDefinition(written);
  if (!template.ok) throw new Error(JSON.stringify(template.problems));
  return template.definition;
}

const connectors = [
  { key: 'booker', connectorTypeId: 'system-booker', stepName: 'Connect Booker', text: 'Choose.' },
  {
    key: 'shopify',
    connectorTypeId: 'system-shopify',
    orConnectorTypeIds: ['system-shopify-custom-app'],
    stepName: 'Connect Shopify',
    text: 'Choose.',
  },
];
const endPage = { title: 'Done', text: 'The integration is ready.' };
const lookup = { operation: 'GET /x' };

/** A pair with every kind of question. */
export const pair = read({
  name: 'Booker to Shopify',
  description: 'A booking system and a shop.',
  customPlaybookType: 'BookerToShopify',
  connectors,
  startPage: { title: 'Start', text: 'Start here.' },
  setup: {
    name: 'Settings',
    text: 'Say it.',
    questions: [
      {
        name: 'locationId',
        title: 'Booker location',
        kind: 'found',
        connector: 'booker',
        lookup,
        equals: 'Main',
        message: 'Booker location not found',
      },
      {
        ...{ name: 'shopifyPaymentMethodId', title: 'Payment', kind: 'found', connector: 'booker', equals: 'Shopify' },
        ...{ lookup: { operation: 'GET /y', parameters: { place: '{answer.locationId}' } }, message: 'Shopify Payment Method not found' },
      },
      { name: 'warehouse', title: 'Warehouse', kind: 'choice', connector: 'shopify', lookup },
      { name: 'days', title: 'Days', kind: 'number', isRequired: false },
      { name: 'since', title: 'Since', kind: 'date', isRequired: false },
    ],
    showsMappingOf: ['products'],
  },
  workflows: [
    {
      ...{ id: 'products', name: 'Products', description: 'Products go to the shop.' },
      from: { connector: 'booker', entity: 'Products' },
      to: { connector: 'shopify', entity: 'Products', parameters: { warehouse: '{answer.warehouse}', days: '{answer.days}' } },
      addMappings: { 'body.input.vendor': 'Shop {answer.warehouse}', 'body.input.days': '{answer.days}' },
    },
    {
      ...{ id: 'orders', name: 'Orders', description: 'Orders come back.', runsAfterFinish: false },
      from: { connector: 'shopify', entity: 'Orders' },
      to: { connector: 'booker', entity: 'Orders' },
      dependents: [{ from: 'Customers', to: 'Customers' }],
    },
  ],
  endPage,
});

/** Price levels of one system, price books of the other. */
export const prices = read({
  name: 'Prices',
  description: 'Prices go over.',
  connectors: [
    { key: 'erp', connectorTypeId: 'system-netsuite', stepName: 'ERP', text: 'Choose.' },
    { key: 'crm', connectorTypeId: 'system-salesforce', stepName: 'CRM', text: 'Choose.' },
  ],
  setup: { name: 'Prices', text: 'Match them.', priceMapping: { netSuiteConnector: 'erp', salesForceConnector: 'crm' } },
  workflows: [
    {
      ...{ id: 'prices', name: 'Prices', description: 'Prices go over.', isForEachPriceLevel: true },
      from: { connector: 'erp', entity: 'ItemPrices', parameters: { priceLevelId: '{priceLevelId}' } },
      to: { connector: 'crm', entity: 'PricebookEntries', parameters: { book: '{priceBookId}' } },
      mappings: [{ fromParameterExpression: '$Item.price', toParameterPath: 'body.UnitPrice' }],
    },
  ],
  endPage,
});

const field = { name: 'place', title: 'Place', type: 'string', connector: 'shopify', isRequired: true };
const both = ['SourceToTarget', 'TargetToSource'];

/** Three pairs of entities, one of them in both directions, and one with nothing to configure. */
export const application = read({
  name: 'Records',
  description: 'Records of any kind.',
  integrationType: 'IntegrationApplication',
  connectors,
  applications: {
    pairs: [
      { sourceEntity: 'Products', targetEntity: 'Products', directions: ['SourceToTarget'], additionalFields: [field] },
      {
        ...{ sourceEntity: 'Customers', targetEntity: 'Customers', directions: both },
        additionalFields: [field, { ...field, name: 'limit', title: 'Limit', type: 'number', isRequired: false, order: -1 }],
        externalIdFields: [{ path: 'body.note', title: 'Note' }],
      },
      { sourceEntity: 'Orders', targetEntity: 'Orders', directions: ['TargetToSource'], additionalFields: [] },
      {
        sourceEntity: 'Gifts',
        targetEntity: 'Gifts',
        directions: ['SourceToTarget'],
        additionalFields: [{ ...field, name: 'odd', type: 'colour' }],
      },
    ],
    entityTitles: { Customers: 'Clients' },
  },
  endPage,
});

export const working = (id: string, connectorTypeId: string): StepFacts => ({
  connector: { id, name: id, connectorTypeId, isWorking: true, message: '' },
});
