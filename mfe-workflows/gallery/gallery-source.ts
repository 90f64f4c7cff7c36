import { documentSource } from '@portage/connectors/openapi';
import type { ConnectorSchemaSource, SchemaNode } from '@portage/connectors/schema';
import { sampleDocument } from './sample-document.ts';

const cities: Record<string, string[]> = { 'body.city': ['Berlin', 'Hamburg', 'Munich'], 'body.country': ['Germany', 'France', 'Sweden'] };
const customers = ['Mara Lindqvist', 'Marta Alvarez', 'Jonas Weber'];

const field = (name: string, label: string, isRequired = false): SchemaNode => ({ name, label, type: 'String', isRequired });
const ordersSchema: SchemaNode = {
  name: '',
  label: null,
  type: 'Object',
  isRequired: true,
  properties: [field('since', 'Since', true), field('status', 'Status')],
};

const types = ['Shop', 'Mindbody', 'Shopify', 'NetSuite', 'Salesforce', 'QuickBooks Online'];

/** Connectors built from documents, in the form that step forms receive. */
export function gallerySource(document: unknown = sampleDocument): ConnectorSchemaSource {
  const documents = types.map((name, index) => ({
    connector: {
      id: `connector-${name.toLowerCase().replaceAll(' ', '-')}`,
      name: `My ${name}`,
      connectorTypeId: `type-${name.toLowerCase().replaceAll(' ', '-')}`,
      createdAt: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
      hasCustomParameters: index === 0,
    },
    connectorTypeName: name,
    document: index === 0 ? document : {},
    findOptions: (parameterPath: string, searchValue: string) => {
      const names = cities[parameterPath] ?? customers.filter((one) => one.toLowerCase().includes(searchValue.toLowerCase()));
      const found = names.map((one) => ({ id: one.toLowerCase().replaceAll(' ', '-'), name: one }));
      // An id that shares no text with the name.
      return parameterPath === 'body.country' ? [...found, { id: 'c9', name: 'Norway' }] : found;
    },
  }));
  return {
    ...documentSource(documents),
    loadOperationScript: async () => 'return { query: { status: "open" } };',
    loadDataOperations: async () => [{ dataType: 'Orders', requestSchema: ordersSchema }],
    loadSyncOperations: async ({ sourceConnectorTypeId, targetConnectorTypeId }) => ({
      [sourceConnectorTypeId]: [{ dataType: 'Products', requestSchema: ordersSchema }],
      [targetConnectorTypeId]: [
        { dataType: 'Products', requestSchema: { ...ordersSchema, properties: [field('location', 'Location', true)] } },
      ],
    }),
    listIntegrationDefinitions: async () => [
      {
        implementationType: 'CustomerSync',
        displayName: 'Customer Sync',
        fields: [
          { name: 'shop', displayName: 'Shop', type: 'connector', isRequired: true, connectorTypeId: 'type-shop' },
          { name: 'archive', displayName: 'Archive', type: 'connector', isRequired: false, connectorTypeId: 'type-shopify' },
          { name: 'prefix', displayName: 'Prefix', type: 'string', isRequired: true },
          { name: 'notes', displayName: 'Notes', type: 'string', isRequired: false, isTextArea: true },
          { name: 'rules', displayName: 'Rules', type: 'json', isRequired: false },
          { name: 'limit', displayName: 'Limit', type: 'integer', isRequired: true },
          { name: 'dryRun', displayName: 'Dry run', type: 'boolean', isRequired: false },
        ],
      },
    ],
  };
}

export function delayed(source: ConnectorSchemaSource, delayMs: number): ConnectorSchemaSource {
  if (delayMs === 0) return source;
  const slow = Object.entries(source).map(([name, answer]) => [
    name,
    async (...given: never[]) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return (answer as (...given: never[]) => Promise<unknown>)(...given);
    },
  ]);
  return Object.fromEntries(slow) as ConnectorSchemaSource;
}
