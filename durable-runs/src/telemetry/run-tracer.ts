import { createHash } from 'node:crypto';
import { findTrigger } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import type { RunObserver } from '../active-run/run-observer.ts';
import type { StepRecord } from '../core/run-event.ts';
import type { CurrentStep } from '../core/run-state.ts';
import { hasEnded } from '../core/run-status.ts';
import { pathName } from '../core/step-path.ts';
import { type Span, spanJson } from './otlp-span.ts';

export type TracedRun = Pick<ActiveRun, 'row' | 'version' | 'state' | 'program'>;

/**
 * Makes spans from runs: a run is a trace, an attempt of a step a span under its loop or the run. Ids derive from the run's id,
 * the step's path and the attempt, so a run that slept for a year, or came back after a crash, continues the same trace without
 * any stored data. A run continued after it failed (spec ENG-05) gets a second span below the first. Error texts are left out:
 * people's scripts write payloads into them.
 */
export class RunTracer implements RunObserver {
  readonly #add: (spanJson: string) => void;
  /** When the current attempt of a run's step began, unless it's the first. */
  readonly #attempts = new Map<number, { ordinal: number; atMs: number }>();

  constructor(add: (spanJson: string) => void) {
    this.#add = add;
  }

  /** A step ended; ignores records of open steps. */
  onRecord(run: TracedRun, record: StepRecord, attempt: number): void {
    const { finishedAt, status } = record;
    if (!hasEnded(status) || finishedAt === null) return;
    const { runKey } = run.row;
    const retried = this.#attempts.get(runKey);
    if (retried?.ordinal === record.ordinal) this.#attempts.delete(runKey);
    const startMs = retried?.ordinal === record.ordinal ? retried.atMs : record.startedAt;
    this.#step(run, record, attempt, { startMs, endMs: finishedAt, status });
  }

  onRetry(run: TracedRun, { ordinal, stepId, path, startedAt, attempt, wait }: CurrentStep, nowMs: number): void {
    const step = run.program.steps.get(stepId);
    if (!step) return;
    const { runKey } = run.row;
    const earlier = this.#attempts.get(runKey);
    const startMs = earlier?.ordinal === ordinal ? earlier.atMs : startedAt;
    this.#step(run, { name: stepId, path, stepType: step.type }, attempt, { startMs, endMs: nowMs, status: 'Failed' });
    this.#attempts.set(runKey, { ordinal, atMs: wait?.untilMs ?? nowMs });
  }

  onStrike(): void {
    // An abnormal end isn't part of the run's work; it's counted.
  }

  onEnd(run: TracedRun): void {
    const { row, version, state } = run;
    this.#attempts.delete(row.runKey);
    if (state.finishedAt === null) return;
    const { continued } = state;
    this.#write({
      traceId: computeTraceId(row.runId),
      spanId: runSpanId(run),
      parentSpanId: continued ? computeSpanId(row.runId, 'run') : null,
      name: version.name || 'workflow run',
      kind: 'internal',
      startMs: continued?.atMs ?? row.createdAt,
      endMs: state.finishedAt,
      attributes: {
        ...buildAttributes(run),
        'portage.workflow.name': version.name,
        'portage.workflow.version_id': version.versionId,
        'portage.trigger.type': findTrigger(version.steps)?.triggerType ?? 'Manual',
        'portage.run.status': state.status,
        'portage.run.steps': state.stepCount,
        'portage.run.test': row.isTest,
        ...(continued ? { 'portage.run.continued': continued.times } : {}),
      },
      isError: state.status === 'Failed',
    });
  }

  #step(
    run: TracedRun,
    { name, path, stepType }: Pick<StepRecord, 'name' | 'path' | 'stepType'>,
    attempt: number,
    { startMs, endMs, status }: { startMs: number; endMs: number; status: StepRecord['status'] },
  ): void {
    const loop = loopAround(run, path);
    this.#write({
      traceId: computeTraceId(run.row.runId),
      spanId: stepSpanId(run, path, attempt),
      parentSpanId: loop ? stepSpanId(run, loop.path, 1) : runSpanId(run),
      name,
      kind: stepType === 'HttpRequest' ? 'client' : 'internal',
      // Loops that were open when the run failed continue under the span of its continuation.
      startMs: Math.max(startMs, run.state.continued?.atMs ?? 0),
      endMs,
      attributes: {
        ...buildAttributes(run),
        'portage.step.id': name,
        'portage.step.path': path,
        'portage.step.type': stepType,
        'portage.step.status': status,
        'portage.step.attempt': attempt,
        ...(loop ? { 'portage.loop.iteration': loop.index } : {}),
      },
      isError: status === 'Failed',
    });
  }

  #write(span: Span): void {
    this.#add(spanJson(span));
  }
}

function buildAttributes({ row, version }: TracedRun) {
  return { 'portage.run.id': row.runId, 'portage.workflow.id': version.workflowId };
}

/** The innermost loop around a step, from its path: `each[3]/route.Yes/tell` runs in `each`, item 3. */
function loopAround({ program }: TracedRun, path: string): { path: string; index: number } | null {
  const parts = path.split('/');
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    const [, name, index] = /^(.*)\[(\d+)\]$/.exec(parts[at] ?? '') ?? [];
    if (name === undefined || !isLoop(program, name)) continue;
    return { path: [...parts.slice(0, at), name].join('/'), index: Number(index) };
  }
  return null;
}

/** A name that ends in `[1]` doesn't have to be a loop's. */
function isLoop({ steps }: TracedRun['program'], nameInPath: string): boolean {
  const direct = steps.get(nameInPath);
  if (direct) return direct.type === 'Loop';
  for (const step of steps.values()) if (step.type === 'Loop' && pathName(step.stepId) === nameInPath) return true;
  return false;
}

/** 16 bytes as hex, always the same for a run. */
function computeTraceId(runId: string): string {
  return digest(`trace ${runId}`, 32);
}

function runSpanId({ row, state }: TracedRun): string {
  return computeSpanId(row.runId, state.continued ? `run ${state.continued.times}` : 'run');
}

function stepSpanId({ row, state }: TracedRun, path: string, attempt: number): string {
  return computeSpanId(row.runId, `step ${state.continued?.times ?? 0} ${attempt} ${path}`);
}

function computeSpanId(runId: string, what: string): string {
  return digest(`span ${runId} ${what}`, 16);
}

function digest(text: string, hexDigits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hexDigits);
}
