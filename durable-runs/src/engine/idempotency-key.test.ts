import { expect, test } from 'vitest';
import { stepPath } from '../core/step-path.ts';
import { idempotencyKey } from './idempotency-key.ts';

test('combines the run and the path in it', () => {
  expect(idempotencyKey('run', 'each[3]/route.Yes/tell')).toBe('run/each[3]/route.Yes/tell');
});

test('fits in a header, whatever the steps’ names', () => {
  for (const path of ['支付', 'Überweisen heute', 'half \ud800', 'a\r\nb: c', 'x'.repeat(5_000)]) {
    const key = idempotencyKey('run', path);
    expect(new Headers({ 'idempotency-key': key }).get('idempotency-key')).toBe(key);
    expect(key.length).toBeLessThanOrEqual(250);
  }
  expect(idempotencyKey('run', `${'x'.repeat(5_000)}1`)).not.toBe(idempotencyKey('run', `${'x'.repeat(5_000)}2`));
});

test('differs for steps whose names look like paths', () => {
  const inLoop = stepPath(
    [{ kind: 'loop', stepId: 'each', ordinal: 0, startedAt: 0, index: 0, count: 1, nextStepId: null, steps: 1 }],
    'x',
  );
  expect(stepPath([], 'each[0]/x')).not.toBe(inLoop);
});
