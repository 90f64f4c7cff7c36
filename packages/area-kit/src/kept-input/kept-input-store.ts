/** Input of forms whose session ended before it was saved, in the tab's own storage. */
const KEPT_INPUT = 'portage:kept-input:';

/** Whose input it is, of which form, at which address. */
export interface KeptInputPlace {
  userId: string;
  /** Path and query. */
  address: string;
  form: string;
}

/** What a person had changed, by the names of the fields. */
export interface KeptInputValues {
  values: Record<string, unknown>;
  /** Some fields were left out, because they are secret. */
  lacksSecrets: boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A full storage keeps nothing: the form is empty then, as it would be without this. */
export function keepInput(storage: Store | null, place: KeptInputPlace, input: KeptInputValues): void {
  try {
    storage?.setItem(keyOf(place), JSON.stringify(input));
  } catch {
    forgetInput(storage, place);
  }
}

/** @returns null if nothing is kept for this person at this place */
export function keptInput(storage: Store | null, place: KeptInputPlace): KeptInputValues | null {
  try {
    const input = JSON.parse(storage?.getItem(keyOf(place)) ?? 'null') as Partial<KeptInputValues> | null;
    return input && typeof input.values === 'object' && input.values !== null
      ? { values: input.values, lacksSecrets: input.lacksSecrets === true }
      : null;
  } catch {
    return null;
  }
}

export function forgetInput(storage: Store | null, place: KeptInputPlace): void {
  storage?.removeItem(keyOf(place));
}

/** Forgets the input of all forms. @param exceptUserId whose input stays */
export function forgetAllInput(storage: Store | null, exceptUserId?: string): void {
  if (!storage) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const stays = (key: string) => exceptUserId !== undefined && key.startsWith(`${KEPT_INPUT}${exceptUserId} `);
  for (const key of keys) if (key.startsWith(KEPT_INPUT) && !stays(key)) storage.removeItem(key);
}

function keyOf({ userId, address, form }: KeptInputPlace): string {
  return `${KEPT_INPUT}${userId} ${form} ${address}`;
}
