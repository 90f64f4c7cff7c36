import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { createSandbox, type RunOptions, type ScriptSandbox } from '../sandbox.ts';
import type { ScriptFailureKind, ScriptResult } from '../script-result.ts';
import { compileModule } from './compile-module.ts';

const enginePath = fileURLToPath(new URL('../../dist/quickjs-metered.wasm', import.meta.url).href);
export const wasmModule = compileModule(readFileSync(enginePath));

export function createNodeSandbox(options: Parameters<typeof createSandbox>[1] = {}): ScriptSandbox {
  return createSandbox(wasmModule, options);
}

const shared = createNodeSandbox();

/** Runs a script in the sandbox shared by all tests of a file: what one leaves behind, the next would find. */
export function runShared(source: string, input: unknown = {}, options: RunOptions = { owner: 'mallory' }): Promise<ScriptResult> {
  return shared.run(source, JSON.stringify(input), options);
}

/** Another tenant's ordinary script must return the right value, whatever ran before. */
export async function expectNeighbourUnharmed(): Promise<void> {
  const source = `
    const lines = Steps.order.Payload.lines.map((line) => ({ ...line, total: line.price * line.quantity }));
    const text = await Promise.resolve(JSON.stringify(lines));
    return { sum: lines.reduce((sum, line) => sum + line.total, 0), text, keys: Object.keys(globalThis).sort(),
      odd: Object.keys(Object.prototype).length, match: /b+/.exec('abbc')[0], sorted: [3, 1, 2].sort(), when: new Date(0).toISOString() };`;
  const input = {
    Steps: {
      order: {
        Payload: {
          lines: [
            { price: 2, quantity: 3 },
            { price: 5, quantity: 1 },
          ],
        },
      },
    },
  };
  const result = await runShared(source, input, { owner: 'neighbour' });
  expect(result).toMatchObject({
    ok: true,
    value: {
      sum: 11,
      text: '[{"price":2,"quantity":3,"total":6},{"price":5,"quantity":1,"total":5}]',
      keys: ['$Consts', '$Data', '$Steps', 'Steps', 'console'],
      odd: 0,
      match: 'bb',
      sorted: [1, 2, 3],
      when: '1970-01-01T00:00:00.000Z',
    },
  });
}

/** The script must end with one of these kinds of failure, and the neighbour must not be affected. */
export async function expectStopped(source: string, kinds: readonly ScriptFailureKind[]): Promise<void> {
  const result = await runShared(source);
  expect(result.ok ? result.value : kinds.includes(result.failure.kind) || result.failure).toBe(true);
  await expectNeighbourUnharmed();
}
