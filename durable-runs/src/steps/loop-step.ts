import { collectsResults, type LoopStep } from '@portage/workflow';
import { failed, type StepHandler } from '../step-context/step-handler.ts';
import { evaluateList, stepOfCollection } from './paged-list.ts';

/**
 * Spec ENG-12: goes through a list item by item, in order; `pagedItemsLimit` limits how many. A loop with that limit over the list of a
 * step with auto paging (ENG-16, STEP-48) continues with the next pages, each fetched when it's due.
 */
export const loopStep: StepHandler<LoopStep> = {
  actsOutside: () => false,
  run(step, context) {
    const expression = step.listContextDataEntityName ?? '';
    if (expression.trim() === '') return failed('The loop has no collection to iterate over.');
    const list = evaluateList(expression, context.scope);
    if (!Array.isArray(list)) return failed(`The collection ${expression} is not a list: it ${describeKind(list)}.`);
    const limit = step.pagedItemsLimit && step.pagedItemsLimit > 0 ? step.pagedItemsLimit : null;
    const items = limit === null ? list : list.slice(0, limit);
    const count = items.length;
    const detail = { request: { collection: expression, count } };
    // There are no items, so no iteration ends that could return a result.
    const values = count === 0 && collectsResults(step) ? { values: { Results: [] } } : {};
    const source = limit === null || count >= limit ? null : stepOfCollection(expression);
    const nextPage = source === null ? null : context.nextPageOf(source);
    if (source === null || limit === null || nextPage === null) return { outcome: { kind: 'loop', count }, items, detail, ...values };
    return { outcome: { kind: 'loop', count, pages: { stepId: source, limit } }, items, nextPage, detail };
  },
  describe: (_step, { Results, Response }, { request }) => {
    const body = Results ?? Response;
    return { ...(request === undefined ? {} : { request }), ...(body === undefined ? {} : { response: { body } }) };
  },
};

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'has no value';
  if (typeof value === 'string') return 'is a text';
  return typeof value === 'object' ? 'is an object' : `is a ${typeof value}`;
}
