import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import { environmentNames, readWorkerConfig, workerFolders } from './worker-files.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const documents = ['docs/deploy.md', 'docs/operate.md'];

/** Commands in shell blocks and between backticks, one per line. */
function extractCommands(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
  const inline = [...text.matchAll(/`((?:npm|npx|curl|node) [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks, ...inline];
}

/** Names in capitals between backticks: settings and secrets. */
function extractSettings(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, content = '']) => content);
  return [...new Set(code.flatMap((content) => (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(content) ? [content] : [])))];
}

/** Sources of setting names: interfaces of environments, and what tools read. */
const declared = [
  'edge-api/src/env.ts',
  'durable-runs/src/env.ts',
  'durable-runs/src/telemetry/trace-settings.ts',
  'durable-runs/src/telemetry/shard-telemetry.ts',
  'durable-runs/src/storage/step-data-retention.ts',
  'shell/worker/worker.ts',
  'shell/worker/security-headers.ts',
  'packages/database/src/connect.ts',
].map(read);
const optional = [...new Set(declared.flatMap((text) => [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+)\?:/gm)].map(([, name = '']) => name)))];
const declaredSettings = new Set([
  ...declared.flatMap((text) => [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+)\??:/gm)].map(([, name = '']) => name)),
  ...workerFolders().flatMap((worker) => readWorkerConfig(worker).env.production.secrets?.required ?? []),
]);

const helps = new Map<string, string>();
const wranglerHelp = (words: string) => helps.get(words) ?? expect.fail(`wrangler ${words} was not asked`);
const SUBCOMMANDS = /^npx wrangler ((?:[a-z0-9]+ ?){1,3}?)(?= -| [^a-z]| portage-| [A-Z]|$)/;
const parseSubcommand = (command: string) => (SUBCOMMANDS.exec(command)?.[1] ?? '').trim();

beforeAll(async () => {
  const asked = new Set(
    documents.flatMap((file) =>
      extractCommands(read(file))
        .filter((one) => one.startsWith('npx wrangler'))
        .map(parseSubcommand),
    ),
  );
  for (const words of asked) helps.set(words, (await runTool('wrangler', [...words.split(' '), '--help'], ROOT)).output);
}, 240_000);

describe.each(documents)('%s', (file) => {
  const text = read(file);

  test('every npm command is a script of the workspace it names', () => {
    const commands = extractCommands(text).filter((command) => command.startsWith('npm '));
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      if (/^npm (ci|test)\b/.test(command) && !command.includes(' -w ')) continue;
      const [, script = ''] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
      const [, workspace = '.'] = / -w (\S+)/.exec(command) ?? [];
      const { scripts } = JSON.parse(read(join(workspace, 'package.json')));
      expect(Object.keys(scripts), command).toContain(script);
    }
  });

  test('every option of Portage’s own commands exists', () => {
    const sources: Record<string, string> = {
      platform: read('tools/platform/main.ts'),
      migrate: read('tools/migrate/main.ts'),
      'contract:release': read('tools/contract/main.ts'),
      affected: readdirSync(join(ROOT, 'tools/affected'))
        .map((name) => read(`tools/affected/${name}`))
        .join('\n'),
      deploy: read('tools/deploy/main.ts'),
    };
    for (const command of extractCommands(text)) {
      const [, script = ''] = /^npm run ([\w:-]+)/.exec(command) ?? [];
      const source = sources[script];
      const [, given = ''] = command.split(/ -- /, 2);
      if (!source) continue;
      for (const [, option = ''] of given.matchAll(/(?:^| )--([a-z-]+)/g))
        expect(source, command).toMatch(new RegExp(`\\b${option}'?: \\{|'${option}'`));
      if (script === 'platform') expect(source, command).toContain(`case '${given.split(' ')[0]}'`);
    }
  });

  test('every wrangler command exists with its options, in an existing folder and for an existing environment', () => {
    for (const command of extractCommands(text).filter((one) => one.startsWith('npx wrangler'))) {
      expect(parseSubcommand(command), command).not.toBe('');
      const help = wranglerHelp(parseSubcommand(command));
      expect(help, command).toContain(`wrangler ${parseSubcommand(command)}`);
      expect(help, command).toContain('GLOBAL FLAGS');
      for (const [, option = ''] of command.matchAll(/ --([a-z-]+)/g)) expect(help, `${command}: --${option}`).toContain(`--${option}`);
      const [, folder] = / --cwd (\S+)/.exec(command) ?? [];
      if (folder) expect(workerFolders(), command).toContain(folder);
      const [, environment] = / --env (\S+)/.exec(command) ?? [];
      if (environment) expect(environmentNames, command).toContain(environment);
    }
  });

  test('every secret file belongs to a Worker, and every bucket is configured', () => {
    for (const [, worker = ''] of text.matchAll(/\.portage\/deploy\/production\/([\w-]+)\.json/g))
      expect(workerFolders()).toContain(worker);
    const buckets = workerFolders().flatMap((worker) =>
      (readWorkerConfig(worker).env.production.r2_buckets ?? []).map((one) => one.bucket_name),
    );
    for (const [name] of text.matchAll(/\bportage-(?:files|areas)[\w-]*/g)) expect(buckets).toContain(name);
  });

  test('every setting it names exists in the code', () => {
    // Only the CLOUDFLARE_ names are wrangler's own.
    const others = /^(PORTAGE_|DATABASE_URL$|CLOUDFLARE_(ACCOUNT_ID|API_TOKEN)$)/;
    expect(extractSettings(text).filter((name) => !declaredSettings.has(name) && !others.test(name))).toEqual([]);
  });

  test('every link leads to a file', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (!target.startsWith('http')) expect(existsSync(join(ROOT, dirname(file), target)), target).toBe(true);
    }
    for (const [, path = ''] of text.matchAll(/`((?:tools|packages|durable-runs|edge-api|shell|docs)\/[\w./-]+)`/g)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

test('every optional setting is in docs/deploy.md', () => {
  const text = read('docs/deploy.md');
  expect(optional.length).toBeGreaterThan(30);
  expect(optional.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('every bucket and every Worker of an environment is made or deployed by docs/deploy.md', () => {
  const text = read('docs/deploy.md');
  for (const worker of workerFolders()) {
    expect(text).toContain(`npx wrangler deploy --cwd ${worker} --env production`);
    for (const { bucket_name } of readWorkerConfig(worker).env.production.r2_buckets ?? []) {
      expect(text).toContain(`npx wrangler r2 bucket create ${bucket_name}\n`);
    }
  }
});

test('the code writes the metrics and log lines that docs/operate.md says to watch', () => {
  const code = ['durable-runs/src', 'edge-api/src', 'packages/database/src', 'packages/registry/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => read(join(folder, name))),
    )
    .join('\n');
  const text = read('docs/operate.md');
  const metrics = [...new Set([...text.matchAll(/`(portage_\w+)/g)].map(([, name = '']) => name))];
  expect(metrics.length).toBeGreaterThan(8);
  for (const name of metrics) expect(code.includes(name), name).toBe(true);
  for (const line of [
    'Nothing is sealed with an older key any more',
    'contract-too-new',
    'revision-conflict',
    'not-set-up',
    'database-away',
  ]) {
    expect(text).toContain(line);
    expect(code.includes(line), line).toBe(true);
  }
});
