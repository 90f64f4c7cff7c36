import { toOwnerId } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../core/apply-event.ts';
import { makeProgram } from '../core/program.ts';
import type { RunEvent, StepOutcome } from '../core/run-event.ts';
import { newRunState } from '../core/run-state.ts';
import { RunTracer, type TracedRun } from './run-tracer.ts';

interface WrittenSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code: number };
}

/** A run as the engine drives it, one event a second, with a tracer. */
function traced(steps: WorkflowStep[], runId = 'run-1') {
  const spans: WrittenSpan[] = [];
  let tracer = new RunTracer((json) => void spans.push(JSON.parse(json)));
  const version = {
    versionId: 'v',
    workflowId: 'w',
    ownerUserId: toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
    name: 'Orders',
    loggingMode: 'LogAllData' as const,
    steps,
  };
  const run = {
    row: { runKey: 1, runId, createdAt: 0, isTest: false } as TracedRun['row'],
    version,
    state: newRunState(),
    program: makeProgram(steps),
  };
  let nowMs = 0;
  const send = (event: RunEvent) => {
    nowMs += 1_000;
    const { current } = run.state;
    const { state, effects } = applyEvent(run.program, run.state, event, nowMs);
    run.state = state;
    for (const effect of effects) {
      if (effect.type === 'record') tracer.onRecord(run, effect.record, current?.ordinal === effect.record.ordinal ? current.attempt : 1);
      else if (effect.type === 'setTimer' && state.current?.wait?.kind === 'retry') tracer.onRetry(run, state.current, nowMs);
      else if (effect.type === 'runEnded') tracer.onEnd(run);
    }
  };
  const ends = (outcome: StepOutcome) => send({ type: 'stepEnded', fence: run.state.current?.fence ?? 0, outcome, random: 0.5 });
  const wakes = () => {
    nowMs = run.state.current?.wait?.untilMs ?? nowMs;
    send({ type: 'timerFired', fence: run.state.current?.fence ?? 0 });
  };
  const comesBack = () => {
    tracer = new RunTracer((json) => void spans.push(JSON.parse(json)));
    send({ type: 'recover' });
  };
  return { spans, send, ends, wakes, comesBack, run };
}

const trigger = (nextStepId: string) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId }) as WorkflowStep;
const attribute = (span: WrittenSpan | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const seconds = ({ startTimeUnixNano, endTimeUnixNano }: WrittenSpan) =>
  [startTimeUnixNano, endTimeUnixNano].map((nano) => Number(nano) / 1e9);
const ok: StepOutcome = { kind: 'succeeded' };

describe('spans of a run', () => {
  test('each attempt of a step is a span, beginning when its pause ended', () => {
    const call = { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: 'https://a.example', useRetry: true } as WorkflowStep;
    const { spans, send, ends, wakes, run } = traced([trigger('call'), call]);
    send({ type: 'admit' });
    ends(ok);
    ends({ kind: 'failed', message: 'private', retryable: true });
    const wakesAt = (run.state.current?.wait?.untilMs ?? 0) / 1_000;
    wakes();
    ends(ok);
    const [, first, second, root] = spans;
    expect(spans).toHaveLength(4);
    expect([first, second].map((span) => [span?.name, attribute(span, 'portage.step.attempt'), span?.status.code])).toEqual([
      ['call', '1', 2],
      ['call', '2', 1],
    ]);
    expect(first?.spanId).not.toBe(second?.spanId);
    expect(new Set([first?.parentSpanId, second?.parentSpanId])).toEqual(new Set([root?.spanId]));
    expect(seconds(second as WrittenSpan)[0]).toBe(wakesAt);
    expect(JSON.stringify(spans)).not.toContain('private');
  });

  test('ids depend only on the run: after a crash it continues its trace, under the same root', () => {
    const script = { stepId: 'one', type: 'CustomScript', script: '' } as WorkflowStep;
    const [whole, crashed, other] = [
      traced([trigger('one'), script]),
      traced([trigger('one'), script]),
      traced([trigger('one'), script], 'run-2'),
    ];
    for (const run of [whole, crashed, other]) {
      run.send({ type: 'admit' });
      run.ends(ok);
      if (run === crashed) run.comesBack();
      run.ends(ok);
    }
    const idsOf = ({ spans }: typeof whole) => spans.map(({ traceId, spanId, parentSpanId }) => [traceId, spanId, parentSpanId]);
    expect(idsOf(crashed)).toEqual(idsOf(whole));
    expect(idsOf(other)[0]?.[0]).not.toBe(idsOf(whole)[0]?.[0]);
  });

  test('steps are placed under the loop they ran in, whatever the loop’s name', () => {
    const outer = { stepId: 'a/b[1]', type: 'Loop', listContextDataEntityName: 'x', loopFirstStepId: 'inner' } as WorkflowStep;
    const inner = { stepId: 'inner', type: 'Loop', listContextDataEntityName: 'x', loopFirstStepId: 'leaf[0]' } as WorkflowStep;
    const leaf = { stepId: 'leaf[0]', type: 'CustomScript', script: '' } as WorkflowStep;
    const { spans, send, ends } = traced([trigger('a/b[1]'), outer, inner, leaf]);
    send({ type: 'admit' });
    ends(ok);
    ends({ kind: 'loop', count: 1 });
    ends({ kind: 'loop', count: 2 });
    ends(ok);
    ends(ok);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [root] = named('Orders');
    expect(named('a/b[1]').map(({ parentSpanId }) => parentSpanId)).toEqual([root?.spanId]);
    expect(named('inner').map(({ parentSpanId }) => parentSpanId)).toEqual([named('a/b[1]')[0]?.spanId]);
    expect(named('leaf[0]').map(({ parentSpanId }) => parentSpanId)).toEqual([named('inner')[0]?.spanId, named('inner')[0]?.spanId]);
    expect(named('leaf[0]').map((span) => attribute(span, 'portage.loop.iteration'))).toEqual(['0', '1']);
  });

  test('a loop that was open when the run failed has a span in each part of its run, with different ids', () => {
    const loop = { stepId: 'each', type: 'Loop', listContextDataEntityName: 'x', loopFirstStepId: 'leaf' } as WorkflowStep;
    const leaf = { stepId: 'leaf', type: 'CustomScript', script: '' } as WorkflowStep;
    const { spans, send, ends, run } = traced([trigger('each'), loop, leaf]);
    send({ type: 'admit' });
    ends(ok);
    ends({ kind: 'loop', count: 1 });
    ends({ kind: 'failed', message: 'no' });
    send({ type: 'continue' });
    ends(ok);
    expect(run.state.status).toBe('Succeeded');
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const [, again] = spans.filter(({ name }) => name === 'each');
    const [, continued] = spans.filter(({ name }) => name === 'Orders');
    expect(again?.parentSpanId).toBe(continued?.spanId);
    expect(seconds(again as WrittenSpan)[0]).toBe(seconds(continued as WrittenSpan)[0]);
  });
});
