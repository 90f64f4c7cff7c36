import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { jsonProblem } from './json-problem.ts';
import type { DataChoice, RunDataChoice } from './kept-choice.ts';

export type RunData = CallResponse<Calls, 'GET /api/workflows/{id}/payloads'>;

/** The texts that can be chosen. A choice without data is missing. */
export function buildPayloadTexts({ last, sample }: RunData): Partial<Record<DataChoice, string>> {
  return {
    ...(last && !last.isTooLong ? { Last: JSON.stringify(last.payload, null, 2) } : {}),
    ...(sample ? { Sample: JSON.stringify(sample.payload, null, 2) } : {}),
    Empty: '',
  };
}

/** The initial choice: the previous one if it is still possible, otherwise the newest data. */
export function firstChoice(texts: Partial<Record<DataChoice, string>>, kept: RunDataChoice | null): RunDataChoice {
  if (kept && (kept.choice === 'Own' || texts[kept.choice] !== undefined)) return kept;
  const choice = texts.Last !== undefined ? 'Last' : texts.Sample !== undefined ? 'Sample' : 'Empty';
  return { choice, ownText: kept?.ownText ?? '' };
}

export type ReadPayload = { ok: true; payload: unknown } | { ok: false; message: string };

/** Parses the text. Blank text isn't data. The message names the line of the first mistake. */
export function readPayload(text: string): ReadPayload {
  const problem = jsonProblem(text);
  if (problem) return { ok: false, message: `This is not JSON: ${problem.message}, line ${problem.line}, column ${problem.column}.` };
  return { ok: true, payload: text.trim() === '' ? null : JSON.parse(text) };
}
