/** Lanes of an owner: run shards that share the runs of one hour (docs/architecture.md). */
export const RUN_LANES = 4;

/** The lane of a start that carries a deduplication key. FNV-1a: it only has to be the same everywhere. */
export function computeRunLane(deduplicationKey: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < deduplicationKey.length; index += 1) {
    hash = Math.imul(hash ^ deduplicationKey.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash % RUN_LANES;
}
