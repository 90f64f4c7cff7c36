import { diffValues } from '@portage/workflow';
import type { StepDetailData, StepGroup } from '../../api-types.ts';

/** One position of the workflow in two runs; null: that run didn't reach it. */
export interface ComparedStep {
  place: string;
  name: string;
  stepType: StepGroup['stepType'];
  left: StepGroup | null;
  right: StepGroup | null;
}

/** The positions of both runs in the order of the left one; a position that only the right run has follows the one before it there. */
export function pairSteps(left: readonly StepGroup[], right: readonly StepGroup[]): ComparedStep[] {
  const rightByPlace = new Map(right.map((group) => [group.place, group]));
  const leftPlaces = new Set(left.map(({ place }) => place));
  const paired = left.map((group): ComparedStep => pair(group, group, rightByPlace.get(group.place) ?? null));
  right.forEach((group, at) => {
    if (leftPlaces.has(group.place)) return;
    const before = paired.findIndex(({ place }) => place === right[at - 1]?.place);
    paired.splice(before + 1, 0, pair(group, null, group));
  });
  return paired;
}

function pair({ place, name, stepType }: StepGroup, left: StepGroup | null, right: StepGroup | null): ComparedStep {
  return { place, name, stepType, left, right };
}

/** The status of everything that ran at a position: that of its failures, if any. */
export function statusOfGroup({ spans, failedCount }: StepGroup): StepGroup['spans'][number]['status'] {
  return failedCount > 0 ? 'Failed' : (spans.at(-1)?.status ?? 'Succeeded');
}

/** The execution of a position that is compared: its first failed one, otherwise its first. */
export function comparedExecution({ spans }: StepGroup): string | null {
  return (spans.find(({ status }) => status === 'Failed') ?? spans[0])?.stepInstanceId ?? null;
}

export interface ValueDifference {
  path: string;
  left: unknown;
  right: unknown;
}

/** Which values of a step differ between two runs. Headers are left out: they differ in every call. */
export function diffStepData(left: StepDetailData | null, right: StepDetailData | null): ValueDifference[] {
  const differences: ValueDifference[] = [];
  diffValues(comparedValues(left), comparedValues(right), (path, before, after) => {
    differences.push({ path, left: before, right: after });
  });
  return differences;
}

function comparedValues(data: StepDetailData | null): object {
  if (!data) return {};
  const { payload, request, requestUrl, response, log, currentItem, error } = data;
  return {
    payload,
    request: withoutHeaders(request),
    url: requestUrl,
    status: response?.responseHttpStatusCode,
    response: response?.body,
    log,
    currentItem,
    error,
  };
}

function withoutHeaders(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return request;
  const { headers: _headers, ...rest } = request;
  return rest;
}
