import { describe, expect, test } from 'vitest';
import { findReferredSteps, proposeGiven, readGiven } from './given-values.ts';

describe('values of other steps, for testing one step', () => {
  const steps = { start: { Payload: { total: 3 } }, 'read "it"': { Response: [1] }, unused: { Response: 2 } };
  const textOf = (stepText: string) => proposeGiven(findReferredSteps(stepText, Object.keys(steps)), steps) ?? '';

  test('starts with what the step refers to, however its names are quoted', () => {
    const step = { script: 'return Steps["start"].Payload.total + Steps["read \\"it\\""].Response[0]' };
    expect(Object.keys(JSON.parse(textOf(JSON.stringify({ script: `Steps["start"] + Steps['unused']` }))))).toEqual(['start', 'unused']);
    expect(Object.keys(JSON.parse(textOf(JSON.stringify(step))))).toContain('start');
    expect(textOf('{}')).toBe('{}');
  });

  test('is used unchanged if it is too long to edit', () => {
    const long = { start: { Payload: 'x'.repeat(250_000) } };
    expect(proposeGiven(['start'], long)).toBeNull();
  });

  test('is refused with a message about the problem', () => {
    expect(readGiven('{ "start": { "Payload": [1, null] } }')).toEqual({ ok: true, values: { start: { Payload: [1, null] } } });
    expect(readGiven('')).toEqual({ ok: true, values: {} });
    expect(readGiven('{')).toMatchObject({ ok: false });
    expect(readGiven('[]')).toMatchObject({ ok: false, message: expect.stringContaining('step names') });
    expect(readGiven('{"start": 3}')).toMatchObject({ ok: false, message: expect.stringContaining('start') });
    expect(readGiven('{"start": {"payload": 3}}')).toMatchObject({ ok: false, message: expect.stringContaining('payload') });
  });
});
