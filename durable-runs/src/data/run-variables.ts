import type { OwnerId } from '@portage/contracts';
import { readVariableNames, type WorkflowStep } from '@portage/workflow';
import { exactChunk } from '../storage/chunk-names.ts';
import type { ChunkStore } from '../storage/chunk-store.ts';

const CHUNK = `${exactChunk('')}vars`;
const namesOfSteps = new WeakMap<readonly WorkflowStep[], ReadonlySet<string> | null>();

/** A variable as a run reads it. */
export interface ReadVariable {
  name: string;
  value: unknown;
  isSecret: boolean;
}

export interface VariablePort {
  /** @param names null: all of the owner's */
  read(ownerUserId: OwnerId, names: ReadonlySet<string> | null): Promise<ReadVariable[]>;
}

/**
 * `$Vars` of one run, as of its start: read once, and stored while the run is open. A run that continues after a failure reads them again,
 * because a wrong value may be why it failed. A run whose steps name none reads and stores nothing.
 */
export class RunVariables {
  /** What the steps may read; null: any variable. */
  readonly names: ReadonlySet<string> | null;
  #values: Readonly<Record<string, unknown>> | null;
  #isStored = false;

  constructor(steps: readonly WorkflowStep[]) {
    let names = namesOfSteps.get(steps);
    if (names === undefined) {
      names = readVariableNames(steps);
      namesOfSteps.set(steps, names);
    }
    this.names = names;
    this.#values = names?.size === 0 ? {} : null;
  }

  get isLoaded(): boolean {
    return this.#values !== null;
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.#values ?? {};
  }

  use(variables: readonly ReadVariable[]): void {
    const values = Object.create(null) as Record<string, unknown>;
    for (const { name, value } of variables) values[name] = value;
    this.#values = values;
  }

  load(chunks: ChunkStore, runKey: number): void {
    if (this.isLoaded) return;
    const json = chunks.read(runKey, CHUNK);
    if (json === null) return;
    this.#values = JSON.parse(json) as Record<string, unknown>;
    this.#isStored = true;
  }

  save(chunks: ChunkStore, runKey: number): void {
    if (this.#isStored || this.#values === null || this.names?.size === 0) return;
    chunks.write(runKey, CHUNK, JSON.stringify(this.#values));
    this.#isStored = true;
  }

  /** For a run that has ended: values are stored with their secrets. */
  dropStored(chunks: ChunkStore, runKey: number): void {
    if (this.#isStored) chunks.remove(runKey, CHUNK);
    this.#isStored = false;
  }
}
