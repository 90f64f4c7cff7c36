import { evaluateExpression, type LoopStep } from '@portage/workflow';
import { failed, type StepHandler } from './step-handler.ts';

/** Spec ENG-12: goes through a list item by item, in order; `pagedItemsLimit` bounds how many. */
export const loopStep: StepHandler<LoopStep> = {
  actsOutside: () => false,
  run(step, context) {
    const expression = step.listContextDataEntityName ?? '';
    if (expression.trim() === '') return failed('The loop has no collection to iterate.');
    const list = evaluateExpression(expression, context.scope);
    if (!Array.isArray(list)) return failed(`The collection ${expression} is no list but ${kindOf(list)}.`);
    const items = step.pagedItemsLimit && step.pagedItemsLimit > 0 ? list.slice(0, step.pagedItemsLimit) : list;
    return { outcome: { kind: 'loop', count: items.length }, items, detail: { request: { collection: expression, count: items.length } } };
  },
  describe: (_step, _values, detail) => ({ request: detail.request }),
};

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
