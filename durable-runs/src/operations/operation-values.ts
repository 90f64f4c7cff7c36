import { RequestError, type RequestValues, valuesFromMappings, valuesFromScript } from '@portage/connectors/requests';
import { type ConnectorOperationStep, ExpressionError, evaluateExpression } from '@portage/workflow';
import type { StepContext } from '../step-context/step-handler.ts';

export type OperationValues =
  | { ok: true; values: RequestValues; log: string }
  /** The message is fit for the workflow's author. */
  | { ok: false; message: string; log: string };

/** The values to send, from the step's mappings or its script (spec ENG-21). */
export async function operationValues(step: ConnectorOperationStep, context: StepContext): Promise<OperationValues> {
  const isScript = step.requestParametersSourceType === 'Script';
  try {
    return isScript ? await fromScript(step.script ?? '', context) : { ok: true, values: fromMappings(step, context), log: '' };
  } catch (error) {
    if (error instanceof RequestError) return { ok: false, message: error.message, log: '' };
    throw error;
  }
}

async function fromScript(source: string, context: StepContext): Promise<OperationValues> {
  const script = await context.script(source);
  const log = script.log ?? '';
  if (!script.ok) return { ok: false, message: `The script failed: ${script.message}`, log };
  try {
    return { ok: true, values: valuesFromScript(script.value), log };
  } catch (error) {
    if (error instanceof RequestError) return { ok: false, message: error.message, log };
    throw error;
  }
}

/** @throws RequestError naming every mapping that cannot be read */
function fromMappings({ requestParameterMappings = [] }: ConnectorOperationStep, { scope }: StepContext): RequestValues {
  const problems: { path: string; message: string }[] = [];
  const mapped = requestParameterMappings.flatMap(({ toParameterPath, fromParameterExpression }) => {
    if (!fromParameterExpression?.trim()) return [];
    try {
      return [{ toParameterPath, value: evaluateExpression(fromParameterExpression, scope) }];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      problems.push({
        path: toParameterPath,
        message: `cannot be read: ${error.message} (at character ${error.position + 1} of its expression).`,
      });
      return [];
    }
  });
  if (problems.length > 0) throw new RequestError(problems);
  return valuesFromMappings(mapped);
}
