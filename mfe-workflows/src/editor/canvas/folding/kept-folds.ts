import { keep, readStoredJson } from '@portage/area-kit/kept';

const KEY = 'portage:folds';
/** Only this many workflows' folds are stored; the least recently used are removed first. */
const KEPT_COUNT = 100;
/** A workflow has at most 2,000 steps. */
const MOST_FOLDS = 2_000;

interface StoredFolds {
  userId: string;
  workflowId: string;
  keys: string[];
}

export function readStoredFolds(storage: Storage, userId: string, workflowId: string): ReadonlySet<string> {
  return new Set(readAll(storage).find((one) => one.userId === userId && one.workflowId === workflowId)?.keys);
}

/** Stores nothing if the browser is out of space. */
export function keepFolds(storage: Storage, userId: string, workflowId: string, folded: ReadonlySet<string>): void {
  const others = readAll(storage).filter((one) => one.userId !== userId || one.workflowId !== workflowId);
  const own = folded.size > 0 ? [{ userId, workflowId, keys: [...folded].slice(0, MOST_FOLDS) }] : [];
  keep(storage, KEY, [...own, ...others].slice(0, KEPT_COUNT));
}

function readAll(storage: Storage): StoredFolds[] {
  const read = readStoredJson(storage, KEY);
  return Array.isArray(read) ? read.filter(isStoredFolds) : [];
}

function isStoredFolds(one: unknown): one is StoredFolds {
  const { userId, workflowId, keys } = (one ?? {}) as Partial<StoredFolds>;
  const isNamed = typeof userId === 'string' && typeof workflowId === 'string';
  return isNamed && Array.isArray(keys) && keys.every((key) => typeof key === 'string');
}
