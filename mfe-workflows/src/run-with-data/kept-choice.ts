import { keep, readStoredJson } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';

/** Which payload a manually started run gets. `Own` is the person's text. */
export const dataChoices = ['Last', 'Sample', 'Own', 'Empty'] as const;
export type DataChoice = (typeof dataChoices)[number];

export interface RunDataChoice {
  choice: DataChoice;
  /** The person's own text; stored even if another choice is selected. */
  ownText: string;
}

/** Longer texts aren't stored: all workflows share the browser's storage. */
const MOST_KEPT_CHARACTERS = 20_000;
const KEPT_MS = 30 * DAY_MS;
const PREFIX = 'portage:run-data';

export function buildChoiceKey(userId: string, workflowId: string): string {
  return `${PREFIX}:${userId}:${workflowId}`;
}

/** Remembers a choice in this browser, if there is space. */
export function keepChoice(storage: Storage, key: string, { choice, ownText }: RunDataChoice, nowMs: number): void {
  const kept = ownText.length > MOST_KEPT_CHARACTERS ? '' : ownText;
  keep(storage, key, { choice: choice === 'Own' && kept === '' ? 'Empty' : choice, ownText: kept, at: nowMs });
}

/** The previous choice; null if there is none, or if it is too old. */
export function readStoredChoice(storage: Storage, key: string, nowMs: number): RunDataChoice | null {
  const { choice, ownText, at } = (readStoredJson(storage, key) ?? {}) as Partial<RunDataChoice & { at: number }>;
  const isKnown = (dataChoices as readonly unknown[]).includes(choice);
  if (!isKnown || typeof ownText !== 'string' || typeof at !== 'number' || nowMs - at > KEPT_MS) return null;
  return { choice: choice as DataChoice, ownText };
}
