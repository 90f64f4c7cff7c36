import type { NewStepChoice } from './canvas-types.ts';

const STORAGE_KEY = 'portage:recent-steps';
const MOST = 8;

/** What identifies a choice among recent ones: its type, or its connector's operation. */
export function getChoiceKey({ type, connectorId, operation }: Pick<NewStepChoice, 'type' | 'connectorId' | 'operation'>): string {
  return operation ? `${type} ${connectorId} ${operation.id}` : type;
}

/** Keys of the steps that this person added last, newest first. */
export function readRecentChoices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberChoice(choice: NewStepChoice): void {
  const key = getChoiceKey(choice);
  const keys = [key, ...readRecentChoices().filter((other) => other !== key)].slice(0, MOST);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(keys));
  } catch {
    // Without storage, the usual order stays.
  }
}
