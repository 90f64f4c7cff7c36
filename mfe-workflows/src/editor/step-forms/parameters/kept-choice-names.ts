import { keep, readStoredJson } from '@portage/area-kit/kept';

/** Names of values that a person chose by typing. A step stores only the id, and systems can't be searched by id. */
const KEY = 'portage:choice-names:';
const MOST_NAMES = 200;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** @returns undefined if the value was not chosen in this browser */
export function readChoiceName(storage: Store, connectorId: string, path: string, value: string): string | undefined {
  return readChoiceNames(storage, connectorId).find(([ofPath, ofValue]) => ofPath === path && ofValue === value)?.[2];
}

export function keepChoiceName(storage: Store, connectorId: string, path: string, value: string, name: string): void {
  const others = readChoiceNames(storage, connectorId).filter(([ofPath, ofValue]) => ofPath !== path || ofValue !== value);
  // If storage is full, the name isn't stored, and the field shows the id.
  keep(storage, `${KEY}${connectorId}`, [[path, value, name], ...others].slice(0, MOST_NAMES));
}

/** Last chosen first. */
function readChoiceNames(storage: Store, connectorId: string): [path: string, value: string, name: string][] {
  const names = readStoredJson(storage, `${KEY}${connectorId}`);
  return Array.isArray(names) ? names.filter((entry) => Array.isArray(entry) && typeof entry[2] === 'string') : [];
}
