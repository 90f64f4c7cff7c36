import type { RunViewer, WorkflowVersionSnapshot } from '@portage/contracts';
import { findHiddenNames, hideBy } from '@portage/workflow';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';

/** A run's versions as its reader sees them: steps the workflow hides today are hidden in each of them (spec EDIT-78). */
export class VersionsSeen {
  readonly #stores: ShardStores;
  readonly #viewer: RunViewer;

  constructor(stores: ShardStores, viewer: RunViewer) {
    this.#stores = stores;
    this.#viewer = viewer;
  }

  version(versionId: string): WorkflowVersionSnapshot | null {
    const version = this.#stores.runs.version(versionId);
    const hiding = this.#viewer.seesHidden ? null : (this.#viewer.hiding ?? null);
    return version && hiding ? { ...version, steps: hideBy(version.steps, hiding) } : version;
  }

  /** Names of steps hidden in any version the run continued with; null: nothing is hidden. */
  hiddenNames({ runKey, versionId }: RunRow): ReadonlySet<string> | null {
    if (this.#viewer.seesHidden) return null;
    const versionIds = new Set([versionId, ...this.#stores.runAttempts.list(runKey).map((failure) => failure.versionId)]);
    const names = [...versionIds].flatMap((id) => {
      const version = this.version(id);
      return (version && findHiddenNames(version.steps)) ?? [];
    });
    return names.length === 0 ? null : new Set(names.flatMap((hidden) => [...hidden]));
  }
}
