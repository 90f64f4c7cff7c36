import { DescribedSystem } from './described-system.ts';
import type { TypeDocuments } from './documented-type.ts';

/** Documents that stay in memory; reading a large one takes a second. */
const MOST_OPEN = 6;

/** Connector types' documents, read once per change. */
export class OpenDocuments {
  readonly #documents: TypeDocuments;
  readonly #open = new Map<string, Promise<DescribedSystem>>();

  constructor(documents: TypeDocuments) {
    this.#documents = documents;
  }

  /** Null: there is no such type, or it has no document. @throws if the document can't be read */
  async open(connectorTypeId: string): Promise<DescribedSystem | null> {
    const type = await this.#documents.find(connectorTypeId);
    if (!type) return null;
    const key = `${type.id} ${type.documentId} ${JSON.stringify(type.settings)}`;
    const opening = this.#open.get(key) ?? this.#documents.readText(type.documentId).then((text) => DescribedSystem.open(type, text));
    // The most recently used stays longest.
    this.#open.delete(key);
    this.#open.set(key, opening);
    for (const oldest of [...this.#open.keys()].slice(0, -MOST_OPEN)) this.#open.delete(oldest);
    opening.catch(() => this.#open.delete(key));
    return opening;
  }

  /** How a type is shown; null: there is no such type, or it has no document. */
  async titleOf(connectorTypeId: string): Promise<{ title: string; host: string } | null> {
    const type = await this.#documents.find(connectorTypeId);
    if (!type) return null;
    const [, host = connectorTypeId] = /^https?:\/\/([^/]+)/i.exec(type.settings.baseUrl ?? '') ?? [];
    return { title: type.name, host };
  }
}
