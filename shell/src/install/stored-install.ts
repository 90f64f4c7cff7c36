import { keep } from '@portage/area-kit/kept';
import type { AppName } from './installed-apps.ts';

/** Parameters that a store sent along (spec AUTH-39, AUTH-41). */
export interface InstallInfo {
  app: AppName;
  storeHost: string | null;
  code: string | null;
  state: string | null;
  isGiftCard: boolean;
  /** The whole query, unchanged: Shopify signs all of it. */
  query: string;
}

const PREFIX = 'portage:install:';
/** Spec CONST: as long as the specification's redirect cookie lives. */
const LIVES_MS = 1_800_000;

/** Order of spec AUTH-24, AUTH-25: Shopify, then Zoom. */
const STORES = ['shopify', 'zoom'] as const;

/** Spec AUTH-39: for Zoom the code is read; for Shopify code, shop and state. */
export function readInstall(app: AppName, isGiftCard: boolean, query: URLSearchParams): InstallInfo {
  const isZoom = app === 'zoom';
  return {
    app,
    storeHost: isZoom ? null : query.get('shop'),
    code: query.get('code'),
    state: isZoom ? null : query.get('state'),
    isGiftCard,
    query: isZoom ? '' : query.toString(),
  };
}

export function storeInstall(storage: Storage | null, info: InstallInfo, nowMs: number): void {
  if (storage) keep(storage, getStorageKey(info.app), { ...info, atMs: nowMs });
}

/** Returns the stored parameters of an app and deletes them; null after half an hour. */
export function takeInstall(storage: Storage | null, app: AppName, nowMs: number): InstallInfo | null {
  const info = readStored(storage, getStorageKey(app), nowMs);
  storage?.removeItem(getStorageKey(app));
  return info?.app === app ? info : null;
}

/** Spec AUTH-24, AUTH-25: where a person continues who had to sign in first; null if no installation was started. */
export function storedInstallPath(storage: Storage | null, nowMs: number): string | null {
  for (const store of STORES) {
    const info = readStored(storage, PREFIX + store, nowMs);
    if (info) return `/apps/${info.app}/signin`;
  }
  return null;
}

function getStorageKey(app: AppName): string {
  return PREFIX + (app === 'zoom' ? 'zoom' : 'shopify');
}

function readStored(storage: Storage | null, key: string, nowMs: number): InstallInfo | null {
  try {
    const stored = JSON.parse(storage?.getItem(key) ?? 'null') as (InstallInfo & { atMs: number }) | null;
    if (!stored || typeof stored.app !== 'string' || !(nowMs - stored.atMs < LIVES_MS)) return null;
    const { atMs: _, ...info } = stored;
    return info;
  } catch {
    return null;
  }
}
