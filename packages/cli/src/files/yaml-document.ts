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
    const document = parseDocument(text, { customTags, lineCounter: lines, prettyErrors: false });
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
   * @param keep whether a reference stays although its value differs, as that of a script whose file is written
   */
  update(
    value: Portable,
    resolve: (reference: Reference) => Portable | undefined,
    keep: (current: Reference, next: Portable) => boolean,
  ): void {
    const merged = this.#merge(this.#document.contents, value, { resolve, keep });
    this.#document.contents = merged;
  }

  #merge(node: unknown, value: Portable, settings: MergeSettings): Node {
    if (isScalar(node)) {
      if (node.value instanceof Reference && settings.keep(node.value, value)) return node;
      if (isSameJson(expand(node.toJS(this.#document), settings), expand(value, settings))) return node;
    }
    if (isMapNode(node) && isMap(value)) {
      for (const { key } of [...node.items]) {
        const name = isScalar(key) ? String(key.value) : String(key);
        if (!Object.hasOwn(value, name)) node.delete(key);
      }
      for (const [name, member] of Object.entries(value)) {
        const current = node.get(name, true);
        const merged = this.#merge(current, member, settings);
        if (merged !== current) node.set(this.#document.createNode(name), merged);
      }
      return node;
    }
    if (isSeq(node) && Array.isArray(value)) {
      const byName = new Map(
        node.items.flatMap((item) => (isMapNode(item) && item.has('stepId') ? [[item.get('stepId'), item] as const] : [])),
      );
      const items = [...node.items];
      node.items = value.map((item, index) =>
        this.#merge(isMap(item) && 'stepId' in item ? byName.get(item.stepId) : items[index], item, settings),
      );
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

interface MergeSettings {
  resolve: (reference: Reference) => Portable | undefined;
  keep: (current: Reference, next: Portable) => boolean;
}

function expand(value: Portable, { resolve }: MergeSettings): Portable {
  return value instanceof Reference ? (resolve(value) ?? `${value.kind} ${value.name}`) : value;
}
