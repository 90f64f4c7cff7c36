import { isSameJson } from '@portage/primitives/json';
import { Document, isMap as isMapNode, isScalar, isSeq, LineCounter, type Node, parseDocument, type ScalarTag } from 'yaml';
import { stringifyString } from 'yaml/util';
import { CliError, exitCodes } from '../cli-error.ts';
import { isMap, type Portable, Reference, referenceKinds } from './reference.ts';

const customTags: ScalarTag[] = referenceKinds.map((kind) => ({
  tag: `!${kind}`,
  identify: (value) => value instanceof Reference && value.kind === kind,
  resolve: (text) => new Reference(kind, text),
  stringify: ({ value, ...item }, ...rest) =>
    stringifyString({ ...item, value: value instanceof Reference ? value.name : String(value) }, ...rest),
}));

/** A YAML file as people wrote it: its comments, order and quotes stay when single values change. */
export class YamlDocument {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #path: string;

  private constructor(document: Document, lines: LineCounter, path: string) {
    this.#document = document;
    this.#lines = lines;
    this.#path = path;
  }

  /** @throws CliError `invalid` that names file, line and column */
  static parse(text: string, path: string): YamlDocument {
    const lines = new LineCounter();
    const document = parsed(text, lines, path);
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) {
      const { line, col } = lines.linePos(fault.pos[0]);
      throw new CliError(exitCodes.invalid, `${path}:${line}:${col}: ${fault.message}`);
    }
    return new YamlDocument(document, lines, path);
  }

  static create(value: Portable): YamlDocument {
    return new YamlDocument(new Document(value, { customTags }), new LineCounter(), '');
  }

  get value(): Portable {
    return this.#document.toJS();
  }

  /** `orders.yaml:12` for a value at this path, or for the nearest one around it. */
  locate(path: readonly (string | number)[]): string {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length === 0 ? this.#document.contents : this.#document.getIn(path.slice(0, length), true);
      const range = isMapNode(node) || isSeq(node) || isScalar(node) ? node.range : null;
      if (range) return `${this.#path}:${this.#lines.linePos(range[0]).line}`;
    }
    return this.#path;
  }

  /**
   * Changes only what differs.
   *
   * @param resolve the value of a reference here, to compare; undefined: unknown
   */
  update(value: Portable, resolve: Resolve): void {
    const merged = this.#merge(this.#document.contents, value, resolve);
    this.#document.contents = merged;
  }

  #merge(node: unknown, value: Portable, resolve: Resolve): Node {
    if (isScalar(node) && isSameJson(expand(node.toJS(this.#document), resolve), expand(value, resolve))) return node;
    if (isMapNode(node) && isMap(value)) {
      for (const { key } of [...node.items]) {
        const name = isScalar(key) ? String(key.value) : String(key);
        if (!Object.hasOwn(value, name)) node.delete(key);
      }
      for (const [name, member] of Object.entries(value)) {
        const current = node.get(name, true);
        const merged = this.#merge(current, member, resolve);
        if (merged !== current) node.set(this.#document.createNode(name), merged);
      }
      return node;
    }
    if (isSeq(node) && Array.isArray(value)) {
      const byName = new Map(
        node.items.flatMap((item) => (isMapNode(item) && item.has('stepId') ? [[item.get('stepId'), item] as const] : [])),
      );
      const items = [...node.items];
      node.items = value.map((item, index) => {
        if (!isMap(item) || !('stepId' in item)) return this.#merge(items[index], item, resolve);
        const current = byName.get(item.stepId);
        // Another step of the same name is another item.
        byName.delete(item.stepId);
        return this.#merge(current, item, resolve);
      });
      return node;
    }
    const created = this.#document.createNode(value);
    if (isScalar(node) && isScalar(created)) Object.assign(created, { comment: node.comment, commentBefore: node.commentBefore });
    return created;
  }

  toString(): string {
    return this.#document.toString({ lineWidth: 0 });
  }
}

type Resolve = (reference: Reference) => Portable | undefined;

/** A file can't choose other rules with `%YAML 1.1`, such as merge keys. @throws CliError `invalid` for one that would exhaust memory */
function parsed(text: string, lineCounter: LineCounter, path: string) {
  try {
    const rules = { schema: 'core', merge: false, resolveKnownTags: false } as const;
    const document = parseDocument(text, { ...rules, customTags, lineCounter, prettyErrors: false });
    if (document.errors.length === 0) document.toJS();
    return document;
  } catch (cause) {
    throw new CliError(exitCodes.invalid, `${path}: ${cause instanceof Error ? cause.message : cause}`, [], cause);
  }
}

function expand(value: Portable, resolve: Resolve): Portable {
  return value instanceof Reference ? (resolve(value) ?? `${value.kind} ${value.name}`) : value;
}
