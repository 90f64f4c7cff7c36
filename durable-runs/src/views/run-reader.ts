import {
  type IdentifyingValue,
  identifyingValue,
  type ResponseData,
  type StepData,
  type StepInstance,
  type StepInstanceSummary,
  type WorkflowStepContext,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import { makeProgram } from '../core/program.ts';
import type { StepRecord } from '../core/run-event.ts';
import type { RunState } from '../core/run-state.ts';
import { hasEnded } from '../core/run-status.ts';
import { buildStepRecord, loopRecord } from '../core/step-record.ts';
import { describeGiven } from '../partial-tests/describe-given.ts';
import { redactHeaders } from '../secrets/redact-headers.ts';
import { RunSecrets } from '../secrets/run-secrets.ts';
import type { StepDetail } from '../step-context/step-handler.ts';
import { getHandler } from '../steps/registry.ts';
import { triggerValues } from '../steps/trigger-values.ts';
import { alwaysChunk } from '../storage/chunk-names.ts';
import type { StepJournalData } from '../storage/journal-store.ts';
import type { NumberedFailure } from '../storage/run-attempt-store.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { withoutHiddenGroup } from './hidden-groups.ts';
import { attemptSummary, stepSummary } from './instance-view.ts';
import { loopItem, loopTurns } from './loop-item.ts';
import { readStepContext } from './read-step-context.ts';
import type { VersionsSeen } from './versions-seen.ts';

/** The longest stored trigger that is parsed to name its run. */
const IDENTITY_CHARS = 256 * 1024;

/** Reads one run from disk. The caller first writes an active run to disk. */
export class RunReader {
  readonly #stores: ShardStores;
  readonly #versions: VersionsSeen;
  readonly #row: RunRow;
  readonly #version: WorkflowVersionSnapshot;
  readonly #state: RunState | null;
  /** Names of the steps the reader doesn't see; null: nothing is hidden. */
  readonly #hidden: ReadonlySet<string> | null;

  constructor(stores: ShardStores, row: RunRow, version: WorkflowVersionSnapshot, versions: VersionsSeen) {
    this.#stores = stores;
    this.#versions = versions;
    this.#row = row;
    this.#version = version;
    this.#hidden = versions.hiddenNames(row);
    const json = stores.runs.stateJson(row.runKey);
    this.#state = json === null ? null : (JSON.parse(json) as { state: RunState }).state;
  }

  /** Spec ENG-23: a succeeded run that logs errors only keeps only the data of failed steps. */
  get hasData(): boolean {
    return !(this.#row.status === 'Succeeded' && this.#version.loggingMode === 'LogOnlyIfError');
  }

  get hiddenNames(): readonly string[] {
    return [...(this.#hidden ?? [])];
  }

  get hidesSteps(): boolean {
    return this.#hidden !== null;
  }

  hides({ name }: Pick<StepRecord, 'name'>): boolean {
    return this.#hidden?.has(name) ?? false;
  }

  /** What the payload says the run is about; null also for a large payload, which isn't parsed for this. */
  get identity(): IdentifyingValue | null {
    const trigger = this.#stores.runs.trigger(this.#row.runKey, IDENTITY_CHARS);
    const step = this.#version.steps.find(({ type }) => type === 'Trigger');
    if (!trigger || !step || this.hides({ name: step.stepId })) return null;
    const found = identifyingValue(triggerValues(trigger).Payload);
    return found && { ...found, value: RunSecrets.of(trigger).redactText(found.value) };
  }

  list(from: number, to: number): StepInstanceSummary[] {
    return this.records(from, to).map((record) => stepSummary(record, this.hasData));
  }

  /** Records in [from, to) that the viewer may see, open steps included. */
  records(from: number, to: number): StepRecord[] {
    const records = this.allRecords(from, to);
    return this.hidesSteps ? records.filter((record) => !this.hides(record)) : records;
  }

  /** Includes hidden ones. */
  allRecords(from: number, to: number): StepRecord[] {
    const records = new Map(this.#stores.journal.records(this.#row.runKey, from, to).map((record) => [record.ordinal, record]));
    const state = this.#state;
    if (state && !hasEnded(state.status)) {
      const program = makeProgram(this.#version.steps);
      const { current, frames } = state;
      for (let depth = 0; depth < frames.length; depth += 1) {
        if (frames[depth]?.kind !== 'loop') continue;
        const record = loopRecord(program, frames, depth, { status: 'InProgress', finishedAt: null });
        records.set(record.ordinal, record);
      }
      const step = current && program.steps.get(current.stepId);
      if (current && step) {
        records.set(
          current.ordinal,
          buildStepRecord(current, step, {
            status: current.wait && current.wait.kind !== 'retry' ? 'Delayed' : 'InProgress',
            finishedAt: null,
          }),
        );
      }
    }
    return [...records.values()]
      .filter(({ ordinal }) => ordinal >= from && ordinal < to)
      .sort((left, right) => left.ordinal - right.ordinal);
  }

  step(stepInstanceId: string): StepInstance | null {
    const record = this.#record(stepInstanceId);
    if (!record) return null;
    const stepData =
      this.hasData || record.status === 'Failed'
        ? this.#stepData(record, this.#stores.stepData(this.#row.runKey, record.ordinal), this.#versionAt(record.ordinal))
        : this.#alwaysLogged(record);
    const attempts = this.#stores.attempts.list(this.#row.runKey, record.ordinal).map(attemptSummary);
    return { ...stepSummary(record, this.hasData), stepData, ...(attempts.length > 0 ? { attempts } : {}) };
  }

  attempt(stepInstanceId: string, number: number): StepInstance | null {
    const record = this.#record(stepInstanceId);
    const kept = record && this.#stores.attempts.read(this.#row.runKey, record.ordinal, number);
    if (!kept) return null;
    const { ordinal, finishedAt } = kept.record;
    const failure = this.#failures.find((one) => one.step?.ordinal === ordinal && one.finishedAt === finishedAt);
    const version = this.#versionOf(failure?.versionId);
    return { ...stepSummary(kept.record, false), stepData: this.#stepData(kept.record, kept.data, version) };
  }

  /** The values a step saw (API-55). */
  context(stepInstanceId: string): WorkflowStepContext | null {
    const record = this.#record(stepInstanceId);
    if (!record || !this.hasData) return null;
    return readStepContext(
      { stores: this.#stores, row: this.#row, version: this.#version, hidden: this.#hidden, readTrigger: () => this.#triggerValues() },
      record,
    );
  }

  #record(stepInstanceId: string): StepRecord | null {
    if (!/^\d{1,7}$/.test(stepInstanceId)) return null;
    const ordinal = Number(stepInstanceId);
    return this.records(ordinal, ordinal + 1)[0] ?? null;
  }

  get #failures(): NumberedFailure[] {
    return this.#stores.runAttempts.list(this.#row.runKey);
  }

  /** The version that made this record: a run may be continued with another one. */
  #versionAt(ordinal: number): WorkflowVersionSnapshot {
    return this.#versionOf(this.#failures.find(({ step }) => step !== null && step.ordinal > ordinal)?.versionId);
  }

  #versionOf(versionId = this.#row.versionId): WorkflowVersionSnapshot {
    return (versionId === this.#row.versionId ? null : this.#versions.version(versionId)) ?? this.#version;
  }

  #stepData(record: StepRecord, stored: StepJournalData | null, version: WorkflowVersionSnapshot): StepData {
    const { runKey } = this.#row;
    const error = record.errorMessage === null ? {} : { error: record.errorMessage };
    if (record.stepType === 'Trigger') {
      const { Payload, Headers, Query, Method } = this.#triggerValues();
      return { payload: Payload, request: { method: Method, headers: redactHeaders(Headers), query: Query }, ...error };
    }
    const step = version.steps.find(({ stepId }) => stepId === record.name);
    if (!step) return error;
    const datum = stored ?? {};
    const values = (datum.values ?? {}) as StepValues;
    const detail = (datum.detail ?? this.#asked(record)) as StepDetail;
    const described = detail.source ? describeGiven(values, detail.source) : (getHandler(step).describe?.(step, values, detail) ?? {});
    const data = this.hidesSteps ? withoutHiddenGroup(step, described) : described;
    const item = 'item' in datum ? { item: datum.item } : loopItem(this.#stores, runKey, version, record);
    const loops = loopTurns(this.#stores, runKey, version, record);
    const innermost = loops.at(-1);
    if (innermost && item) innermost.item = item.item;
    return {
      ...redactRequest(data),
      ...this.#shownScript(data, version),
      ...(item ? { currentItem: item.item } : {}),
      ...(loops.length > 0 ? { loops } : {}),
      ...error,
    };
  }

  /** The question of a step that waits for a decision. */
  #asked({ ordinal }: StepRecord): StepDetail {
    const current = this.#state?.current;
    return current?.ordinal === ordinal && current.wait?.kind === 'answer' ? (current.wait.about as StepDetail) : {};
  }

  /** A script is the workflow's own text; a secret that is hidden elsewhere is also hidden in it. */
  #shownScript({ requestScript }: StepData, version: WorkflowVersionSnapshot): Pick<StepData, 'requestScript'> {
    if (!requestScript) return {};
    const secrets = RunSecrets.ofSteps(version.steps);
    const trigger = this.#stores.runs.trigger(this.#row.runKey);
    if (trigger) secrets.noteTrigger(trigger);
    return { requestScript: secrets.redactText(requestScript) };
  }

  /** Spec ENG-24: the parameters that are logged in every mode. */
  #alwaysLogged({ ordinal }: StepRecord): StepData | null {
    const json = this.#stores.chunks.read(this.#row.runKey, alwaysChunk(ordinal));
    return json === null ? null : { request: JSON.parse(json) as unknown };
  }

  #triggerValues(): StepValues {
    const trigger = this.#stores.runs.trigger(this.#row.runKey);
    return trigger ? (RunSecrets.of(trigger).redactValue(triggerValues(trigger)) as StepValues) : {};
  }
}

function redactRequest(data: StepData): StepData {
  const { request, response } = data;
  const isCall = typeof request === 'object' && request !== null && 'headers' in request;
  return {
    ...data,
    ...(isCall ? { request: { ...request, headers: redactHeaders(request.headers) } } : {}),
    ...(response ? { response: redactResponse(response) } : {}),
  };
}

function redactResponse({ headers, headerLists, ...response }: ResponseData): ResponseData {
  return {
    ...response,
    ...(headers ? { headers: redactHeaders(headers) } : {}),
    ...(headerLists ? { headerLists: redactHeaders(headerLists) } : {}),
  };
}
