import { authorizationWays, getConnectorForm } from '@portage/contracts';
import type { AuthorizationType, ConnectorType } from '../connectors/api-types.ts';

/** Types for the picker, by name. Leaves out hidden types (spec CTYPE-07) and types whose subscription is missing (CONN-27). */
export function offeredTypes(types: readonly ConnectorType[], hasSubscription: boolean): ConnectorType[] {
  return types
    .filter((type) => !type.isHiddenForNewConnectors && (hasSubscription || !type.subscriptionRequired))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Spec CONN-08: the types that match the "Filter" box. */
export function matchingTypes(types: readonly ConnectorType[], filter: string): ConnectorType[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ name, label, additionalData }: ConnectorType) =>
    [name, label, additionalData.Category].filter(Boolean).join(' ').toLowerCase();
  return types.filter((type) => words.every((word) => textOf(type).includes(word)));
}

/** Whether the sandbox can be chosen; for Shopify only while impersonating (spec CONN-48, CONN-49). */
export function offersSandbox(type: ConnectorType, isImpersonating: boolean): boolean {
  if (!type.hasSandboxOption) return false;
  const isShopify = ['Shopify', 'ShopifyPrivate'].includes(getConnectorForm(type.additionalData.connection ?? {}));
  return !isShopify || isImpersonating;
}

export function authorizationChoices(type: ConnectorType): readonly AuthorizationType[] {
  return authorizationWays(type);
}
