import { keep, readKept } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';
import type { StepAnswers } from './step-answers.ts';

const PREFIX = 'portage:wizard';
/** Older answers are no longer useful. */
const KEPT_MS = 30 * DAY_MS;

/** Which step of which playbook, and whose it is. */
export interface AnswersPlace {
  userId: string;
  playbookId: string;
  stepId: string;
}

/**
 * This tab's storage, which survives a reload, and the browser's, which survives a crash and a closed tab. Two tabs at one step keep their
 * own answers; a new tab gets the ones that were typed last.
 */
export interface AnswerStorages {
  tab: Storage;
  browser: Storage;
}

interface Kept {
  answers: StepAnswers;
  atMs: number;
}

export function keepAnswers({ tab, browser }: AnswerStorages, place: AnswersPlace, answers: StepAnswers, nowMs: number): void {
  for (const storage of [tab, browser]) keep(storage, keyOf(place), { answers, atMs: nowMs } satisfies Kept);
}

/** Answers that were not saved; null if all are saved. */
export function keptAnswers({ tab, browser }: AnswerStorages, place: AnswersPlace, nowMs: number): StepAnswers | null {
  for (const storage of [tab, browser]) {
    const kept = read(storage, keyOf(place));
    if (kept && nowMs - kept.atMs < KEPT_MS) return kept.answers;
  }
  return null;
}

/** Deletes this tab's stored answers. Answers that another tab typed since stay. */
export function dropAnswers({ tab, browser }: AnswerStorages, place: AnswersPlace): void {
  const key = keyOf(place);
  if (browser.getItem(key) === tab.getItem(key)) browser.removeItem(key);
  tab.removeItem(key);
}

function keyOf({ userId, playbookId, stepId }: AnswersPlace): string {
  return `${PREFIX}:${userId}:${playbookId}:${stepId}`;
}

function read(storage: Storage, key: string): Kept | null {
  const kept = readKept(storage, key) as Partial<Kept> | null;
  const isWhole = typeof kept?.atMs === 'number' && typeof kept.answers === 'object' && kept.answers !== null;
  return isWhole ? (kept as Kept) : null;
}
