import { below, type ExtractedOperation, type Located, type SchemaSource } from '@portage/connectors/openapi';
import { isObject } from '@portage/primitives/json';
import { isJsonType } from '@portage/primitives/wire';
import { documentSource, resolved, resolveShape, type Shape, schemaOfExample } from './schema-shape.ts';

export interface DescribedResponse {
  /** Also a number if the document says `2XX` or `default`. */
  status: number;
  contentType: string | null;
  /** Null: the response has no body, or the document doesn't describe it. */
  shape: Shape | null;
  example: unknown;
}

/** Reads operations' responses from the document itself, since its stored form has no examples. */
export class DescribedResponses {
  readonly source: SchemaSource;
  readonly #document: unknown;
  readonly #isSwagger2: boolean;

  constructor(document: unknown) {
    this.#document = document;
    this.#isSwagger2 = isObject(document) && document.swagger !== undefined;
    this.source = documentSource(document);
  }

  /** The response of a successful call; a creation prefers 201. */
  success(operation: ExtractedOperation, isCreation = false): DescribedResponse {
    const statuses = [...this.#responses(operation).keys()].filter((status) => /^2/.test(status)).sort();
    const status = (isCreation && statuses.includes('201') ? '201' : statuses[0]) ?? null;
    const number = status === null || !/^\d{3}$/.test(status) ? (isCreation ? 201 : 200) : Number(status);
    return this.#describe(operation, status ?? 'default', number);
  }

  /** The response of a failed call; null if the document doesn't describe one. */
  failure(operation: ExtractedOperation, status: number): DescribedResponse | null {
    const responses = this.#responses(operation);
    const named = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'].find((one) =>
      responses.has(one),
    );
    return named === undefined ? null : this.#describe(operation, named, status);
  }

  /** Whether the document names this status. */
  names(operation: ExtractedOperation, status: number): boolean {
    return this.#responses(operation).has(String(status));
  }

  #responses({ path, method }: ExtractedOperation): Map<string, Located> {
    const root = { value: this.#document, pointer: '#' };
    const at = (located: Located, name: string): Located => ({
      value: isObject(located.value) ? located.value[name] : undefined,
      pointer: below(located.pointer, name),
    });
    // The operation's path, with the fragment that distinguishes it, identifies it.
    const item = resolved(this.#document, at(at(root, 'paths'), path));
    const operation = resolved(this.#document, at(item, method.toLowerCase()));
    const responses = at(operation, 'responses');
    if (!isObject(responses.value)) return new Map();
    return new Map(Object.keys(responses.value).map((name) => [name, resolved(this.#document, at(responses, name))]));
  }

  #describe(operation: ExtractedOperation, name: string, status: number): DescribedResponse {
    const response = this.#responses(operation).get(name);
    const none = { status, contentType: null, shape: null, example: undefined };
    if (!response || !isObject(response.value)) return none;
    if (this.#isSwagger2) {
      const { schema, examples } = response.value;
      const [contentType = 'application/json', example] = firstJson(examples) ?? [];
      if (schema === undefined && example === undefined) return none;
      const located = { value: schema ?? schemaOfExample(example), pointer: below(response.pointer, 'schema') };
      return { status, contentType, shape: resolveShape(this.source, located), example };
    }
    const [contentType, content] = firstJson(response.value.content) ?? [];
    if (contentType === undefined || !isObject(content)) return none;
    const example = content.example ?? firstExample(this.#document, content.examples);
    const isUndescribed = !isObject(content.schema) || Object.keys(content.schema).length === 0;
    const pointer = below(response.pointer, 'content', contentType, 'schema');
    const located = { value: isUndescribed ? schemaOfExample(example) : content.schema, pointer };
    if (isUndescribed && example === undefined) return { ...none, contentType };
    return { status, contentType, shape: resolveShape(this.source, located), example };
  }
}

function firstJson(contents: unknown): [string, unknown] | null {
  const entries = isObject(contents) ? Object.entries(contents) : [];
  return entries.find(([type]) => isJsonType(type)) ?? entries[0] ?? null;
}

function firstExample(document: unknown, examples: unknown): unknown {
  const [first] = isObject(examples) ? Object.values(examples) : [];
  const { value } = resolved(document, { value: first, pointer: '#' });
  return isObject(value) ? value.value : undefined;
}
