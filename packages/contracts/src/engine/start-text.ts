import type { StartRunRequest, StartRunResult } from './start-run.ts';

/**
 * A start as one text: `triggerJson` unchanged after the first line break (the head has none), so that nothing needs escaping. Calling an
 * object costs less with one text than with a value of several members (bench/history.md).
 */
export function startText({ triggerJson, ...head }: StartRunRequest): string {
  return `${JSON.stringify(head)}\n${triggerJson}`;
}

/** Parses a start from such a text. */
export function startOfText(text: string): StartRunRequest {
  const end = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, end)) as Omit<StartRunRequest, 'triggerJson'>;
  return { ...head, triggerJson: text.slice(end + 1) };
}

/** The result of a start, as one text. */
export function startResultText(result: StartRunResult): string {
  return result.outcome === 'accepted' && result.answerWithinMs === undefined ? result.runId : JSON.stringify(result);
}

/** A run id never begins like JSON. */
export function startResultOfText(text: string): StartRunResult {
  return text.startsWith('{') ? (JSON.parse(text) as StartRunResult) : { outcome: 'accepted', runId: text };
}
