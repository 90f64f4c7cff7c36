import { scriptProblem } from '@portage/workflow/scripts';
import { expect, test } from 'vitest';
import { sandboxRunner } from './sandbox-runner.ts';

/** What the parser says before a workflow is activated must match what the engine says when it runs. */
const isRefusedByEngine = async (script: string) => {
  const outcome = await sandboxRunner()('owner', script, '{}');
  return !outcome.ok && outcome.message.startsWith('SyntaxError');
};

test.each([
  'return 1',
  'const a = await 1; return async () => await a',
  'for await (const x of []) ;',
  'return /(?<a>x)|(?<a>y)/.test("x") && /(?i:a)/.test("A") && /[\\p{L}--[a]]/v.test("b")',
  'class A { static { this.x = 1 } #y = 2; has(o) { return #y in o } }',
  'a ??= 1_000n',
  'with ({ a: 1 }) { return a }',
  'var let = 1; return 010',
  'if (1) function f() {}',
  'return { __proto__: 1, get a() { return 1 } }',
  '<!-- a comment of the old web\nreturn 1',
])('the parser accepts what the engine accepts: %s', async (script) => {
  expect(scriptProblem(script)).toBeNull();
  expect(await isRefusedByEngine(script)).toBe(false);
});

test.each([
  'return 1 +',
  'return {',
  'return 1 }',
  'let x; let x;',
  'const x;',
  'using x = null;',
  'await using x = null;',
  'import x from "y"',
  'export const a = 1',
  'return import.meta',
  '"use strict"; return 010',
  '@dec class A {}',
  'return /(/',
  'return `open',
  '#!/bin/node\nreturn 1',
  'await',
])('the parser rejects what the engine rejects: %s', async (script) => {
  expect(scriptProblem(script)).not.toBeNull();
  expect(await isRefusedByEngine(script)).toBe(true);
});
