import { createContext, useContext } from 'react';

/** A kind of connector that operations can be made with. */
export interface ConnectorTypeTile {
  id: string;
  name: string;
  /** Absent: hidden in the picker (spec EDIT-80). */
  baseUrl?: string | null;
  logoUrl?: string | null;
}

/** A step that an integration offers (spec EDIT-38). */
export interface IntegrationStepChoice {
  implementationType: string;
  name: string;
}

export interface StepSources {
  connectorTypes: readonly ConnectorTypeTile[];
  integrationSteps: readonly IntegrationStepChoice[];
}

const StepSourcesContext = createContext<StepSources>({ connectorTypes: [], integrationSteps: [] });

/** Lends the canvas what connectors and integrations there are. */
export const StepSourcesProvider = StepSourcesContext.Provider;

/** Connector types with a base URL, and integration steps; none as long as nobody provides them. */
export function useStepSources(): StepSources {
  return useContext(StepSourcesContext);
}

/** Spec EDIT-39, EDIT-80. */
export function shownConnectorTypes({ connectorTypes }: StepSources): ConnectorTypeTile[] {
  return connectorTypes.filter(({ baseUrl }) => typeof baseUrl === 'string' && baseUrl.trim() !== '');
}
