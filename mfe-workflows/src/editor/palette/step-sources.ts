import type { ConnectorTypeChoice, IntegrationDefinition } from '@portage/connectors/schema';
import { useConnectorQuery, useConnectorTypes } from '../step-forms/connector-choice/connector-source.tsx';

const none: readonly never[] = [];

/** Connector types that steps can use: a base URL of the type or of each connector is required (spec EDIT-39, EDIT-80). */
export function usePickedConnectorTypes(): readonly ConnectorTypeChoice[] {
  const { data } = useConnectorTypes();
  return data ? withBaseUrl(data) : none;
}

/** A type without a base URL can't be called, so the picker leaves it out (spec EDIT-80). */
export function withBaseUrl(types: readonly ConnectorTypeChoice[]): ConnectorTypeChoice[] {
  return types.filter(({ baseUrl, isAddressOfConnector }) => isAddressOfConnector || Boolean(baseUrl?.trim()));
}

/** Whether a new connector of the type needs a subscription that the person is known to lack. Existing connectors work without one. */
export function lacksSubscription({ isSubscriptionRequired = false }: ConnectorTypeChoice, maySubscribe: boolean | undefined): boolean {
  return isSubscriptionRequired && maySubscribe === false;
}

/** The steps that integrations offer (spec EDIT-38). */
export function useIntegrationSteps(): readonly IntegrationDefinition[] {
  const { data } = useConnectorQuery(['integration-definitions'], (source) => source.listIntegrationDefinitions());
  return data ?? none;
}
