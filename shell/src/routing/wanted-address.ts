import { keep } from '@portage/area-kit/kept';
import { HOUR_MS } from '@portage/primitives/durations';
import { isOutsideAreaName } from '@portage/registry';
import { resolveRoute } from './routes.ts';

const KEY = 'portage:wanted-address';
/** A person who comes back after half a day has another reason. */
const LIVES_MS = 12 * HOUR_MS;
const LONGEST = 2_000;

/** A visitor for checks of the address only; the guards for admins decide again when the real person arrives. */
const ANYBODY = { isAdmin: true, home: '/' };

interface Wanted {
  url: string;
  /** The person whose session ended there; null if no person was signed in. */
  userId: string | null;
  atMs: number;
}

/** The address asked for before signing in. Stored in this tab, never in an address, so no outside link controls a sign-in. */
export class WantedAddress {
  readonly #storage: Storage | null;
  readonly #now: () => number;

  constructor(storage: Storage | null, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Stores the address, if only signed-in people can open it. */
  keep(url: string, userId: string | null): void {
    if (!isWorthKeeping(url)) return;
    if (this.#storage) keep(this.#storage, KEY, { url, userId, atMs: this.#now() } satisfies Wanted);
  }

  /** Returns the address and deletes it. Null if there is none, if it is too old, or if it belongs to another person's session. */
  take(userId: string): string | null {
    const wanted = this.#read();
    this.forget();
    if (!wanted || !isWorthKeeping(wanted.url)) return null;
    const ageMs = this.#now() - wanted.atMs;
    const isOf = wanted.userId === null || wanted.userId === userId;
    return isOf && ageMs >= 0 && ageMs < LIVES_MS ? wanted.url : null;
  }

  forget(): void {
    this.#storage?.removeItem(KEY);
  }

  #read(): Wanted | null {
    try {
      const wanted = JSON.parse(this.#storage?.getItem(KEY) ?? 'null') as Partial<Wanted> | null;
      return typeof wanted?.url === 'string' && typeof wanted.atMs === 'number' ? ({ userId: null, ...wanted } as Wanted) : null;
    } catch {
      return null;
    }
  }
}

/** Whether a path of this Portage, in a browser's spelling, has a page that needs a signed-in person. */
export function isWorthKeeping(url: string): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || url.length > LONGEST || !URL.canParse(url, 'https://portage.invalid')) return false;
  const { origin, pathname, search, hash } = new URL(url, 'https://portage.invalid');
  if (origin !== 'https://portage.invalid' || `${pathname}${search}${hash}` !== url || pathname === '/') return false;
  const forVisitors = resolveRoute(pathname, null);
  // Booker's location page is public, but its calls are not; a signed-in person confirms an address without losing anything.
  const isGuarded =
    forVisitors.kind === 'redirect' || (forVisitors.kind === 'page' && ['booker-location', 'confirm-email'].includes(forVisitors.page));
  const { kind } = resolveRoute(pathname, ANYBODY);
  // Which areas other repositories have isn't known before the sign-in.
  const mayBeOutside = isOutsideAreaName(pathname.split('/')[1] ?? '');
  return isGuarded && (kind === 'area' || kind === 'page' || kind === 'help' || mayBeOutside);
}
