import type { StepContext } from '../step-context/step-handler.ts';
import { askTogether } from './ask-together.ts';
import type { ChunkTask } from './chunk-plan.ts';
import { claimTargets, type FoundLink } from './claim-records.ts';
import type { WriteBehind } from './write-behind.ts';

/** Which source records the target records of a chunk belong to. */
export class TargetOwners {
  ofFound: readonly FoundLink[] = [];
  readonly #task: ChunkTask;
  readonly #behind: WriteBehind;
  readonly #context: StepContext;
  readonly #foundIds = new Map<string, string>();
  /** The source record that met each target record first, which keeps it. */
  readonly #firstByTarget = new Map<string, string>();
  readonly #ask = askTogether((links: readonly FoundLink[]) => this.#read(links));

  constructor(task: ChunkTask, behind: WriteBehind, context: StepContext) {
    this.#task = task;
    this.#behind = behind;
    this.#context = context;
  }

  /** Asks for all records that were found together at once. */
  async readFound(links: readonly FoundLink[]): Promise<void> {
    for (const { sourceItemId, targetItemId } of links) this.#foundIds.set(sourceItemId, targetItemId);
    if (links.length > 0) this.ofFound = await this.#read(links);
  }

  /** Another source record that is already linked to the target record; null if none is. */
  async findOther(link: FoundLink): Promise<string | null> {
    const owners = this.#foundIds.get(link.sourceItemId) === link.targetItemId ? this.ofFound : await this.#ask(link);
    const other = owners.find((owner) => owner.targetItemId === link.targetItemId && owner.sourceItemId !== link.sourceItemId);
    return other?.sourceItemId ?? null;
  }

  async #read(links: readonly FoundLink[]): Promise<FoundLink[]> {
    // Two records of the chunk may meet only at the target record.
    const others = links.flatMap(({ sourceItemId, targetItemId }) => {
      const first = this.#firstByTarget.get(targetItemId);
      if (first === undefined) this.#firstByTarget.set(targetItemId, sourceItemId);
      return first === undefined || first === sourceItemId ? [] : [{ sourceItemId: first, targetItemId }];
    });
    // The record may have been written by the previous chunk.
    await this.#behind.end();
    const ids = links.map(({ targetItemId }) => targetItemId);
    const own = links.filter(({ sourceItemId, targetItemId }) => this.#firstByTarget.get(targetItemId) === sourceItemId);
    const [stored, claimed] = await Promise.all([
      this.#context.sync.itemsOfTargets(this.#task.flowId, ids),
      claimTargets(this.#task, own, this.#context),
    ]);
    return [...others, ...stored, ...claimed];
  }
}
