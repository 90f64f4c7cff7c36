import { join } from 'node:path';
import { ROOT } from '../build/workspace-root.ts';
import { type Part, type PartResult, runCommand } from './part.ts';
import { browserParts, checkParts, unitParts } from './parts.ts';

/** As many cores as the smallest machine these tests are for. */
const PARALLEL = 2;

const total = { passed: 0, failed: 0, skipped: 0 };
const wanted = process.argv[2] ?? '';
const chosen = (parts: Part[]) => parts.filter((part) => part.name.includes(wanted));

await runParts(chosen(checkParts()), PARALLEL);
const units = chosen(unitParts());
const browsers = chosen(browserParts());
// The Workers tests need the metered sandbox, the browser tests all of it.
if (units.length + browsers.length > 0) await build();
await runParts(units, PARALLEL);
await runParts(browsers, PARALLEL);

console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function build(): Promise<void> {
  const started = performance.now();
  const { isSuccess, output } = await runCommand(process.execPath, [join(ROOT, 'tools', 'build', 'main.ts')]);
  tell('build', { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0, output }, started);
}

async function runParts(parts: Part[], parallel: number): Promise<void> {
  const waiting = [...parts];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const started = performance.now();
      tell(part.name, await part.run().catch(brokenPart), started);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

function brokenPart(error: unknown): PartResult {
  return { passed: 0, failed: 1, skipped: 0, output: error instanceof Error ? error.message : String(error) };
}

function tell(name: string, { passed, failed, skipped, retried = [], output }: PartResult, startedMs: number): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (failed > 0) console.log(`\n──── ${name} failed ────\n${output.trim().split('\n').slice(-150).join('\n')}\n────`);
  for (const test of retried) console.log(`AGAIN   ${name}: ${test}`);
  console.log(`${failed ? 'FAILED' : 'ok'}  ${name}: ${passed} passed${failed ? `, ${failed} failed` : ''} (${seconds} s)`);
}
