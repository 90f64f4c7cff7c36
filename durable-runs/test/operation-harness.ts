import type { WorkflowStep } from '@portage/workflow';
import { makeConnection } from './connection-harness.ts';
import { CRM_DOCUMENT } from './crm-document.ts';
import { allSteps, chain, getShard, type ReceivedCall, randomText, start, testEnv, until } from './harness.ts';
import type { OddResponse } from './node/odd-answer.ts';

type Connection = Parameters<typeof makeConnection>[0];

/** A connector of the test system, with its own space there. */
export async function makeCrm(
  connection: Connection = {},
): Promise<{ connectorId: string; calls(): Promise<ReceivedCall[]>; answerOddly(odd: OddResponse): Promise<void> }> {
  const key = randomText();
  const connectorId = await makeConnection({
    document: CRM_DOCUMENT,
    secrets: { apiKey: 'sk_live_4242424242' },
    ...connection,
    type: { baseUrl: `${testEnv.CRM}/k/${key}`, ...connection.type },
  });
  return {
    connectorId,
    calls: async () => (await fetch(`${testEnv.CRM}/calls/${key}`)).json(),
    async answerOddly(odd) {
      await fetch(`${testEnv.CRM}/odd/${key}`, { method: 'POST', body: JSON.stringify(odd) });
    },
  };
}

type OperationStep = { stepId: string; type: 'ConnectorOperation' } & Record<string, unknown>;

/** @param mapped expressions by the paths they fill */
export function operation(
  connectorId: string,
  operationId: string,
  mapped: Record<string, string> = {},
  extra: object = {},
): OperationStep {
  const requestParameterMappings = Object.entries(mapped).map(([toParameterPath, fromParameterExpression]) => ({
    fromParameterExpression,
    toParameterPath,
  }));
  return { stepId: 'call', type: 'ConnectorOperation', connectorId, operationId, requestParameterMappings, ...extra };
}

export async function finish(steps: Parameters<typeof chain>, payload: unknown = {}, version: object = {}, overrides: object = {}) {
  const { runId, shard } = await start(chain(...steps), payload, overrides, version);
  const run = await until(runId);
  const records = await allSteps(runId);
  const data = async (name: string) => {
    const found = records.find((record) => record.name === name);
    return (await getShard(runId).getStepInstance(runId, found?.id ?? ''))?.stepData ?? null;
  };
  return { runId, shard, run, records, data };
}

export function script(stepId: string, text: string, extra: Partial<WorkflowStep> = {}) {
  return { stepId, type: 'CustomScript' as const, script: text, ...extra };
}
