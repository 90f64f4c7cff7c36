import { keep } from '@portage/area-kit/kept';

const getStorageKey = (userId: string) => `portage:never-show-welcome:${userId}`;

/** Whether this person has turned off the welcome page in this browser (spec AUTH-47). */
export function hidesWelcome(storage: Storage | null, userId: string): boolean {
  return storage?.getItem(getStorageKey(userId)) === 'true';
}

export function neverShowWelcome(storage: Storage | null, userId: string): void {
  if (storage) keep(storage, getStorageKey(userId), true);
}
