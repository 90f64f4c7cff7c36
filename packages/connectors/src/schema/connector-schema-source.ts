import type { EventMode } from '../events/event-definition.ts';
import type { SchemaNode } from './schema-node.ts';

export interface ConnectorChoice {
  id: string;
  name: string;
  connectorTypeId: string;
  /** ISO instant. New steps get the newest connector of a type (spec STEP-29). */
  createdAt: string;
  /** Its type has the account's own parameters, which can be read again (spec STEP-37). */
  hasCustomParameters: boolean;
}

export interface ConnectorTypeChoice {
  id: string;
  name: string;
  /** Without it, and without `isAddressOfConnector`, it's not offered for new steps (EDIT-80). */
  baseUrl?: string | null;
  /** Each connector gets its base URL at sign-in (Salesforce). */
  isAddressOfConnector?: boolean;
  /** Only people with a subscription can create a connector of it (CONN-27). */
  isSubscriptionRequired?: boolean;
  logoUrl?: string | null;
}

/** A resource that a connector offers (API-87). */
export interface ResourceChoice {
  id: string;
  name: string;
  description?: string | null;
}

export interface OperationChoice extends ResourceChoice {
  resourceId: string;
  /** Whether auto paging is offered and switched on (spec STEP-47). */
  supportsPaging: boolean;
  /** The query that a GraphQL operation sends; absent for other operations (spec STEP-35). */
  graphQlQuery?: string;
  /** Media types of its body, the most suitable first; absent if there is no choice. */
  contentTypes?: readonly string[];
  /** As the document names it. People who know the API search for it. */
  operationId?: string;
  httpMethod?: string;
}

/** An event of a resource, with the schema of its payload (API-88). */
export interface EventChoice extends ResourceChoice {
  resourceId: string;
  /** How Portage gets it; absent if unknown. */
  mode?: EventMode;
}

/** An entry of a lookup list (spec STEP-108). */
export interface LookupEntry {
  id: string;
  name: string;
}

export interface FoundChoices {
  choices: LookupEntry[];
  /** The system has more than these. */
  isCut: boolean;
}

/** API-99, API-101: what one connector type accepts when data of a kind is synchronised or fetched. */
export interface DataOperation {
  /** Products, Orders...: `syncType` of API-99, `dataType` of API-101. */
  dataType: string;
  /** The side of a synchronisation that it serves; absent: both, or none. */
  role?: 'source' | 'target';
  /** The operation for reading the choices of its fields. */
  operationId?: string;
  requestSchema: SchemaNode;
}

/** A field that an integration step shows (spec STEP-103). */
export interface IntegrationField {
  name: string;
  displayName: string;
  type: 'connector' | 'string' | 'json' | 'integer' | 'boolean';
  isRequired: boolean;
  connectorTypeId?: string | null;
  isTextArea?: boolean;
}

/** The form that a field belongs to, because many forms have the same paths. */
export interface FormKey {
  connectorId: string;
  operationId?: string | undefined;
  eventId?: string | undefined;
}

/** A kind of integration step (spec STEP-102, EDIT-38). */
export interface IntegrationDefinition {
  implementationType: string;
  displayName: string;
  fields: readonly IntegrationField[];
}

/** What step forms need to know of connectors (API-74, API-81..88, API-99, API-101), as a port: an API or a document implements it. */
export interface ConnectorSchemaSource {
  listConnectors(): Promise<ConnectorChoice[]>;
  listConnectorTypes(): Promise<ConnectorTypeChoice[]>;
  listResources(connectorId: string): Promise<ResourceChoice[]>;
  /** The operations of all resources. */
  listOperations(connectorId: string): Promise<OperationChoice[]>;
  listEvents(connectorId: string): Promise<EventChoice[]>;
  /** The input of an operation: an Object whose properties are the groups `path`, `query`, `header` and `body`, if it has them. */
  loadOperationSchema(connectorId: string, operationId: string, contentType?: string): Promise<SchemaNode>;
  /** The input of a subscription to an event; an Object without properties if there is none. */
  loadEventSchema(connectorId: string, eventId: string): Promise<SchemaNode>;
  /** The members of a node that has a `reference`. */
  expandNode(connectorId: string, reference: string): Promise<SchemaNode>;
  /** @param lookupParameters values of the paths that the lookup depends on. */
  findLookupOptions(
    request: FormKey & {
      parameterPath: string;
      lookupParameters: Record<string, string>;
    },
  ): Promise<FoundChoices>;
  findAutocompleteOptions(
    request: FormKey & {
      parameterPath: string;
      lookupParameters: Record<string, string>;
      searchField: string;
      searchValue: string;
    },
  ): Promise<FoundChoices>;
  resyncCustomParameters(connectorId: string): Promise<{ isSuccess: boolean; errorMessage?: string | null }>;
  /** An initial script that does what the mappings would (API-84). */
  loadOperationScript(connectorId: string, operationId: string): Promise<string>;
  /** By connector type id. */
  loadSyncOperations(request: {
    sourceConnectorTypeId: string;
    targetConnectorTypeId: string;
    workflowId: string | undefined;
  }): Promise<Readonly<Record<string, readonly DataOperation[]>>>;
  loadDataOperations(connectorTypeId: string): Promise<DataOperation[]>;
  listIntegrationDefinitions(): Promise<IntegrationDefinition[]>;
}
