import { isOfSystem, type NamedConnectorType, type PairSystem, pairSystems } from '@portage/connectors/pairs';
import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { GENERAL_INTEGRATION_TYPE } from '@portage/workflow';

type StepDefinition = HandlerResult<Calls, 'GET /api/integrations/steps'>['definitions'][number];

interface IntegrationType {
  implementationType: string;
  name: string;
  /** Null: any two systems whose documents have entities. */
  pair: readonly [PairSystem, PairSystem] | null;
}

/** Spec STEP-102, API-71: the kinds of integration step. Each pair is one line here. */
const integrationTypes: readonly IntegrationType[] = [
  { implementationType: 'NetSuiteAndSalesforce', name: 'NetSuite and Salesforce', pair: ['netsuite', 'salesforce'] },
  { implementationType: 'NetSuiteAndShopify', name: 'NetSuite and Shopify', pair: ['netsuite', 'shopify'] },
  { implementationType: 'NetSuiteAndUApi', name: 'NetSuite and UApi', pair: ['netsuite', 'u-api'] },
  { implementationType: 'SalesForceAndQuickBooks', name: 'Salesforce and QuickBooks', pair: ['salesforce', 'quickbooks'] },
  { implementationType: 'SalesforceToSwapcardEvent', name: 'Salesforce to Swapcard Event', pair: ['salesforce', 'swapcard'] },
  { implementationType: 'ZoomMeetingsToSalesforce', name: 'Zoom Meetings to Salesforce', pair: ['zoom', 'salesforce'] },
  { implementationType: 'ZoomWebinarsToSalesforce', name: 'Zoom Webinars to Salesforce', pair: ['zoom', 'salesforce'] },
  { implementationType: 'BookerToShopify', name: 'Booker to Shopify', pair: ['booker', 'shopify'] },
  { implementationType: 'MindbodyToShopify', name: 'Mindbody to Shopify', pair: ['mindbody', 'shopify'] },
  { implementationType: GENERAL_INTEGRATION_TYPE, name: 'Integration', pair: null },
];

export function findIntegrationType(implementationType: string): IntegrationType | null {
  return integrationTypes.find((type) => type.implementationType === implementationType) ?? null;
}

export function integrationTypeNames(): string[] {
  return integrationTypes.map(({ implementationType }) => implementationType);
}

/**
 * Why two connector types can't be the sides of an integration of this type; null if they can. Either may be the source: the direction
 * says which of the two is read.
 */
export function pairProblem({ name, pair }: IntegrationType, source: NamedConnectorType, target: NamedConnectorType): string | null {
  if (pair === null) return null;
  const [one, other] = pair;
  const fits = (matchesSystem(source, one) && matchesSystem(target, other)) || (matchesSystem(source, other) && matchesSystem(target, one));
  const names = `${pairSystems[one]} and ${pairSystems[other]}`;
  return fits ? null : `“${name}” joins ${names}; these connectors belong to ${source.name} and ${target.name}.`;
}

/** A shop's custom app has the shop's records. */
function matchesSystem(type: NamedConnectorType, system: PairSystem): boolean {
  return isOfSystem(type, system) || (system === 'shopify' && type.id === 'system-shopify-custom-app');
}

/** Spec STEP-103: both connectors. What is synced between them is set up on the Settings tab (spec INT-01). */
export function stepDefinitions(): StepDefinition[] {
  return integrationTypes.map(({ implementationType, name, pair }) => ({
    implementationType,
    name,
    fields: [connectorField('sourceConnector', 'Source', pair?.[0]), connectorField('targetConnector', 'Target', pair?.[1])],
  }));
}

function connectorField(name: string, side: string, system: PairSystem | undefined): StepDefinition['fields'][number] {
  return {
    name,
    displayName: `${system ? pairSystems[system] : side} Connector`,
    type: 'connector',
    // The settings name the connectors that are used; the step's connectors are what the Settings tab proposes.
    isRequired: false,
    connectorTypeId: system ? `system-${system}` : null,
    isTextArea: false,
  };
}
