import { keep, readKept } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';
import type { StepAnswers } from './step-answers.ts';

const PREFIX = 'portage:wizard';
/** Older answers are of no use. */
const KEPT_MS = 30 * DAY_MS;

/** Which step of which playbook, and whose. */
export interface AnswersPlace {
  userId: string;
  playbookId: string;
  stepId: string;
}

/**
 * Storage of this tab, which a reload keeps, and of the browser, which outlives a crash and a closed tab. Two tabs at one step
 * keep their own answers; a new tab gets those that were typed last.
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

/** Answers that were not saved; null: all are saved. */
export function keptAnswers({ tab, browser }: AnswerStorages, place: AnswersPlace, nowMs: number): StepAnswers | null {
  for (const storage of [tab, browser]) {
    const kept = read(storage, keyOf(place));
    if (kept && nowMs - kept.atMs < KEPT_MS) return kept.answers;
  }
  return null;
}

/** Forgets this tab's answers. Those that another tab typed since stay. */
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
