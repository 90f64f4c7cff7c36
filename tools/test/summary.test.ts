import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';
import { afterEach, expect, test } from 'vitest';
import { readProjects } from '../test-settings/folder-projects.ts';
import { commandPart, type Part } from './part.ts';
import { runParts } from './run-parts.ts';
import { formatSummary } from './summary.ts';
import { vitestPart } from './vitest-part.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The tests of a folder with one file. */
function createPart(text: string): Part {
  // Inside the repository, where it finds vitest, and where git and lint don't look.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'tests-'));
  folders.push(folder);
  writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { include: ['*.test.ts'] } };");
  writeFileSync(join(folder, 'some.test.ts'), `import { expect, test } from 'vitest';\n${text}`);
  return vitestPart(relative(ROOT, folder));
}

async function runAndSummarize(...tested: Part[]): Promise<string[]> {
  return formatSummary(await runParts({ build: null, checks: [], tested }, 2), { wallMs: 61_000, busyShare: 1 });
}

test('names each failed test with its message before the last line, which counts', async () => {
  const lines = await runAndSummarize(createPart("test('adds', () => expect(1 + 1).toBe(3));\ntest('holds', () => {});"));
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
  const failed = lines.findIndex((line) => /^FAILED {2}.*some\.test\.ts > adds$/.test(line));
  expect(failed).toBeGreaterThan(0);
  expect(lines[failed + 1]).toContain('expected 2 to be 3');
});

test('names a file that can’t be loaded, and a command that fails', async () => {
  const command = commandPart('lint', process.execPath, ['-e', 'console.log("line 7 is wrong"); process.exit(1)']);
  const lines = await runAndSummarize(createPart("import './not-there.ts';"), command);
  expect(lines.at(-1)).toBe('0 passed, 2 failed');
  expect(lines.join('\n')).toMatch(/FAILED {2}.*: some\.test\.ts\n.*not-there/);
  expect(lines.join('\n')).toMatch(/FAILED {2}lint\n +line 7 is wrong/);
});

test('fails a test that would pass on a second try, and no project gives tests one', async () => {
  const flickers = "let tries = 0;\ntest('flickers', () => expect((tries += 1)).toBe(2));";
  expect((await runAndSummarize(createPart(flickers))).at(-1)).toBe('0 passed, 1 failed');
  const configs = globSync('{*,packages/*}/vitest.config.ts', { cwd: ROOT, exclude: ['node_modules'] });
  const projects = (await Promise.all(configs.map((file) => readProjects(dirname(file))))).flat();
  expect(projects.length).toBeGreaterThan(10);
  expect(projects.filter(({ test }) => test?.retry)).toEqual([]);
});

test('fails if an error outside the tests ended the run', async () => {
  const text =
    "test('holds', async () => { Promise.reject(new Error('nobody waits for it')); await new Promise((done) => setTimeout(done)); });";
  expect((await runAndSummarize(createPart(text))).at(-1)).toBe('1 passed, 1 failed');
});

test('shows where the time went: the slowest parts and files first', () => {
  const result = { passed: 2, failed: 0, skipped: 1, output: '' };
  const lines = formatSummary(
    [
      { name: 'lint', durationMs: 4_000, result },
      {
        name: 'shell',
        durationMs: 9_000,
        result: { ...result, processorMs: 7_500, files: [{ name: 'test/one.test.ts', durationMs: 8_000 }] },
      },
      {
        name: 'e2e',
        durationMs: 30_000,
        result: { ...result, processorMs: 61_000, files: [{ name: 'src/two.test.ts', durationMs: 20_000 }] },
      },
    ],
    { wallMs: 61_000, busyShare: 0.784 },
  ).flatMap((line) => line.split('\n'));
  expect(lines).toEqual([
    '',
    'slowest parts  time    processor time  passed',
    'e2e            30.0 s  61.0 s          2',
    'shell          9.0 s   7.5 s           2',
    '',
    'slowest files           time',
    'e2e/src/two.test.ts     20.0 s',
    'shell/test/one.test.ts  8.0 s',
    '',
    'All parts took 1 min 1 s, and 1 min 9 s of processor time.',
    'The cores were busy for 78 % of the time.',
    '6 passed, 0 failed, 3 skipped',
  ]);
});

test('counts the processor time of a command and of what it starts', async () => {
  const busy = 'while (process.cpuUsage().user < 300_000);';
  const starts = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
  const { processorMs = 0 } = await commandPart('busy', process.execPath, ['-e', starts]).run();
  expect(processorMs).toBeGreaterThanOrEqual(300);
});
