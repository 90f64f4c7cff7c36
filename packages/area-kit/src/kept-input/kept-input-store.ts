/** Input of forms whose session ended before it was saved, in the tab's own storage. */
const KEPT_INPUT = 'portage:kept-input:';

export interface StoredInputKey {
  userId: string;
  /** Path and query. */
  address: string;
  form: string;
}

/** The person's changes, by field name. */
export interface StoredInputValues {
  values: Record<string, unknown>;
  /** Secret fields were left out. */
  lacksSecrets: boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Does nothing if storage is full: the form then starts empty, as it would without this. */
export function keepInput(storage: Store | null, place: StoredInputKey, input: StoredInputValues): void {
  try {
    storage?.setItem(toStorageKey(place), JSON.stringify(input));
  } catch {
    forgetInput(storage, place);
  }
}

/** @returns null if nothing is stored for this person, form and address */
export function readStoredInput(storage: Store | null, place: StoredInputKey): StoredInputValues | null {
  try {
    const input = JSON.parse(storage?.getItem(toStorageKey(place)) ?? 'null') as Partial<StoredInputValues> | null;
    return input && typeof input.values === 'object' && input.values !== null
      ? { values: input.values, lacksSecrets: input.lacksSecrets === true }
      : null;
  } catch {
    return null;
  }
}

export function forgetInput(storage: Store | null, place: StoredInputKey): void {
  storage?.removeItem(toStorageKey(place));
}

/** Removes the input of all forms. @param exceptUserId whose input stays */
export function forgetAllInput(storage: Store | null, exceptUserId?: string): void {
  if (!storage) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const stays = (key: string) => exceptUserId !== undefined && key.startsWith(`${KEPT_INPUT}${exceptUserId} `);
  for (const key of keys) if (key.startsWith(KEPT_INPUT) && !stays(key)) storage.removeItem(key);
}

function toStorageKey({ userId, address, form }: StoredInputKey): string {
  return `${KEPT_INPUT}${userId} ${form} ${address}`;
}
