import { readDocument } from '@portage/connectors/document';
import {
  type ConnectorDocument,
  type DocumentSummary,
  documentInMemory,
  type ExtractedOperation,
  loadOperation,
  type SchemaSource,
} from '@portage/connectors/openapi';
import { listBasePaths } from './base-paths.ts';
import { DescribedResponses } from './described-answers.ts';
import type { DocumentedType } from './documented-type.ts';
import { matchSegments, type PathPattern, pathPattern, splitPath } from './match-path.ts';
import { plainPath, type Role, resolveRole } from './role-of-operation.ts';

interface OperationPattern {
  operationId: string;
  pattern: PathPattern;
}

export interface FoundOperation {
  operation: ExtractedOperation;
  role: Role;
  /** Values of the path's parameters. */
  path: Record<string, string>;
}

/** A connector type's document, ready to answer calls. */
export class DescribedSystem {
  readonly type: DocumentedType;
  readonly summary: DocumentSummary;
  readonly answers: DescribedResponses;
  /** Schemas of requests, in the form that all versions of OpenAPI share. */
  readonly requests: SchemaSource;
  readonly #document: ConnectorDocument;
  /** By method and number of segments, most specific pattern first. */
  readonly #places = new Map<string, OperationPattern[]>();
  readonly #methods: ReadonlySet<string>;
  readonly #roles = new Map<string, Role>();
  readonly #bases: PathPattern[];

  private constructor(type: DocumentedType, written: unknown, document: ConnectorDocument, requests: SchemaSource) {
    this.type = type;
    this.#document = document;
    this.summary = document.summary;
    this.answers = new DescribedResponses(written);
    this.requests = requests;
    for (const { id, method, path } of document.summary.operations) {
      const pattern = pathPattern(path);
      const key = `${method} ${pattern.segments.length}`;
      this.#places.set(key, [...(this.#places.get(key) ?? []), { operationId: id, pattern }]);
    }
    for (const places of this.#places.values()) places.sort((a, b) => (a.pattern.rank < b.pattern.rank ? -1 : 1));
    this.#methods = new Set(document.summary.operations.map(({ method, path }) => `${method} ${plainPath(path)}`));
    this.#bases = listBasePaths(type, written, document.summary);
  }

  /** @throws Error for a document that cannot be read */
  static async open(type: DocumentedType, text: string): Promise<DescribedSystem> {
    const read = readDocument(text);
    if (!read.ok) throw new Error(`The document of ${type.name} cannot be read: ${read.problems[0]?.message}`);
    const document = documentInMemory(read.document);
    const requests = await document.withSchemas((source) => source);
    return new DescribedSystem(type, read.document, document, requests);
  }

  /** @param isMeant picks one of several operations at one address, such as GraphQL queries */
  async find(method: string, pathname: string, isMeant: (operation: ExtractedOperation) => boolean): Promise<FoundOperation | null> {
    let first: FoundOperation | null = null;
    for (const called of this.#belowBases(pathname)) {
      for (const { operationId, pattern } of this.#places.get(`${method} ${called.length}`) ?? []) {
        const path = matchSegments(pattern, called);
        if (!path) continue;
        const operation = await loadOperation(this.#document, operationId);
        const found = { operation, role: this.roleOf(operation), path };
        if (isMeant(operation)) return found;
        first ??= found;
      }
    }
    return first;
  }

  methodsOf(pathname: string): string[] {
    const matching = this.#belowBases(pathname).flatMap((called) =>
      [...this.#places].flatMap(([key, places]) => {
        const [method = '', count] = key.split(' ');
        return Number(count) === called.length && places.some(({ pattern }) => matchSegments(pattern, called)) ? [method] : [];
      }),
    );
    return [...new Set(matching)].sort();
  }

  roleOf(operation: ExtractedOperation): Role {
    const known = this.#roles.get(operation.id) ?? resolveRole(operation, this.#methods, this.answers);
    this.#roles.set(operation.id, known);
    return known;
  }

  async operationsOf(collection: string): Promise<{ operation: ExtractedOperation; role: Role }[]> {
    const near = this.summary.operations.filter(({ path }) => plainPath(path).startsWith(collection));
    const read = await Promise.all(near.map(({ id }) => loadOperation(this.#document, id)));
    return read.map((operation) => ({ operation, role: this.roleOf(operation) })).filter(({ role }) => role.collection === collection);
  }

  /** The segments after each base path that a call may have. */
  #belowBases(pathname: string): string[][] {
    const called = splitPath(pathname);
    return this.#bases.flatMap((base) => {
      const count = base.segments.length;
      return matchSegments(base, called.slice(0, count)) ? [called.slice(count)] : [];
    });
  }
}
