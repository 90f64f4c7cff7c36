import { withItems } from '@portage/connectors/paging';
import type { ConnectorOperationStep } from '@portage/workflow';
import { runLimits } from '../limits.ts';
import type { StepContext, StepResult } from '../step-context/step-handler.ts';
import { callOperation, type OperationPage } from './call-operation.ts';
import { type OperationCall, OperationRefused, type RequestSettings } from './operation-request.ts';

/** A longer list isn't read in one step. */
const MOST_PAGES = 2_000;

/**
 * Fetches page after page until there are as many items as wanted. The step then returns the first page's response, with
 * all items in place of its own.
 */
export async function collectPages(
  step: ConnectorOperationStep,
  first: OperationPage,
  limit: number,
  context: StepContext,
): Promise<StepResult> {
  const items = [...first.items];
  let page = first;
  let pages = 1;
  let chars = JSON.stringify(first.values.Response).length;
  const failure = (message: string): StepResult => ({
    outcome: { kind: 'failed', message },
    values: { Error: message },
    detail: page.detail,
  });
  try {
    for (let next = findNextCall(page, items, limit); next; next = findNextCall(page, items, limit)) {
      if (pages >= MOST_PAGES) return failure(`The list has more than ${MOST_PAGES} pages: lower Max Items to Return, or use a loop.`);
      const refusal = context.overTime();
      if (refusal !== null) return failure(refusal);
      const settings: RequestSettings = { wantedItems: null, list: 'paged', idempotencyKey: context.idempotencyKeyOf(`page${pages + 1}`) };
      const further = await callOperation(step, next, context, settings);
      if (!further.ok) return further.result;
      page = further;
      pages += 1;
      items.push(...page.items);
      chars += JSON.stringify(page.items).length;
      if (chars > runLimits.valueBytes)
        return failure('The list is larger than a step can hold: lower Max Items to Return, or use a loop.');
    }
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return failure(error.message);
  }
  const kept = items.slice(0, limit);
  const Response = withItems(first.operation, first.values.Response, kept);
  const ResponseItemsPath = first.operation.paging?.itemsPath ?? '';
  const log = pages === 1 ? {} : { log: `${pages} pages, ${kept.length} items.` };
  return {
    outcome: { kind: 'succeeded' },
    values: { ...first.values, Response, ResponseItemsPath },
    detail: { ...first.detail, ...log },
  };
}

function findNextCall(page: OperationPage, items: readonly unknown[], limit: number): OperationCall | null {
  return items.length >= limit ? null : page.next();
}
