import { keep, readKept } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';

/** The payload of a run by hand. `Own` is the person's text. */
export const dataChoices = ['Last', 'Sample', 'Own', 'Empty'] as const;
export type DataChoice = (typeof dataChoices)[number];

export interface RunDataChoice {
  choice: DataChoice;
  /** The person's own text; kept also while another choice is made. */
  ownText: string;
}

/** Longer texts are not kept: the browser's room is shared by all workflows. */
const MOST_KEPT_CHARACTERS = 20_000;
const KEPT_MS = 30 * DAY_MS;
const PREFIX = 'portage:run-data';

/** Whose choice for which workflow. */
export function choiceKeyOf(userId: string, workflowId: string): string {
  return `${PREFIX}:${userId}:${workflowId}`;
}

/** Remembers a choice in this browser, where it has room. */
export function keepChoice(storage: Storage, key: string, { choice, ownText }: RunDataChoice, nowMs: number): void {
  const kept = ownText.length > MOST_KEPT_CHARACTERS ? '' : ownText;
  keep(storage, key, { choice: choice === 'Own' && kept === '' ? 'Empty' : choice, ownText: kept, at: nowMs });
}

/** The choice of the last time; null: there was none, or long ago. */
export function keptChoice(storage: Storage, key: string, nowMs: number): RunDataChoice | null {
  const { choice, ownText, at } = (readKept(storage, key) ?? {}) as Partial<RunDataChoice & { at: number }>;
  const isKnown = (dataChoices as readonly unknown[]).includes(choice);
  if (!isKnown || typeof ownText !== 'string' || typeof at !== 'number' || nowMs - at > KEPT_MS) return null;
  return { choice: choice as DataChoice, ownText };
}
