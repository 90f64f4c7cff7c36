import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { activeWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { startEventSystem } from '../connectors/event-system.ts';
import { killWorkersRuntime, workersRuntimePid } from '../stack/kill-workers.ts';
import { type DataDir, freePort, type Stack, startStack } from '../stack/stack.ts';
import { calledRunsWrong, countWrongDecisions } from './called-runs-wrong.ts';
import { calledLabel, calledWorkflows, callingWorkflows } from './calling-workflows.ts';
import { makeCrashConnectors, tellOfNews } from './connected-system.ts';
import { type AlertReport, startAlertReceiver } from './heard-alerts.ts';
import { stopAndReadJournals } from './journal-at-kill.ts';
import { type CrashWorkflow, connectorWorkflows, eventWorkflow, failureLabel, failureWorkflow, mixedWorkflows } from './mixed-workflows.ts';
import { PeopleAtWork, type PeopleReport } from './people-at-work.ts';
import { seededRandom } from './random.ts';
import { startRecordingServer } from './recorded-calls.ts';
import { makeSyncWorkflow, type SyncReport, startSyncedSystems } from './synced-systems.ts';
import { type CallTally, type Kill, tallyCalls } from './tally.ts';

export interface CrashSettings {
  runs: number;
  kills: number;
  seed: number;
  /** Every how many kills everything dies, including PostgreSQL and the start process. */
  killEverythingEvery: number;
  /** Where the series' Portage stores its data. A disk that can lose power does so when everything dies. */
  makeDataDir(): Promise<DataDir & { losePower?(): Promise<void> }>;
  log(line: string): void;
}

export interface CrashReport extends CallTally, PeopleReport, SyncReport, AlertReport {
  runs: number;
  kills: number;
  killsOfEverything: number;
  /** Kills after which the Workers runtime didn't come back by itself within a minute. */
  notComeBack: number;
  seed: number;
  /** Accepted starts whose run didn't end as it should: must be 0. */
  lostRuns: number;
  /** Starts that became two runs although they had the same delivery id: must be 0. */
  startedTwice: number;
  /** Runs that the list (PostgreSQL) doesn't show as ended correctly: must be 0. */
  summariesWrong: number;
  calls: number;
  /** Calls whose steps a journal held as finished at some kill: only for these can it prove that they weren't repeated. */
  callsJournaledAtAKill: number;
  /** Events of a system, half of them announced and fetched, half of them polled. */
  events: number;
  /** Events whose run didn't make its call: must be 0. */
  eventsLost: number;
  /** Runs that failed, as they should; each starts another workflow. */
  failures: number;
  /** Failures whose workflow didn't make its call: must be 0. A failure that started its workflow twice counts above. */
  failureStartsLost: number;
  /** Runs that call another workflow. */
  callers: number;
  /** Callers that didn't call exactly one run, or whose called run didn't end as it should: must be 0. */
  calledRunsWrong: number;
  /** Questions whose run continued with a different decision from the one people were told: must be 0. */
  answersWrong: number;
  /** Calls after a step at which the run was cancelled: must be 0. */
  callsAfterCancel: number;
  seconds: number;
  /** The states of the lost runs. */
  problems: string[];
}

/** Counts that no kill may raise. */
export const faultCounts = [
  'lostRuns',
  'startedTwice',
  'summariesWrong',
  'callsMissing',
  'finishedStepsRepeated',
  'callsRepeatedWithAnotherKey',
  'eventsLost',
  'failureStartsLost',
  'approvalsTakenTwice',
  'approvalsChanged',
  'answersWrong',
  'calledRunsWrong',
  'callsAfterCancel',
  'peopleMissing',
  'peopleTwice',
  'itemsWrong',
  'alertsWrong',
  'alertsUnheard',
  'alertsHeardTwice',
] as const satisfies readonly (keyof CrashReport)[];

interface StartedRun {
  id: string;
  workflow: CrashWorkflow;
  runId: string;
}

const LONGEST_RETURN_MS = 60_000;
const LONGEST_START_MS = 180_000;
const LONGEST_FINISH_MS = 300_000;
const SYNC = 'sync';
/** Two polls, or two turns of the failure sender, and some slack. */
const LONGEST_LATER_MS = 200_000;
/** Of each kind. */
const EVENTS_A_KILL = 2;

/** Runs a series on its own Portage, started as `npm start` does, and counts what the kills did to it. */
export async function runCrashSeries(settings: CrashSettings): Promise<CrashReport> {
  const beganAtMs = Date.now();
  const random = seededRandom(settings.seed);
  const server = await startRecordingServer();
  const system = await startEventSystem();
  const synced = await startSyncedSystems();
  const receiver = await startAlertReceiver();
  const { dataDir, remove, losePower } = await settings.makeDataDir();
  const stackSettings = { dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } };
  let stack = await startStack(stackSettings);
  let people: PeopleAtWork | null = null;
  try {
    const account = await signUp(stack.baseUrl);
    await account.api('PUT /api/alerts/settings', { body: { webhookUrl: receiver.url } });
    const workflows: (CrashWorkflow & { webhookUrl: string })[] = [];
    const handler = await activeWebhook(account.api, 'Crash on failure', failureWorkflow(server.url).steps);
    const connectors = await makeCrashConnectors(stack.baseUrl, account.api, { counted: server.url, events: system.url });
    const { answering, endless } = calledWorkflows(server.url);
    const called = {
      answering: (await activeWebhook(account.api, 'Crash answering', answering.steps)).workflowId,
      endless: (await activeWebhook(account.api, 'Crash endless', endless.steps)).workflowId,
    };
    const kinds = [
      ...mixedWorkflows(server.url),
      ...connectorWorkflows(server.url, connectors.counted),
      ...callingWorkflows(server.url, called),
    ];
    for (const workflow of kinds) {
      const { webhookUrl, workflowId } = await activeWebhook(account.api, `Crash ${workflow.name}`, workflow.steps);
      if (workflow.fails) {
        await account.api('PUT /api/workflows/{id}/on-failure', { params: { id: workflowId }, body: { workflowId: handler.workflowId } });
      }
      workflows.push({ ...workflow, webhookUrl });
    }
    const sync = await makeSyncWorkflow(stack.baseUrl, account.api, synced.url);
    workflows.push({ name: SYNC, steps: [], calls: [], webhookUrl: sync.webhookUrl });

    for (const eventId of ['feed.news', 'order.changed']) {
      const { steps } = eventWorkflow(server.url, connectors.events, eventId);
      const { workflow } = await account.api('POST /api/workflows', { body: { name: `Crash ${eventId}`, steps: steps as never } });
      await account.api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    }
    // A record from the very second of the activation may be older than the activation.
    await pause(1_100);

    const atWork = new PeopleAtWork(() => signIn(stack.baseUrl, account));
    people = atWork;
    const starts: Promise<StartedRun>[] = [];
    const told: Promise<void>[] = [];
    const kills: Kill[] = [];
    let killsOfEverything = 0;
    let notComeBack = 0;
    const startRun = () => {
      const workflow = workflows[starts.length % workflows.length] as (typeof workflows)[number];
      const id = `run-${settings.seed}-${starts.length}`;
      if (workflow.name === SYNC) synced.grow();
      const start = deliver(workflow.webhookUrl, id).then((runId) => {
        if (workflow.callsFor === 'Cancelled') atWork.cancel(runId);
        return { id, workflow, runId };
      });
      // Checked when all are awaited.
      start.catch(() => {});
      starts.push(start);
    };
    for (let kill = 1; kill <= settings.kills; kill += 1) {
      const wanted = Math.round((settings.runs * kill) / (settings.kills + 1));
      while (starts.length < wanted) {
        startRun();
        await pause(random() * 60);
      }
      for (let more = 0; more < EVENTS_A_KILL; more += 1) {
        system.feed.push({ id: `news-${system.feed.length}`, n: system.feed.length });
        system.addOrder();
      }
      const telling = tellOfNews(system, LONGEST_START_MS);
      telling.catch(() => {});
      told.push(telling);
      const isUp = await comesBack(stack.baseUrl);
      if (!isUp) notComeBack += 1;
      await pause(random() * 1_500);
      if (kill % 10 === 0) settings.log(`${kill} kills, ${starts.length} runs started, ${server.calls.length} calls`);
      const finished = await stopWorkersRuntime(stack);
      const atMs = Date.now();
      const isOfEverything = !isUp || kill % settings.killEverythingEvery === 0;
      if (isOfEverything) {
        await stack.kill();
        await losePower?.();
      } else await killWorkersRuntime(stack);
      await server.settle();
      kills.push({ atMs, settledAtMs: Date.now(), finished });
      if (!isOfEverything) continue;
      killsOfEverything += 1;
      stack = await startStack(stackSettings);
    }
    while (starts.length < settings.runs) startRun();
    const started = await Promise.all(starts);
    await Promise.all(told);
    settings.log('All runs are started; waiting for them to end');

    const api = await signInPatiently(stack.baseUrl, account);
    const items = await syncToTheEnd(api, sync);
    const failures = started.filter(({ workflow }) => workflow.fails).map(({ id }) => failureLabel(id));
    const problems = await waitForAll(api, started);
    const summariesWrong = await wrongSummaries(api, started);
    const answers = await atWork.stop();
    const callers = started.flatMap(({ runId, workflow }) => (workflow.callsFor ? [{ runId, wanted: workflow.callsFor }] : []));
    const asking = started.filter(({ workflow }) => workflow.asks).map(({ runId }) => runId);
    const cancelled = new Set(started.filter(({ workflow }) => workflow.callsFor === 'Cancelled').map(({ id }) => id));
    const answered = started.filter(({ workflow }) => workflow.callsFor === 'Succeeded');
    const eventIds = [...system.feed, ...system.orders].map(({ id }) => id);
    const eventsLost = await withoutCall(eventIds, server.calls);
    const failureStartsLost = await withoutCall(failures, server.calls);
    const runIds = Map.groupBy(started, (run) => run.runId);
    return {
      runs: started.length,
      kills: kills.length,
      killsOfEverything,
      notComeBack,
      seed: settings.seed,
      lostRuns: problems.length,
      startedTwice: countStartedTwice(server.calls) + (started.length - runIds.size),
      summariesWrong,
      ...tallyCalls(
        [
          ...started.map(({ id, workflow }) => ({ id, calls: workflow.calls })),
          ...eventIds.map((id) => ({ id, calls: ['told'] })),
          ...failures.map((id) => ({ id, calls: failureWorkflow(server.url).calls })),
          ...answered.map(({ id }) => ({ id: calledLabel(id), calls: answering.calls })),
        ],
        server.calls,
        kills,
      ),
      calls: server.calls.length,
      callsJournaledAtAKill: server.calls.filter(({ idempotencyKey }) => kills.some(({ finished }) => finished.has(idempotencyKey))).length,
      events: eventIds.length,
      eventsLost,
      failures: failures.length,
      failureStartsLost,
      ...answers,
      callers: callers.length,
      calledRunsWrong: await calledRunsWrong(api, callers),
      answersWrong: await countWrongDecisions(api, asking, atWork.decided),
      ...synced.judge(items),
      ...(await receiver.judge(api, failures.length)),
      callsAfterCancel: server.calls.filter(({ run, step }) => cancelled.has(run) && step === 'after').length,
      seconds: Math.round((Date.now() - beganAtMs) / 1_000),
      problems: problems.slice(0, 20),
    };
  } finally {
    await people?.stop();
    await stack.stop();
    await server.close();
    await system.close();
    await synced.close();
    await receiver.close();
    await remove();
  }
}

