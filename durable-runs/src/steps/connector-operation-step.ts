import { type ConnectorOperationStep, workflowLimits } from '@portage/workflow';
import { hopsRefusal } from '../egress/hops.ts';
import { describeCall } from '../http/describe-call.ts';
import { callOperation, type OperationPage } from '../operations/call-operation.ts';
import { collectPages } from '../operations/collect-pages.ts';
import { type OperationCall, OperationRefused, type RequestSettings } from '../operations/operation-request.ts';
import { operationValues } from '../operations/operation-values.ts';
import { failed, type StepContext, type StepHandler, type StepResult } from '../step-context/step-handler.ts';

/**
 * Spec STEP-31: an operation of a connector. With auto paging (ENG-16) under a loop with a limit, the step returns the
 * first page, and the loop has each later page fetched when its first item is due. Without such a loop, the step itself
 * returns all items up to Max Items.
 */
export const connectorOperationStep: StepHandler<ConnectorOperationStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const refusal = hopsRefusal(context.chain.hops - 1);
    if (refusal !== null) return failed(refusal);
    const from = await operationValues(step, context);
    const ofScript = from.log ? { log: from.log } : {};
    if (!from.ok) return { ...failed(from.message), detail: ofScript };
    const result = await runCall(step, { values: from.values }, context);
    return from.log ? { ...result, detail: { ...result.detail, log: [from.log, result.detail?.log].filter(Boolean).join('\n') } } : result;
  },
  async nextPage(step, nextPage, context) {
    // The first request sets the page size.
    const settings: RequestSettings = { wantedItems: null, list: 'paged', idempotencyKey: context.idempotencyKey };
    const page = await callOperation(step, nextPage as OperationCall, context, settings);
    return page.ok ? pageResult(page, (page) => page.next()) : page.result;
  },
  describe: (step, values, detail) => ({
    ...(step.requestParametersSourceType === 'Script' ? { requestScript: step.script ?? '' } : {}),
    ...describeCall(values, detail),
    ...(detail.log === undefined ? {} : { log: detail.log }),
  }),
};

async function runCall(step: ConnectorOperationStep, call: OperationCall, context: StepContext): Promise<StepResult> {
  const { idempotencyKey } = context;
  const loopLimit = step.useAutoPaging ? context.pagedLoopLimit(step.stepId) : null;
  const limit = loopLimit ?? Math.max(1, step.pagedItemsLimit ?? workflowLimits.pagedItemsDefault);
  const list: Pick<RequestSettings, 'wantedItems' | 'list'> = step.useAutoPaging
    ? { wantedItems: limit, list: 'paged' }
    : { wantedItems: null, list: null };
  const page = await callOperation(step, call, context, { ...list, idempotencyKey });
  if (!page.ok) return page.result;
  if (!step.useAutoPaging || !page.operation.paging) return { outcome: { kind: 'succeeded' }, values: page.values, detail: page.detail };
  if (loopLimit === null) return collectPages(step, page, limit, context);
  return pageResult(page, () => (page.items.length >= limit ? null : page.next()));
}

/** A page for a loop that iterates its items before it asks for another page. */
function pageResult(page: OperationPage, next: (page: OperationPage) => OperationCall | null): StepResult {
  const ResponseItemsPath = page.operation.paging?.itemsPath ?? '';
  const { detail } = page;
  const values = { ...page.values, ResponseItemsPath };
  try {
    return { outcome: { kind: 'succeeded' }, values, detail, nextPage: next(page) };
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return { outcome: { kind: 'failed', message: error.message }, values: { ...values, Error: error.message }, detail };
  }
}
