import type { WorkflowVersionSnapshot } from '@portage/contracts';

/** Steps of all remembered versions together, in characters of JSON: what an isolate can spare of its 128 MB. */
const MAX_CHARACTERS = 16_000_000;

/** Versions never change, so a version that was read once stays valid; the least recently used are forgotten first. */
export class VersionCache {
  readonly #versions = new Map<string, { version: WorkflowVersionSnapshot; size: number }>();
  readonly #maxCharacters: number;
  #size = 0;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#maxCharacters = maxCharacters;
  }

  async get(versionId: string, load: () => Promise<WorkflowVersionSnapshot>): Promise<WorkflowVersionSnapshot> {
    const known = this.#versions.get(versionId);
    if (known) {
      this.#versions.delete(versionId);
      this.#versions.set(versionId, known);
      return known.version;
    }
    const version = await load();
    this.#remember(version);
    return version;
  }

  #remember(version: WorkflowVersionSnapshot): void {
    if (this.#versions.has(version.versionId)) return;
    const size = JSON.stringify(version.steps).length;
    this.#versions.set(version.versionId, { version, size });
    this.#size += size;
    for (const [versionId, oldest] of this.#versions) {
      if (this.#size <= this.#maxCharacters) break;
      this.#versions.delete(versionId);
      this.#size -= oldest.size;
    }
  }
}