/** Posts until the start is confirmed, as webhook senders do: always with the same delivery id. */
async function deliver(webhookUrl: string, id: string): Promise<string> {
  const endMs = Date.now() + LONGEST_START_MS;
  for (;;) {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ id }),
      signal: AbortSignal.timeout(15_000),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
    if (answer.status === 202) return (JSON.parse(answer.text) as { workflowInstanceId: string }).workflowInstanceId;
    if (Date.now() > endMs) throw new Error(`A start was not taken: ${answer.status} ${answer.text}`);
    await pause(200);
  }
}

/** Whether the Workers respond again after a kill: killing them while they start tests Miniflare, not the engine. */
async function comesBack(baseUrl: string): Promise<boolean> {
  const endMs = Date.now() + LONGEST_RETURN_MS;
  while (Date.now() < endMs) {
    const isUp = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return true;
    await pause(50);
  }
  return false;
}

/** @returns the contents of its journals; nothing if it is already gone */
async function stopWorkersRuntime(stack: Stack): Promise<ReadonlySet<string>> {
  try {
    return await stopAndReadJournals(await workersRuntimePid(stack), stack.dataDir);
  } catch (error) {
    if (['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return new Set();
    throw error;
  }
}

/** Signs in once Portage is healthy again, because each attempt counts for the limit of sign-ins. */
async function signInPatiently(baseUrl: string, account: { email: string; password: string }): Promise<Client<Calls>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status } = await fetch(`${baseUrl}/api/health`);
      if (status !== 200) throw new Error(`Portage's health is ${status}`);
      return await signIn(baseUrl, account);
    } catch (error) {
      if (attempt >= 60) throw error;
      await pause(500);
    }
  }
}

