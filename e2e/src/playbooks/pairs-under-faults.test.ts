import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { answerWizardByApi } from './finish-by-api.ts';
import { finishNinePairs, type ReadyPair } from './nine-pairs.ts';
import { type SimulatedRecords, simulatedRecords } from './simulated-records.ts';

/** More than a round's writes: all of them fail. */
const ALL = 10_000;
/** Lets retries, waits for another flow's records, and the next pair in a chain of pairs finish. */
const MOST_ROUNDS = 8;

/** CPB-02..10: the nine pairs at once, without a browser. Their wizards and what each carries have their own tests. */
describe('the nine pairs under faults', { timeout: 600_000 }, () => {
  const port = freePort();
  let folder: Awaited<ReturnType<typeof startedDataDir>>;
  let stack: Stack;
  let api: Client<Calls>;
  let systems: SimulatedRecords;
  let pairs: ReadyPair[];
  const start = async () => startStack({ dataDir: folder.dataDir, port: await port });

  beforeAll(async () => {
    folder = await startedDataDir();
    stack = await start();
    api = (await signUp(stack.baseUrl)).api;
    systems = simulatedRecords(stack.baseUrl);
  });
  afterAll(async () => {
    await stack?.stop();
    await folder?.remove();
  });

  const targets = () => [...new Set(pairs.flatMap((pair) => pair.targets))];
  const faults = (kind: string, count: number) => Promise.all(targets().map((system) => systems.faults(system, kind, count)));
  const begin = (some: readonly ReadyPair[]) => {
    const ids = some.flatMap(({ workflowIds }) => workflowIds);
    return Promise.all(ids.map(async (id) => (await api('POST /api/workflows/{id}/run', { params: { id }, body: {} })).workflowInstanceId));
  };
  const untilOver = async (runIds: readonly string[]) => {
    const runs = await Promise.all(runIds.map((id) => waitForRun(api, id, undefined, 120_000)));
    expect(runs.filter(({ status }) => status !== 'Succeeded').map(({ errorMessage }) => errorMessage)).toEqual([]);
  };
  const sync = async (some: readonly ReadyPair[] = pairs) => {
    await untilOver(await begin(some));
    await untilIdle(some);
  };
  const flowsOf = async (workflowId: string) => (await api('GET /api/integrations/flows', { query: { workflowId, pageSize: 100 } })).flows;
  const itemsOf = async (flowId: string, status: 'Error' | 'InProgress') =>
    (await api('GET /api/integrations/flows/{flowId}/items', { params: { flowId }, query: { status, pageSize: 100 } })).items;

  async function errorsOf({ workflowIds }: ReadyPair): Promise<(string | null)[]> {
    const flows = (await Promise.all(workflowIds.map(flowsOf))).flat();
    const items = await Promise.all(flows.map(({ id }) => itemsOf(id, 'Error')));
    return items.flat().map(({ error }) => error);
  }

  /** A pair's flows' own reports, if both sides disagree in the end. */
  async function unsettledOf({ template, workflowIds }: ReadyPair) {
    const flows = (await Promise.all(workflowIds.map(flowsOf))).flat();
    return Promise.all(
      flows.map(async ({ id, source, target, state, error, counts, items }) => {
        const open = (await Promise.all((['Error', 'InProgress'] as const).map((status) => itemsOf(id, status)))).flat();
        return { template, flow: `${source.entity} to ${target.entity}`, state, error, counts, items, open };
      }),
    );
  }

  /**
   * Retries failed and waiting items now. Each request starts a run, and a run skips a flow that another run holds. So
   * the next round starts, and both sides are compared, when all runs are over and no flow is syncing.
   */
  async function tryAgain(pair: ReadyPair): Promise<void> {
    const runIds: string[] = [];
    for (const { id: flowId, items } of (await Promise.all(pair.workflowIds.map(flowsOf))).flat()) {
      const again = async (body: { allInError: true } | { sourceItemIds: string[] }) => {
        const { workflowInstanceId } = await api('POST /api/integrations/flows/{flowId}/sync-again', { params: { flowId }, body });
        runIds.push(workflowInstanceId);
      };
      const waiting = items.InProgress > 0 ? await itemsOf(flowId, 'InProgress') : [];
      if (items.Error > 0) await again({ allInError: true });
      if (waiting.length > 0) await again({ sourceItemIds: waiting.map(({ sourceItemId }) => sourceItemId) });
    }
    await untilOver(runIds);
    await untilIdle([pair]);
  }

  /** Scheduled runs also sync. */
  async function untilIdle(some: readonly ReadyPair[]): Promise<void> {
    const flows = async () => (await Promise.all(some.flatMap(({ workflowIds }) => workflowIds.map(flowsOf)))).flat();
    await expect.poll(async () => (await flows()).filter(({ state }) => state === 'Running')).toEqual([]);
  }

  async function disagreements(): Promise<[pair: ReadyPair, lines: string[]][]> {
    const all = await Promise.all(pairs.map(async (pair): Promise<[ReadyPair, string[]]> => [pair, await pair.differences()]));
    return all.filter(([, lines]) => lines.length > 0);
  }

  async function expectAgreement(): Promise<void> {
    await faults('status-500', 0);
    let left = await disagreements();
    for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
      const some = left.map(([pair]) => pair);
      await Promise.all(some.map(tryAgain));
      await sync(some);
      left = await disagreements();
    }
    const unsettled = await Promise.all(left.map(([pair]) => unsettledOf(pair)));
    expect(
      left.map(([{ template }, lines]) => [template, ...lines]),
      JSON.stringify(unsettled),
    ).toEqual([]);
  }

  test('lost responses during the first sync: both sides agree in the end, and nothing is duplicated', async () => {
    await Promise.all(
      ['booker', 'mindbody', 'netsuite', 'quickbooks', 'salesforce', 'shopify', 'swapcard', 'u-api'].map((system) =>
        systems.faults(system, 'lost-answer', 3),
      ),
    );
    pairs = await finishNinePairs(api, systems);
    expect(pairs).toHaveLength(9);
    await expectAgreement();
  });

  test('a kill -9 of everything in the middle, and lost responses to orders: both sides agree in the end', async () => {
    for (const pair of pairs) await pair.change(0);
    await faults('lost-answer', 2);
    const writes = async () => {
      const counts = await Promise.all(targets().map(async (system) => (await systems.calls(system)).writeCount));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    const before = await writes();
    await begin(pairs);
    await expect.poll(writes, { interval: 10 }).toBeGreaterThan(before + 10);
    await stack.kill();
    stack = await start();
    for (const system of targets()) await systems.withoutLimits(system);
    await expectAgreement();
  });

  test('too many calls: both sides agree in the end', async () => {
    for (const pair of pairs) await pair.change(1);
    await faults('status-429', 6);
    await sync();
    await expectAgreement();
  });

  test('refusals: each pair says why its records failed, and both sides agree in the end', async () => {
    for (const pair of pairs) await pair.change(2);
    await faults('refused-422', ALL);
    await sync();
    for (const pair of pairs) {
      const errors = await errorsOf(pair);
      expect([pair.template, errors.some((error) => error?.includes('The record was refused.'))]).toEqual([pair.template, true]);
      expect([pair.template, errors.filter((error) => !error?.trim())]).toEqual([pair.template, []]);
    }
    await expectAgreement();
  });

  test('a kill -9 of everything while playbooks are made: pressing Create Playbook again leaves exactly one set of workflows', async () => {
    const person = (await signUp(stack.baseUrl)).api;
    const connectorTo = async (system: string) =>
      (await person('POST /api/connectors/simulated', { body: { connectorTypeId: `system-${system}` } })).connector.id;
    await systems.fill('salesforce', 'Campaign', 1);
    const shop = await connectorTo('shopify');
    const crm = await connectorTo('salesforce');
    const ids = [
      await answerWizardByApi(person, 'booker-to-shopify', [await connectorTo('booker'), shop]),
      await answerWizardByApi(person, 'mindbody-to-shopify', [await connectorTo('mindbody'), shop]),
      await answerWizardByApi(person, 'salesforce-to-swapcard-event', [crm, await connectorTo('swapcard')]),
      await answerWizardByApi(person, 'zoom-meetings-to-salesforce', [await connectorTo('zoom'), crm]),
    ];
    const create = () => Promise.allSettled(ids.map((id) => person('POST /api/playbooks/{id}/update-from-wizard', { params: { id } })));
    const workflows = () => person('GET /api/workflows', { query: { pageSize: 100 } });
    const pressed = create();
    await expect.poll(async () => (await workflows()).totalCount, { interval: 5 }).toBeGreaterThan(0);
    await stack.kill();
    expect((await pressed).map(({ status }) => status)).toContain('rejected');
    stack = await start();

    const made = async () => {
      const playbooks = await Promise.all(ids.map(async (id) => (await person('GET /api/playbooks/{id}', { params: { id } })).playbook));
      return playbooks.map(
        ({ template, workflowTemplateIdsToWorkflowIds: workflowIds, isConverted, customPlaybookType, workflows: shown }) => ({
          ...{ template: template?.workflows.length, isConverted, workflowIds, customPlaybookType },
          areActive: shown.map(({ isActive }) => isActive),
        }),
      );
    };
    expect((await create()).map(({ status }) => status)).toEqual(ids.map(() => 'fulfilled'));
    const once = await made();
    for (const { template, isConverted, areActive } of once) {
      expect(isConverted).toBe(true);
      expect(areActive).toEqual(Array(template).fill(true));
    }
    const all = await workflows();
    const workflowIds = once.flatMap((playbook) => Object.values(playbook.workflowIds)).sort();
    expect(all.workflows.map(({ id }) => id).sort()).toEqual(workflowIds);
    for (const { customPlaybookType, workflowIds: own } of once) {
      for (const workflowId of Object.values(own)) {
        const params = { workflowId, integrationType: customPlaybookType ?? '' };
        const { integration } = await person('GET /api/integration/integrations/{workflowId}/{integrationType}', { params });
        expect(integration).toMatchObject({ workflowId });
      }
    }
    expect((await create()).map(({ status }) => status)).toEqual(ids.map(() => 'fulfilled'));
    expect([await made(), (await workflows()).totalCount]).toEqual([once, all.totalCount]);
  });
});
