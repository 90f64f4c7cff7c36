import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

type StepDefinition = HandlerResult<Calls, 'GET /api/integrations/steps'>['definitions'][number];

/** A system as its connector types are named: `system-<key>` comes with Portage, others begin with its name. */
interface KnownSystem {
  key: string;
  name: string;
}

const systems = {
  netSuite: { key: 'netsuite', name: 'NetSuite' },
  salesforce: { key: 'salesforce', name: 'Salesforce' },
  shopify: { key: 'shopify', name: 'Shopify' },
  uApi: { key: 'u-api', name: 'UApi' },
  quickBooks: { key: 'quickbooks', name: 'QuickBooks' },
  swapcard: { key: 'swapcard', name: 'Swapcard' },
  zoom: { key: 'zoom', name: 'Zoom' },
  booker: { key: 'booker', name: 'Booker' },
  mindbody: { key: 'mindbody', name: 'Mindbody' },
} as const satisfies Record<string, KnownSystem>;

interface IntegrationType {
  implementationType: string;
  name: string;
  /** Null: any two systems whose documents have entities. */
  pair: readonly [KnownSystem, KnownSystem] | null;
}

/** Spec STEP-102, API-71: the kinds of integration step (docs/decisions, "integration types"). A pair is one line here. */
const integrationTypes: readonly IntegrationType[] = [
  pairOf('NetSuiteAndSalesforce', 'NetSuite and Salesforce', systems.netSuite, systems.salesforce),
  pairOf('NetSuiteAndShopify', 'NetSuite and Shopify', systems.netSuite, systems.shopify),
  pairOf('NetSuiteAndUApi', 'NetSuite and UApi', systems.netSuite, systems.uApi),
  pairOf('SalesForceAndQuickBooks', 'Salesforce and QuickBooks', systems.salesforce, systems.quickBooks),
  pairOf('SalesforceToSwapcardEvent', 'Salesforce to Swapcard Event', systems.salesforce, systems.swapcard),
  pairOf('ZoomMeetingsToSalesforce', 'Zoom Meetings to Salesforce', systems.zoom, systems.salesforce),
  pairOf('ZoomWebinarsToSalesforce', 'Zoom Webinars to Salesforce', systems.zoom, systems.salesforce),
  pairOf('BookerToShopify', 'Booker to Shopify', systems.booker, systems.shopify),
  pairOf('MindbodyToShopify', 'Mindbody to Shopify', systems.mindbody, systems.shopify),
  { implementationType: 'Integration', name: 'Integration', pair: null },
];

function pairOf(implementationType: string, name: string, source: KnownSystem, target: KnownSystem): IntegrationType {
  return { implementationType, name, pair: [source, target] };
}

export function findIntegrationType(implementationType: string): IntegrationType | null {
  return integrationTypes.find((type) => type.implementationType === implementationType) ?? null;
}

/** Names of all of them, for messages. */
export function integrationTypeNames(): string[] {
  return integrationTypes.map(({ implementationType }) => implementationType);
}

/**
 * Why two connector types cannot be the sides of an integration of this type; null: they can. Either may be the source: a pair is
 * of two systems, and the direction says which of them is read.
 */
export function pairProblem({ name, pair }: IntegrationType, types: readonly { id: string; name: string }[]): string | null {
  if (pair === null) return null;
  const [one, other] = pair;
  const [source, target] = types;
  if (!source || !target) return null;
  const fits = (isOf(source, one) && isOf(target, other)) || (isOf(source, other) && isOf(target, one));
  return fits ? null : `“${name}” joins ${one.name} and ${other.name}; these connectors are of ${source.name} and ${target.name}.`;
}

/** `QuickBooks of Ada`, which an admin made, is QuickBooks, too. */
function isOf({ id, name }: { id: string; name: string }, system: KnownSystem): boolean {
  if (id.startsWith('system-')) return id === `system-${system.key}`;
  return name
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '')
    .startsWith(system.name.toLowerCase());
}

/** Spec STEP-103: both connectors. What is carried from one to the other is set up on the Settings tab (spec INT-01). */
export function stepDefinitions(): StepDefinition[] {
  return integrationTypes.map(({ implementationType, name, pair }) => ({
    implementationType,
    name,
    fields: [
      connectorField('sourceConnector', pair ? `${pair[0].name} Connector` : 'Source Connector', pair?.[0]),
      connectorField('targetConnector', pair ? `${pair[1].name} Connector` : 'Target Connector', pair?.[1]),
    ],
  }));
}

function connectorField(name: string, displayName: string, system: KnownSystem | undefined): StepDefinition['fields'][number] {
  return {
    name,
    displayName,
    type: 'connector',
    // The settings name the connectors that are used; the step's are where a template has its own put in.
    isRequired: false,
    connectorTypeId: system ? `system-${system.key}` : null,
    isTextArea: false,
  };
}
