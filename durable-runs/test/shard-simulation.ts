import type { RunQuota } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { applyEvent } from '../src/core/apply-event.ts';
import { makeProgram } from '../src/core/program.ts';
import type { AwaitedOutcome, RunEvent, StepOutcome, StepRecord } from '../src/core/run-event.ts';
import { type CurrentStep, newRunState, type RunState } from '../src/core/run-state.ts';
import { hasEnded } from '../src/core/run-status.ts';
import { lateOutcome, mendedOutcome, waitsForResult } from './random-workflow.ts';

export interface SimulationSettings {
  steps: WorkflowStep[];
  outcomeOf(path: string, step: WorkflowStep, attempt: number): StepOutcome;
  /** Outcome of a step's outside call. Null: it never responds and times out. Absent: it succeeds. */
  answerOf?(path: string, attempt: number): AwaitedOutcome | null;
  /** In [0, 1): decides about every fault, so the same numbers make the same story. */
  chance: () => number;
  /** How likely the object dies at each point where it may; 0: it never does. */
  crashChance: number;
  /** How likely an alarm rings twice or early, and a result of an earlier attempt arrives. */
  noiseChance: number;
  /** A person cancels before this turn. */
  cancelAtTurn?: number;
  /** The run has this quota until a person continues it without one; then nothing else is continued. */
  quota?: RunQuota;
  upTo?: string;
  /** How many times a person continues a failed run; each retried step then succeeds. */
  continues?: number;
}

export interface SimulatedCall {
  path: string;
  attempt: number;
  fence: number;
}

export interface SimulationResult {
  state: RunState;
  records: StepRecord[];
  /** Every call to the outside, in order. */
  calls: SimulatedCall[];
  crashes: number;
  /** A cancel was requested and changed the run. */
  wasCancelled: boolean;
  callsAtCancel: number;
  /** What was started outside and awaited, by the name of its result. */
  asked: ReadonlyMap<string, AskedOutside>;
  /** Paths of the steps that failed the run and were repeated by a person. */
  forgiven: ReadonlySet<string>;
  /** Violated invariants, in order. */
  violations: string[];
}

/** Something outside that a step waits for: a run of another workflow, a question to a person. */
export interface AskedOutside {
  /** The attempt and step that asked. */
  by: string;
  hasAnswered: boolean;
  isCalledOff: boolean;
}

class Crash extends Error {}

interface Memory {
  state: RunState;
  records: Map<number, StepRecord>;
  isDirty: boolean;
  /** Results no longer awaited: their work is called off with the next write. */
  calledOff: string[];
  /** The step that noted what it starts has ended. */
  isNoteOver: boolean;
  /** Fencing numbers that this life of the object has handed out work with. */
  fences: number[];
}

/**
 * Plays one run as a shard drives it, around the real core: a disk written at the same points as the shard's, memory that a crash
 * loses between any two effects, an outside that counts calls, timers that ring early, late and twice, and results of earlier
 * attempts.
 */
