import { flattenOutline, outlineSteps } from '@portage/workflow';
import type { EditorStep } from '../state/editor-state.ts';

/** The clientId of the step before or after, in reading order; null at either end. */
export function neighborOf(steps: readonly EditorStep[], clientId: string, by: 1 | -1): string | null {
  const { chain, unreached } = outlineSteps(steps);
  const order = [...flattenOutline(chain).map(({ step }) => step), ...unreached];
  const at = order.findIndex((step) => step.clientId === clientId);
  return order[at + by]?.clientId ?? null;
}
