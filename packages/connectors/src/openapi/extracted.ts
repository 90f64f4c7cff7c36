import type { CustomParameterSource } from '../choices/choice-source.ts';
import type { EntityDefinition } from '../entities/entity.ts';
import type { EventDefinition, EventMode } from '../events/event-definition.ts';
import type { EventChoice, OperationChoice } from '../schema/connector-schema-source.ts';
import type { FailureSign } from './failure-signs.ts';

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** How a value is written (OpenAPI 3, "Style Values"); the last is Swagger 2.0's `tsv`. */
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

/** A parameter of any version of OpenAPI; references followed, except those of its schema. */
export interface ExtractedParameter {
  name: string;
  place: ParameterPlace;
  isRequired: boolean;
  description?: string;
  style: ParameterStyle;
  explode: boolean;
  /** Reserved characters go out as they are. */
  allowReserved?: boolean;
  /** The value is written as this media type (`content`), not by its style. */
  contentType?: string;
  /** The value is the query of the address as a whole (OpenAPI 3.2, `in: querystring`). */
  isWholeQuery?: true;
  schema: unknown;
}

export interface PropertyEncoding {
  contentType?: string;
  style?: ParameterStyle;
  explode?: boolean;
}

export interface BodyContent {
  type: string;
  schema: unknown;
  /** Of forms, by property. */
  encoding?: Record<string, PropertyEncoding>;
}

export interface ExtractedBody {
  isRequired: boolean;
  description?: string;
  /** JSON, forms, the rest: a step that says no media type sends the first. */
  contents: BodyContent[];
  /** The media type that new steps begin with, where it is not the first: multipart for a file that is required. */
  preferredType?: string;
}

export interface ExtractedResponse {
  /** `200`, `2XX`, `default`. */
  status: string;
  description?: string;
  type?: string;
  schema?: unknown;
  /** It says that the answer has a `Link` header. */
  hasLinkHeader?: boolean;
}

/** Places in what an operation takes (`query.page`) and in its answer (`data.orders`); an empty text is the answer itself. */
interface PagingPlaces {
  /** The list in the answer. */
  itemsPath: string;
  /** The parameter that says how many there are on a page. */
  sizeParameter?: string;
  /** Its largest value, where the document says so. */
  maxSize?: number;
  /** Where the response says whether more follows. */
  hasMorePath?: string;
}

/** Pages that are asked for by their number, or by how many entries come before. */
interface NumberedPages {
  /** Where the response says how many entries the whole list has. */
  totalPath?: string;
  /** A page with fewer entries than asked for is the last one. */
  shortPageIsLast?: true;
}

/** How to get the next page of an operation that gives a list. */
export type Paging = PagingPlaces &
  (
    | ({ style: 'page'; parameter: string; firstPage: number } & NumberedPages)
    /** `inText`: the number is in a text, after this word (QuickBooks: `select * from Item startposition 1 maxresults 100`). */
    | ({ style: 'offset'; parameter: string; firstOffset: number; inText?: string } & NumberedPages)
    /** `responsePath` is where the answer has the next cursor; `fromLastItem` a member of the last item that is it. */
    | { style: 'cursor'; parameter: string; responsePath?: string; fromLastItem?: string }
    /** RFC 8288: `Link: <...>; rel="next"`. */
    | { style: 'link' }
    | { style: 'nextUrl'; responsePath: string }
  );

export interface ExtractedGraphQl {
  query: string;
  operationName?: string;
}

/** One requirement: all schemes of it together. */
export type SecurityRequirement = Record<string, readonly string[]>;

export interface ExtractedOperation extends OperationChoice {
  method: string;
  path: string;
  /** As the document names it; missing or doubled in real documents, so nothing relies on it. */
  operationId?: string;
  /** Only where the path or the operation has servers of its own. */
  server?: string;
  parameters: ExtractedParameter[];
  body?: ExtractedBody;
  responses: ExtractedResponse[];
  paging?: Paging;
  /** A response without its list, or with null in its place, means that the list is empty (`x-omits-empty-list`). */
  omitsEmptyList?: true;
  graphQl?: ExtractedGraphQl;
  failureSigns?: FailureSign[];
  security?: SecurityRequirement[];
  isHidden: boolean;
  isDeprecated: boolean;
  dataRoles?: DataRoles;
}

export interface ExtractedEvent extends EventChoice {
  /** The payload. */
  payloadSchema?: unknown;
  /** The input of a subscription (`x-subscription-schema`). */
  subscriptionSchema?: unknown;
  /** Its place in the document: a webhook, or a callback of an operation. */
  source: 'webhook' | 'callback';
  /** How it gets here (`x-event`); absent: by hand. */
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
  /** Without its variables. */
  url: string;
  description?: string;
}

/** The facts that lists and forms need first, without any schema. */
export interface OperationEntry
  extends OperationChoice,
    Pick<ExtractedOperation, 'method' | 'path' | 'isHidden'>,
    Partial<Pick<ExtractedOperation, 'operationId'>> {
  isGraphQlOperation: boolean;
  /** Its role for data steps, if it has one (API-99, API-101). */
  dataRoles?: DataRoles;
}

/** Kinds of data (`Products`, `Orders`...) by what an operation does with them: `x-sync-source`, `x-sync-target`, `x-get-data`. */
export interface DataRoles {
  syncSource?: string[];
  syncTarget?: string[];
  getData?: string[];
}

/** The part of a document that is small: everything but operations and schemas themselves. */
export interface DocumentSummary {
  openApiVersion: string;
  title: string;
  version: string;
  description?: string;
  servers: ExtractedServer[];
  securitySchemes: Record<string, ExtractedSecurityScheme>;
  /** For operations that say nothing of their own. */
  security: SecurityRequirement[];
  resources: { id: string; name: string; description: string | null }[];
  operations: OperationEntry[];
  events: (EventChoice & Pick<ExtractedEvent, 'source'> & { mode: EventMode })[];
  /** How to read the fields that an account has of its own. */
  customParameters?: CustomParameterSource[];
  /** Kinds of records that a sync moves (`x-entities`). */
  entities?: EntityDefinition[];
  /** `x-custom-data` (spec CTYPE-23): kept and handed on as it is. */
  customData?: Readonly<Record<string, unknown>>;
}