export function simulateShard({
  steps,
  outcomeOf,
  answerOf = () => ({ kind: 'succeeded' }),
  chance,
  crashChance,
  noiseChance,
  cancelAtTurn,
  continues = 0,
  quota,
  upTo,
}: SimulationSettings): SimulationResult {
  const program = makeProgram(steps, upTo);
  const disk = {
    stateJson: JSON.stringify(newRunState(quota)),
    records: new Map<number, StepRecord>(),
    /** What the current step starts outside: written before the start leaves. */
    note: null as string | null,
    answers: new Map<string, AwaitedOutcome>(),
  };
  const asked = new Map<string, AskedOutside>();
  let memory: Memory | null = null;
  let nowMs = 1_000_000;
  let isTakenUp = false;
  let continuesLeft = continues;
  const forgiven = new Set<string>();
  const result: SimulationResult = {
    state: newRunState(),
    records: [],
    calls: [],
    crashes: 0,
    wasCancelled: false,
    callsAtCancel: 0,
    asked,
    forgiven,
    violations: [],
  };
  const finished = new Set<string>();

  const inMemory = (): Memory => {
    if (!memory) throw new Error('The object is not there');
    return memory;
  };
  const onDisk = () => JSON.parse(disk.stateJson) as RunState;
  /** Three abnormal ends without progress seal a run, as they should; another test covers that. */
  const mayCrash = () => {
    // Another end before anything new is on disk costs another strike.
    if (onDisk().strikes < 2 && chance() < crashChance) {
      result.crashes += 1;
      throw new Crash();
    }
  };

  const apply = (event: RunEvent): boolean => {
    const live = inMemory();
    const { state } = live;
    const next = applyEvent(program, state, event, nowMs);
    if (next.state === state && next.effects.length === 0) return false;
    live.state = next.state;
    live.isDirty = true;
    for (const effect of next.effects) {
      mayCrash();
      if (effect.type === 'record') live.records.set(effect.record.ordinal, effect.record);
      if (effect.type === 'abandon') live.calledOff.push(effect.ref);
      // What the step was about to start, or started without learning of it.
      if (effect.type === 'runEnded' && state.current?.wait === null && event.type !== 'stepEnded' && disk.note !== null) {
        live.calledOff.push(disk.note);
      }
    }
    if (event.type === 'stepEnded') live.isNoteOver = true;
    return true;
  };

  /** In one commit with the run's state. */
  const writeBeside = (live: Memory) => {
    for (const ref of live.calledOff) {
      const thing = asked.get(ref) ?? { by: 'nothing', hasAnswered: false, isCalledOff: false };
      asked.set(ref, { ...thing, isCalledOff: true });
    }
    live.calledOff = [];
    if (live.isNoteOver) disk.note = null;
    live.isNoteOver = false;
  };

  const save = () => {
    const live = inMemory();
    mayCrash();
    if (hasEnded(onDisk().status) && live.state.status !== onDisk().status && live.state.status !== 'InProgress') {
      result.violations.push(`${onDisk().status} became ${live.state.status}`);
    }
    disk.stateJson = JSON.stringify(live.state);
    for (const [ordinal, record] of live.records) {
      disk.records.set(ordinal, record);
      if (record.finishedAt !== null) finished.add(record.path);
    }
    live.records.clear();
    live.isDirty = false;
    writeBeside(live);
    mayCrash();
  };

  const boot = () => {
    const state = onDisk();
    memory = { state, records: new Map(), isDirty: false, calledOff: [], isNoteOver: false, fences: [] };
    const mayHaveBeenDriven = state.status === 'Scheduled' || state.current?.wait === null || isTakenUp;
    if (!hasEnded(state.status) && mayHaveBeenDriven && apply({ type: 'recover' })) save();
  };

  const noise = () => {
    const live = inMemory();
    const { current } = live.state;
    const stale = live.fences.filter((fence) => fence !== current?.fence);
    for (const fence of stale) {
      if (chance() < noiseChance && apply({ type: 'stepEnded', fence, outcome: { kind: 'failed', message: 'late' }, random: 0 })) {
        result.violations.push(`A result of attempt ${fence} was taken, the present one is ${current?.fence}`);
      }
      if (chance() < noiseChance && apply({ type: 'timerFired', fence })) result.violations.push('A timer of an earlier attempt was taken');
    }
    if (live.state.status !== 'Scheduled' && chance() < noiseChance && apply({ type: 'admit' }))
      result.violations.push('A run was admitted twice');
    if (current?.wait && nowMs < current.wait.untilMs && apply({ type: 'timerFired', fence: current.fence })) {
      result.violations.push('A timer was taken before its time');
    }
    if (current?.wait && apply({ type: 'answered', ref: 'another', outcome: { kind: 'succeeded' }, isExpired: false, random: 0 })) {
      result.violations.push('An answer to another question was taken');
    }
    if (current?.wait && apply({ type: 'stepEnded', fence: current.fence, outcome: { kind: 'succeeded' }, random: 0 })) {
      result.violations.push('A result was taken while the run waits');
    }
  };

  /** The callee finishes; its result is on the run's disk before it's acknowledged. The first result wins. */
  const tell = (ref: string, path: string, attempt: number): void => {
    const thing = asked.get(ref);
    const answer = answerOf(path, attempt);
    if (!thing || thing.isCalledOff || !answer) return;
    asked.set(ref, { ...thing, hasAnswered: true });
    if (!disk.answers.has(ref)) disk.answers.set(ref, answer);
  };

  const takeAnswer = (live: Memory, { stepId, path, attempt }: CurrentStep, { ref, untilMs }: { ref: string; untilMs: number }): void => {
    if (live.isDirty) save();
    if (answerOf(path, attempt) !== null && chance() < 0.5) return;
    tell(ref, path, attempt);
    if (chance() < noiseChance) tell(ref, path, attempt);
    const answer = disk.answers.get(ref);
    if (!answer) nowMs = Math.max(nowMs, untilMs);
    const late = lateOutcome(program.steps.get(stepId) as WorkflowStep);
    const event: RunEvent = { type: 'answered', ref, outcome: answer ?? late, isExpired: !answer, random: 0.5 };
    apply(event);
    if (chance() < noiseChance && apply(event)) result.violations.push(`The answer to ${path} was taken twice`);
    save();
  };

  const carryOut = () => {
    const live = inMemory();
    const { current } = live.state;
    if (!current) throw new Error('The run is in progress and at no step');
    const step = program.steps.get(current.stepId) as WorkflowStep;
    const isOutside = step.type === 'HttpRequest' || waitsForResult(step);
    if (isOutside && live.isDirty) save();
    if (live.fences.includes(current.fence)) result.violations.push(`The fencing number ${current.fence} was given out twice`);
    live.fences.push(current.fence);
    if (isOutside) {
      if (finished.has(current.path) && !forgiven.has(current.path))
        result.violations.push(`${current.path} was repeated although its end is on disk`);
      result.calls.push({ path: current.path, attempt: current.attempt, fence: current.fence });
      mayCrash();
    }
    const given = forgiven.has(current.path) ? mendedOutcome(current.path) : outcomeOf(current.path, step, current.attempt);
    let outcome: StepOutcome = given.kind === 'delay' ? { kind: 'delay', untilMs: nowMs + 5_000 } : given;
    if (given.kind === 'await') {
      disk.note ??= `thing${asked.size}`;
      const ref = disk.note;
      mayCrash();
      const by = `${current.path}#${current.attempt}/${live.state.continued?.times ?? 0}`;
      const known = asked.get(ref);
      if (known && known.by !== by) result.violations.push(`${by} waits for what ${known.by} has started`);
      if ([...asked].some(([other, thing]) => other !== ref && thing.by === by)) result.violations.push(`${by} has started two things`);
      asked.set(ref, known ?? { by, hasAnswered: false, isCalledOff: false });
      mayCrash();
      // It may be over before the step learns that it has begun.
      if (chance() < 0.3) tell(ref, current.path, current.attempt);
      outcome = { ...given, ref, untilMs: nowMs + 5_000 };
    }
    const event: RunEvent = { type: 'stepEnded', fence: current.fence, outcome, random: 0.5 };
    apply(event);
    if (chance() < noiseChance && apply(event)) result.violations.push(`The end of ${current.path} was taken twice`);
    // Pure steps are written at any time; what happened outside is written at once.
    if (isOutside || chance() < 0.3) save();
  };

  const turn = () => {
    if (!memory) boot();
    const live = inMemory();
    noise();
    if (hasEnded(live.state.status)) {
      save();
      if (live.state.status !== 'Failed' || continuesLeft === 0 || !live.state.current) return false;
      const isAtQuota = live.state.errorMessage?.includes('your quota allows') === true;
      if (quota && !isAtQuota) return false;
      continuesLeft -= 1;
      // The step refused by the quota wasn't carried out.
      if (isAtQuota) finished.delete(live.state.current.path);
      else forgiven.add(live.state.current.path);
      if (apply({ type: 'continue', ...(isAtQuota ? { quota: null } : {}) })) save();
      return true;
    }
    if (live.state.status === 'Scheduled') apply({ type: 'admit' });
    else if (live.state.current?.wait?.kind === 'answer') takeAnswer(live, live.state.current, live.state.current.wait);
    else if (live.state.current?.wait) {
      if (live.isDirty) save();
      nowMs = Math.max(nowMs, live.state.current.wait.untilMs);
      isTakenUp = true;
      const event: RunEvent = { type: 'timerFired', fence: live.state.current.fence };
      apply(event);
      if (chance() < noiseChance && apply(event)) result.violations.push('A timer was taken twice');
      isTakenUp = onDisk().current?.wait !== null && onDisk().current !== null;
    } else carryOut();
    return true;
  };

  for (let turns = 0; ; turns += 1) {
    if (turns > 20_000) throw new Error('The run does not end');
    nowMs += 1;
    try {
      if (turns === cancelAtTurn) {
        if (!memory) boot();
        const live = inMemory();
        const ended = hasEnded(live.state.status);
        // The person's cancel is repeated until it's on disk: only then does it get a response.
        for (; !hasEnded(onDisk().status) || live.isDirty; ) {
          if (apply({ type: 'cancel' })) result.wasCancelled = !ended;
          disk.stateJson = JSON.stringify(live.state);
          for (const [ordinal, record] of live.records) disk.records.set(ordinal, record);
          live.records.clear();
          live.isDirty = false;
          writeBeside(live);
        }
        result.callsAtCancel = result.calls.length;
      }
      if (!turn()) break;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      memory = null;
    }
  }
  result.state = onDisk();
  result.records = [...disk.records.values()].sort((left, right) => left.ordinal - right.ordinal);
  return result;
}
