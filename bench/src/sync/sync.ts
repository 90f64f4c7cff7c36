import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { round } from '../load-client.ts';
import type { Portage } from '../portage.ts';
import { processorMs } from '../processor-time.ts';
import { whilePeakingMb } from '../resident-memory.ts';
import type { Scenario } from '../scenario.ts';
import { untilSucceeded } from '../wait-for-run.ts';
import { bareLoop } from './bare-loop.ts';
import { pageItems } from './page-items.ts';
import { recordDocument, startRecordSystem } from './record-system.ts';

const NEW_RECORDS = 10_000;
const UNCHANGED_RECORDS = 100_000;
const TYPE = 'Integration';

/**
 * New records per second, written one at a time and many per call, next to a bare loop that writes them one at a time;
 * unchanged records per second; PostgreSQL statements; how much the Workers grow over a hundred thousand records; and
 * how long pages of their items take.
 */
export const sync: Scenario = {
  name: 'sync',
  onlyByName: true,
  async run({ portage, api, report }) {
    const systems = await startRecordSystem();
    const database = await portage.connectDatabase();
    try {
      systems.fill(NEW_RECORDS);
      const takeBareLoop = async () => {
        systems.target.clear();
        const beganMs = performance.now();
        const usedBefore = process.cpuUsage();
        await bareLoop(systems.origin);
        const ms = performance.now() - beganMs;
        const { user, system } = process.cpuUsage(usedBefore);
        return { ms, processorMs: (user + system) / 1_000 };
      };
      await database.query('create extension if not exists pg_stat_statements');
      const workerd = await portage.workerdPid();
      const syncNew = async (calls: 'one by one' | 'together', at: number) => {
        // Next to each sync, because the machine's speed changes from minute to minute.
        const bare = await takeBareLoop();
        systems.target.clear();
        const { run, workflowId } = await makeSync(portage, api, systems.origin, calls, at);
        const writes = systems.writes();
        const before = await statements(database);
        const usedBefore = await processorMs(workerd);
        const ms = await run();
        const figure = {
          processorMsEach: round3(((await processorMs(workerd)) - usedBefore) / NEW_RECORDS),
          writes: systems.writes() - writes,
          inTarget: systems.target.size,
          statementsPer100: round(((await statements(database)) - before) / (NEW_RECORDS / 100), 2),
        };
        return { calls, ms, bare, figure, run, workflowId };
      };
      // The best syncs next to the best of their bare loops.
      const reportNew = (taken: readonly Awaited<ReturnType<typeof syncNew>>[]) => {
        const [best] = taken.toSorted((left, right) => left.ms - right.ms);
        const [bare] = taken.map((one) => one.bare).sort((left, right) => left.ms - right.ms);
        if (!best || !bare) return;
        const perSecond = (time: number) => round(NEW_RECORDS / (time / 1_000), 0);
        report({
          ...{ scenario: this.name, records: 'new', calls: best.calls, count: NEW_RECORDS },
          ...{ perSecond: perSecond(best.ms), bareLoopPerSecond: perSecond(bare.ms), partOfBareLoop: round(bare.ms / best.ms, 2) },
          // Includes the server: it is the bare loop's process.
          bareLoopProcessorMsEach: round3(bare.processorMs / NEW_RECORDS),
          ...best.figure,
        });
      };
      reportNew([await syncNew('one by one', 0)]);
      const earlier = [await syncNew('together', 0), await syncNew('together', 1)];
      const last = await syncNew('together', 2);
      reportNew([...earlier, last]);
      const { run, workflowId } = last;
      systems.fill(UNCHANGED_RECORDS);
      await run();
      const writes = systems.writes();
      const { result: again, beforeMb, peakMb } = await whilePeakingMb(workerd, run);
      report({
        scenario: this.name,
        records: 'unchanged',
        count: UNCHANGED_RECORDS,
        perSecond: round(UNCHANGED_RECORDS / (again / 1_000), 0),
        writes: systems.writes() - writes,
        workersGrewMb: round(peakMb - beforeMb, 1),
      });
      const { flows } = await api('GET /api/integrations/flows', { query: { workflowId } });
      const flowId = flows[0]?.id ?? '';
      await failOneInFive(database, flowId);
      for (const figure of await pageItems(api, flowId)) report({ scenario: this.name, records: 'paged', ...figure });
    } finally {
      await database.end();
      await systems.stop();
    }
  },
};