/** Syncs until no record waits: a sync that lost power may hold the flow, and runs then skip it. @returns the items by their state */
async function syncToTheEnd(api: Client<Calls>, sync: { webhookUrl: string; workflowId: string }): Promise<Record<string, number>> {
  const endMs = Date.now() + LONGEST_FINISH_MS;
  const readFlow = async () => (await api('GET /api/integrations/flows', { query: { workflowId: sync.workflowId } })).flows[0];
  for (let turn = 0; ; turn += 1) {
    const before = (await readFlow())?.syncedAt;
    await waitForRun(api, await deliver(sync.webhookUrl, `last-sync-${turn}`), undefined, LONGEST_FINISH_MS);
    const flow = await readFlow();
    const isSynced = flow && flow.syncedAt !== before && flow.items.InProgress === 0;
    if (isSynced || Date.now() > endMs) return { ...flow?.items };
    await pause(1_000);
  }
}

/** @returns a line for each run that didn't end as it should in time */
async function waitForAll(api: Client<Calls>, started: readonly StartedRun[]): Promise<string[]> {
  const endMs = Date.now() + LONGEST_FINISH_MS;
  const problems: string[] = [];
  for (const { id, runId, workflow } of started) {
    for (;;) {
      const run = await api('GET /api/workflows/instances/{id}', { params: { id: runId } }).then(
        ({ workflowInstance }) => workflowInstance,
        (error: unknown) => ({ status: 'Unreadable', errorMessage: String(error) }),
      );
      if (run.status === getExpectedStatus(workflow)) break;
      const isOver = run.status === 'Failed' || run.status === 'Cancelled';
      if (isOver || Date.now() > endMs) {
        problems.push(`${workflow.name} ${id} ${runId}: ${run.status} ${run.errorMessage ?? ''}`);
        break;
      }
      await pause(100);
    }
  }
  return problems;
}

