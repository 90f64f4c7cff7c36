import { type ScriptLimits, sizeText } from '../script-limits.ts';
import type { JsonValue, ScriptFailure, ScriptResult } from '../script-result.ts';
import { describeException, scriptFileName } from './exception.ts';
import { type Pointer, promiseState } from './exports.ts';
import { EngineAbort } from './host-imports.ts';
import { LogBuffer } from './log-buffer.ts';
import { FuelExhausted, type Machine, MemoryExhausted } from './machine.ts';

const jobsPerTurn = 1000;

/**
 * Runs one script on a machine to its end or its limit.
 *
 * @param source the body of an async function
 * @param inputJson `{"Steps": {...}, "$Data": {...}, "$Consts": {...}, "$Vars": {...}}`
 */
export function runScript(machine: Machine, owner: string, source: string, inputJson: string, limits: ScriptLimits): ScriptResult {
  const logs = new LogBuffer(limits.logBytes);
  machine.prepare(owner, limits);
  machine.onLog = (level, text) => logs.add(level, text);
  let outcome: { valueJson: string; value: JsonValue } | ScriptFailure;
  try {
    outcome = attempt(machine, source, inputJson, limits);
  } catch (error) {
    outcome = explainStop(machine, error);
    machine.distrust();
  }
  if (machine.isCut) machine.distrust();
  const { fuelUsed } = machine;
  if ('kind' in outcome) return { ok: false, failure: outcome, logs: logs.entries, fuelUsed };
  return { ok: true, ...outcome, logs: logs.entries, fuelUsed };
}

function attempt(
  machine: Machine,
  source: string,
  inputJson: string,
  limits: ScriptLimits,
): { valueJson: string; value: JsonValue } | ScriptFailure {
  const lineCount = source.split('\n').length;
  const { context, engine } = machine;
  const report = (reason: Pointer): ScriptFailure => {
    machine.beginReport(limits);
    const failure = describeException(machine, reason, lineCount, limits);
    return machine.isCut ? outOfFuel(failure.line) : failure;
  };

  const body = machine.evaluate(`(async function () {${source}\n})`, scriptFileName);
  const syntaxFault = engine.QTS_ResolveException(context, body);
  if (syntaxFault !== 0) {
    const failure = report(syntaxFault);
    return failure.kind === 'runtime' ? { ...failure, kind: 'syntax' } : failure;
  }
  const thrown = (value: Pointer) => engine.QTS_ResolveException(context, value);
  const inputFault = machine.withInputFuel(inputJson.length, () => {
    const text = machine.newString(inputJson);
    const fault = thrown(machine.call(machine.guest.accept, [text]));
    engine.QTS_FreeValuePointer(context, text);
    return fault;
  });
  if (inputFault !== 0) return report(inputFault);
  const promise = machine.call(body, []);
  const bodyFault = thrown(promise);
  if (bodyFault !== 0) return report(bodyFault);
  if (machine.isCut) return explainCut(machine, promise, report);
  const text = machine.call(machine.guest.finish, [promise]);
  const finishFault = thrown(text) || drainJobs(machine);
  if (finishFault !== 0) return report(finishFault);
  // The engine swallows a cut inside a promise job: only the flag shows it.
  if (machine.isCut) return explainCut(machine, text, report);

  const state = engine.QTS_PromiseState(context, text);
  if (state === promiseState.rejected) return report(engine.QTS_PromiseResult(context, text));
  if (state !== promiseState.fulfilled) {
    return { kind: 'never-settles', name: 'NeverSettles', message: 'The script waits for a promise that nothing will settle.' };
  }
  return readValue(machine, engine.QTS_PromiseResult(context, text), limits);
}

/** A cut script's failure, with its line if the cut has reached the promise as a rejection. */
function explainCut(machine: Machine, promise: Pointer, report: (reason: Pointer) => ScriptFailure): ScriptFailure {
  const { context, engine } = machine;
  const isRejected = engine.QTS_PromiseState(context, promise) === promiseState.rejected;
  return isRejected ? report(engine.QTS_PromiseResult(context, promise)) : outOfFuel();
}

/** Runs promise jobs until none is left or the script is cut. Returns the exception that ended it, or 0. */
function drainJobs(machine: Machine): Pointer {
  const { engine, runtime, context } = machine;
  const lastContext = engine.malloc(4);
  while (!machine.isCut && engine.QTS_IsJobPending(runtime) !== 0) {
    const ran = engine.QTS_ExecutePendingJob(runtime, jobsPerTurn, lastContext);
    const fault = engine.QTS_ResolveException(context, ran);
    if (fault !== 0) return fault;
    engine.QTS_FreeValuePointer(context, ran);
  }
  return 0;
}

function readValue(machine: Machine, text: Pointer, limits: ScriptLimits): { valueJson: string; value: JsonValue } | ScriptFailure {
  let valueJson: string;
  try {
    valueJson = machine.readString(text, limits.outputBytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tooLarge(`The script's value is larger than ${sizeText(limits.outputBytes)}.`);
  }
  return { valueJson, value: JSON.parse(valueJson) as JsonValue };
}

function explainStop(machine: Machine, error: unknown): ScriptFailure {
  if (machine.isOutOfFuel || error instanceof FuelExhausted) return outOfFuel();
  if (error instanceof MemoryExhausted) return outOfMemory();
  if (error instanceof RangeError) return { kind: 'runtime', name: 'RangeError', message: 'The script nests its calls too deeply.' };
  const message = error instanceof EngineAbort ? error.message : 'The script engine stopped unexpectedly.';
  return { kind: 'engine', name: 'EngineError', message };
}

function outOfFuel(line?: number): ScriptFailure {
  return {
    kind: 'cpu',
    name: 'ComputingTimeExceeded',
    message: 'The script used up its computing time.',
    ...(line === undefined ? {} : { line }),
  };
}

function outOfMemory(): ScriptFailure {
  return { kind: 'memory', name: 'MemoryExceeded', message: 'The script used up its memory.' };
}

/** A failure because of a size limit. */
export function tooLarge(message: string): ScriptFailure {
  return { kind: 'too-large', name: 'TooLarge', message };
}