const round3 = (value: number) => round(value, 3);

/** Leaves the state of a sync whose target refused some records. */
async function failOneInFive(database: Awaited<ReturnType<Portage['connectDatabase']>>, flowId: string): Promise<void> {
  const change = "status = 'Error', error = 'The target refused the record.'";
  await database.query(`update sync_items set ${change} where flow_id = $1 and right(source_item_id, 1) in ('3', '7')`, [flowId]);
}

async function statements(database: Awaited<ReturnType<Portage['connectDatabase']>>): Promise<number> {
  const { rows } = await database.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements where query ilike '%sync_items%' or query ilike '%sync_flows%'`,
  );
  return Number(rows[0]?.calls ?? 0);
}

/**
 * A workflow that keeps the target in sync with the source.
 *
 * @param calls how the target accepts records
 * @param round syncs of the same kind use different connector types
 * @returns `run`: runs it to its end and returns how long that took
 */
async function makeSync(portage: Portage, api: Client<Calls>, origin: string, calls: 'one by one' | 'together', round: number) {
  const { authorization } = await signInAsAdmin(portage);
  const uploaded = await fetch(`${portage.baseUrl}/api/files/upload-text?fileName=records.json`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain' },
    body: JSON.stringify(recordDocument(calls === 'together')),
  });
  const openApiDocument = (await uploaded.json()) as never;
  const admin = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${portage.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<Record<string, { id: string }>>;
  };
  const connect = async (side: string) => {
    const { connectorType } = await admin('/api/connector-types', {
      name: `Records ${side} ${calls} ${round}`,
      baseUrl: `${origin}/${side}`,
      authorizationType: 'ApiKey',
      visibility: 'AllUsers',
      openApiDocument,
    });
    const connectorTypeId = connectorType?.id ?? '';
    const { connector } = await api('POST /api/connectors', { body: { name: side, connectorTypeId, apiKey: 'key-0123456789' } });
    return { connectorTypeId, connectorId: connector.id, entityType: 'Products' };
  };
  const [source, target] = [await connect('source'), await connect('target')];
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
    { stepId: 'sync', type: 'IntegrationStep', implementationType: TYPE, fieldsData: {} },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Sync', steps: steps as never } });
  const params = { id: workflow.id };
  await api('POST /api/workflows/{id}/activate', { params });
  const mappings = ['sku', 'name', 'price'].map((name) => ({ fromParameterExpression: `$Item.${name}`, toParameterPath: `body.${name}` }));
  await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
    params: { workflowId: workflow.id, direction: 'SourceToTarget', integrationType: TYPE },
    body: { operations: { Source: { operation: source, mappings: [] }, Target: { operation: target, mappings } } } as never,
  });
  const run = async (): Promise<number> => {
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params, body: {} });
    // As the engine recorded it: polling often enough to see the end at once took a tenth of a short sync's time.
    return (await untilSucceeded(api, workflowInstanceId, 250)).durationMs;
  };
  return { run, workflowId: workflow.id };
}

async function signInAsAdmin({ baseUrl }: Portage): Promise<{ authorization: string }> {
  const answer = await fetch(`${baseUrl}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@portage.local', password: 'portage-admin' }),
  });
  const { user } = (await answer.json()) as { user: { accessToken: { value: string } } };
  return { authorization: `Bearer ${user.accessToken.value}` };
}