/** Summaries are sent in batches, a little later. */
async function wrongSummaries(api: Client<Calls>, started: readonly StartedRun[]): Promise<number> {
  const endMs = Date.now() + 90_000;
  for (;;) {
    const ended = new Map<string, string>();
    for (let pageIndex = 0; ; pageIndex += 1) {
      const page = await api('GET /api/workflows/find-instances', { query: { pageIndex, pageSize: 100 } });
      for (const run of page.workflowInstances) ended.set(run.id, run.status);
      if (page.workflowInstances.length < 100) break;
    }
    const wrong = started.filter(({ runId, workflow }) => ended.get(runId) !== getExpectedStatus(workflow)).length;
    if (wrong === 0 || Date.now() > endMs) return wrong;
    await pause(1_000);
  }
}

function getExpectedStatus({ fails, callsFor }: CrashWorkflow): 'Failed' | 'Succeeded' | 'Cancelled' {
  return fails ? 'Failed' : (callsFor ?? 'Succeeded');
}

/** Runs of events and failures start by themselves: waits until each has made its call. */
async function withoutCall(labels: readonly string[], calls: readonly { run: string; answeredAtMs: number | null }[]): Promise<number> {
  const endMs = Date.now() + LONGEST_LATER_MS;
  for (;;) {
    const answered = new Set(calls.filter(({ answeredAtMs }) => answeredAtMs !== null).map(({ run }) => run));
    const lost = labels.filter((id) => !answered.has(id)).length;
    if (lost === 0 || Date.now() > endMs) return lost;
    await pause(500);
  }
}

/** A key starts with its run's id: a delivery's calls come from one run. */
function countStartedTwice(calls: readonly { run: string; idempotencyKey: string }[]): number {
  const runsOf = new Map<string, Set<string>>();
  for (const { run, idempotencyKey } of calls) {
    const [runId = ''] = /^[0-9a-f]{32}-[0-9a-z]+-[0-9a-z]+-[0-9a-z]+/.exec(idempotencyKey) ?? [];
    runsOf.set(run, (runsOf.get(run) ?? new Set()).add(runId));
  }
  return [...runsOf.values()].filter((runIds) => runIds.size > 1).length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
