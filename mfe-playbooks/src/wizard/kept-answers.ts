import { keep, readStoredJson } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';
import type { StepAnswers } from './step-answers.ts';

const PREFIX = 'portage:wizard';
const KEPT_MS = 30 * DAY_MS;

export interface AnswersKey {
  userId: string;
  playbookId: string;
  stepId: string;
}

/** The tab's storage survives a reload, the browser's a crash. Two tabs keep their own answers; a new tab gets the latest. */
export interface AnswerStorages {
  tab: Storage;
  browser: Storage;
}

interface StoredAnswers {
  answers: StepAnswers;
  atMs: number;
}

export function storeAnswers({ tab, browser }: AnswerStorages, place: AnswersKey, answers: StepAnswers, nowMs: number): void {
  for (const storage of [tab, browser]) keep(storage, buildStorageKey(place), { answers, atMs: nowMs } satisfies StoredAnswers);
}

/** Answers that were not saved; null if all are saved. */
export function readStoredAnswers({ tab, browser }: AnswerStorages, place: AnswersKey, nowMs: number): StepAnswers | null {
  for (const storage of [tab, browser]) {
    const kept = read(storage, buildStorageKey(place));
    if (kept && nowMs - kept.atMs < KEPT_MS) return kept.answers;
  }
  return null;
}

/** Leaves answers that another tab stored later. */
export function dropAnswers({ tab, browser }: AnswerStorages, place: AnswersKey): void {
  const key = buildStorageKey(place);
  if (browser.getItem(key) === tab.getItem(key)) browser.removeItem(key);
  tab.removeItem(key);
}

function buildStorageKey({ userId, playbookId, stepId }: AnswersKey): string {
  return `${PREFIX}:${userId}:${playbookId}:${stepId}`;
}

function read(storage: Storage, key: string): StoredAnswers | null {
  const kept = readStoredJson(storage, key) as Partial<StoredAnswers> | null;
  const isWhole = typeof kept?.atMs === 'number' && typeof kept.answers === 'object' && kept.answers !== null;
  return isWhole ? (kept as StoredAnswers) : null;
}
