import type { CustomParameterSource } from '../declarations/choice-source.ts';
import type { EntityDefinition } from '../declarations/entity.ts';
import type { EventDefinition, EventMode } from '../events/event-definition.ts';
import type { EventChoice, OperationChoice } from '../schema/connector-schema-source.ts';
import type { FailureSign } from './failure-signs.ts';

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** How a value is serialised (OpenAPI 3, "Style Values"). The last one is Swagger 2.0's `tsv`. */
export const parameterStyles = [
  'matrix',
  'label',
  'simple',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
  'tabDelimited',
] as const;
export type ParameterStyle = (typeof parameterStyles)[number];

/** A parameter from any version of OpenAPI. References are followed, except in its schema. */
export interface ExtractedParameter {
  name: string;
  place: ParameterLocation;
  isRequired: boolean;
  description?: string;
  style: ParameterStyle;
  explode: boolean;
  /** Delimiters of lists within the list, the outermost first (Swagger 2.0). */
  innerDelimiters?: readonly string[];
  /** Reserved characters are sent unencoded. */
  allowReserved?: boolean;
  /** The value is serialised as this media type (`content`), not by its style. */
  contentType?: string;
  /** The value is the whole query string (OpenAPI 3.2, `in: querystring`). */
  isWholeQuery?: true;
  schema: unknown;
}

export interface PropertyEncoding {
  contentType?: string;
  style?: ParameterStyle;
  explode?: boolean;
  innerDelimiters?: readonly string[];
  /** Headers of a part in a multipart body. */
  headers?: readonly PartHeader[];
}

/** A header of a part. Null: a required header whose value the document doesn't give. */
export interface PartHeader {
  name: string;
  value: string | null;
}

export interface BodyContent {
  type: string;
  schema: unknown;
  /** For forms, by property. */
  encoding?: Record<string, PropertyEncoding>;
}

export interface ExtractedBody {
  isRequired: boolean;
  description?: string;
  /** JSON first, then forms, then the rest. A step without a media type sends the first. */
  contents: BodyContent[];
  /** The default media type of new steps, if it isn't the first: multipart for a required file. */
  preferredType?: string;
}

export interface ExtractedResponse {
  /** `200`, `2XX`, `default`. */
  status: string;
  description?: string;
  type?: string;
  /** The response has no other type than JSON. Absent in documents that were read before this was noted. */
  isOnlyJson?: boolean;
  schema?: unknown;
  hasLinkHeader?: boolean;
}

/** Paths in an operation's request (`query.page`) and in its response (`data.orders`). An empty text means the whole response. */
interface PagingPaths {
  itemsPath: string;
  /** The parameter for the number of entries on a page. */
  sizeParameter?: string;
  /** Its largest value, if the document gives it. */
  maxSize?: number;
  hasMorePath?: string;
}

/** Pages that are requested by their number, or by how many entries precede them. */
interface NumberedPages {
  /** Where the response gives the number of entries in the whole list. */
  totalPath?: string;
  /** A page with fewer entries than requested is the last one. */
  shortPageIsLast?: true;
}

export type Paging = PagingPaths &
  (
    | ({ style: 'page'; parameter: string; firstPage: number } & NumberedPages)
    /** `inText`: the number is in a text, after this word (QuickBooks: `select * from Item startposition 1 maxresults 100`). */
    | ({ style: 'offset'; parameter: string; firstOffset: number; inText?: string } & NumberedPages)
    /** `responsePath` is where the response has the next cursor; `fromLastItem` is a member of the last item that serves as the cursor. */
    | { style: 'cursor'; parameter: string; responsePath?: string; fromLastItem?: string }
    /** RFC 8288: `Link: <...>; rel="next"`. */
    | { style: 'link' }
    | { style: 'nextUrl'; responsePath: string }
  );

export interface ExtractedGraphQl {
  query: string;
  operationName?: string;
}

/** All schemes of a requirement apply together. */
export type SecurityRequirement = Record<string, readonly string[]>;

export interface ExtractedOperation extends OperationChoice {
  method: string;
  path: string;
  /** As the document names it. In real documents it may be missing or duplicated, so nothing relies on it. */
  operationId?: string;
  /** Only if the path or the operation has its own servers. */
  server?: string;
  parameters: ExtractedParameter[];
  body?: ExtractedBody;
  responses: ExtractedResponse[];
  paging?: Paging;
  /** A response with a missing or null list means that the list is empty (`x-omits-empty-list`). */
  omitsEmptyList?: true;
  graphQl?: ExtractedGraphQl;
  failureSigns?: FailureSign[];
  security?: SecurityRequirement[];
  isHidden: boolean;
  isDeprecated: boolean;
  dataRoles?: DataRoles;
}

export interface ExtractedEvent extends EventChoice {
  payloadSchema?: unknown;
  /** The subscription's input (`x-subscription-schema`). */
  subscriptionSchema?: unknown;
  source: 'webhook' | 'callback';
  /** How Portage gets it (`x-event`). Absent: by hand. */
  definition?: EventDefinition;
}

/** `components.securitySchemes`, or `securityDefinitions`, in one form. */
export type ExtractedSecurityScheme =
  | { kind: 'apiKey'; in: 'header' | 'query' | 'cookie'; parameterName: string }
  | { kind: 'basic' }
  | { kind: 'bearer' }
  | { kind: 'oauth2'; flow: string; authorizationUrl?: string; tokenUrl?: string; refreshUrl?: string; scopes: string[] }
  | { kind: 'other'; type: string };

export interface ExtractedServer {
  /** With its variables filled in. */
  url: string;
  description?: string;
}

/** What lists and forms need first, without any schema. */
export interface OperationEntry
  extends OperationChoice,
    Pick<ExtractedOperation, 'method' | 'path' | 'isHidden'>,
    Partial<Pick<ExtractedOperation, 'operationId'>> {
  isGraphQlOperation: boolean;
  /** Its role for data steps, if it has one (API-99, API-101). */
  dataRoles?: DataRoles;
}

/** Kinds of data (`Products`, `Orders`...), by what an operation does with them: `x-sync-source`, `x-sync-target`, `x-get-data`. */
export interface DataRoles {
  syncSource?: string[];
  syncTarget?: string[];
  getData?: string[];
}

/** The small part of a document: everything except its operations and schemas. */
export interface DocumentSummary {
  openApiVersion: string;
  title: string;
  version: string;
  description?: string;
  servers: ExtractedServer[];
  securitySchemes: Record<string, ExtractedSecurityScheme>;
  /** For operations without their own requirement. */
  security: SecurityRequirement[];
  resources: { id: string; name: string; description: string | null }[];
  operations: OperationEntry[];
  events: (EventChoice & Pick<ExtractedEvent, 'source'> & { mode: EventMode })[];
  /** How to read the fields that an account defined. */
  customParameters?: CustomParameterSource[];
  /** Kinds of records that a sync moves (`x-entities`). */
  entities?: EntityDefinition[];
  /** `x-custom-data` (spec CTYPE-23), stored and passed on unchanged. */
  customData?: Readonly<Record<string, unknown>>;
}
