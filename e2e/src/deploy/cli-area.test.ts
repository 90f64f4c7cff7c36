import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREA_NAMES, WORKER_NAMES } from '@portage/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { readDeployment, readRegistry, saysSomewhere, servedFiles } from './deployed.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

const PAGE = 'mfe-billing/src/gift-cards/gift-card-list-page.tsx';
const APP = 'mfe-billing/src/app.tsx';

describe('npm run deploy, canary and rollback of an area', () => {
  let stack: Stack;
  let copy: WorkTreeCopy;
  let env: Record<string, string>;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    stack = await startStack({ dataDir, port: await freePort() });
    cleanups.push(() => stack.stop());
    copy = copyWorkTree();
    cleanups.push(() => copy.remove());
    env = { PORTAGE_URL: stack.baseUrl, PORTAGE_DATA_DIR: dataDir };
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const deploy = (...options: string[]) => copy.npm(env, 'run', 'deploy', '-w', 'mfe-billing', ...options);

  test('gives everyone a changed area and leaves every file of the others unchanged', async () => {
    const before = await readRegistry(stack);
    expect(Object.keys(before).sort()).toEqual(AREA_NAMES);
    const filesBefore = await Promise.all(Object.values(before).map((area) => servedFiles(stack, area)));
    copy.change(PAGE, 'title="No gift cards yet"', 'title="No cards of the first change yet"');

    const { code, output } = await deploy();
    expect(output).toMatch(/mfe-billing \w{12} is live for everyone: http:\/\/localhost:\d+\/gift-cards/);
    expect(output).toContain('npm run rollback -w mfe-billing');
    expect(output.match(/^Built the .*?(?= \()/gm)).toEqual(['Built the area billing']);
    expect(code).toBe(0);

    const after = await readRegistry(stack);
    expect(after.billing?.version).not.toBe(before.billing?.version);
    expect({ ...after, billing: null }).toEqual({ ...before, billing: null });
    expect(await saysSomewhere(stack, after.billing as never, 'No cards of the first change yet')).toBe(true);
    // And the previous version: open pages still load its late parts.
    expect(await Promise.all(Object.values(before).map((area) => servedFiles(stack, area)))).toEqual(filesBefore);
  });

  test('says so and changes nothing if the same version is deployed again', async () => {
    const before = await readDeployment(stack, 'billing');
    const { code, output } = await deploy();
    expect(output).toMatch(/is already live; nothing was changed/);
    expect(code).toBe(0);
    expect(await readDeployment(stack, 'billing')).toEqual(before);
  });

  test('gives a new version to a share of the people, then more, all or none of them', async () => {
    copy.change(PAGE, 'No cards of the first change yet', 'No cards of the second change yet');
    const live = (await readRegistry(stack)).billing?.version;
    expect(await deploy('--', '--anyway', '--canary', '10', '--note', 'a look of the new page')).toMatchObject({ code: 0 });
    const { billing } = await readRegistry(stack);
    expect(billing).toMatchObject({ version: live, canary: { percent: 10 } });
    const canary = billing?.canary?.version;
    expect((await readDeployment(stack, 'billing')).history[0]).toMatchObject({
      action: 'Canary',
      by: 'local',
      note: 'a look of the new page',
      percent: 10,
    });

    const share = (...words: string[]) => copy.npm(env, 'run', 'canary', '-w', 'mfe-billing', ...words);
    expect(await share('40')).toMatchObject({ code: 0, output: expect.stringContaining('40 percent') });
    expect((await readRegistry(stack)).billing?.canary).toMatchObject({ version: canary, percent: 40 });
    expect(await share('0')).toMatchObject({ code: 0, output: expect.stringContaining(`everyone gets ${live}`) });
    expect((await readRegistry(stack)).billing).toMatchObject({ version: live });
    expect((await readRegistry(stack)).billing?.canary).toBeUndefined();
    // Not named: the version after the live one.
    expect(await share('100')).toMatchObject({ code: 0, output: expect.stringContaining(`${canary} is live for everyone`) });
    expect((await readRegistry(stack)).billing?.version).toBe(canary);
  });

  test('rolls back to the previous version, and to any named one', async () => {
    const { live, previous, versions } = await readDeployment(stack, 'billing');
    const back = await copy.npm(env, 'run', 'rollback', '-w', 'mfe-billing');
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining(`${previous} is live again for everyone, instead of ${live}`) });
    expect((await readRegistry(stack)).billing?.version).toBe(previous);
    const first = versions.at(-1)?.version ?? '';
    expect(await copy.npm(env, 'run', 'rollback', '-w', 'mfe-billing', first)).toMatchObject({ code: 0 });
    expect((await readRegistry(stack)).billing?.version).toBe(first);
    expect(await copy.npm(env, 'run', 'rollback', '-w', 'mfe-billing', 'nosuchversion')).toMatchObject({ code: 1 });
  });

  test('lists what is live, aligned for people and as JSON for programs', async () => {
    const { output, code } = await copy.npm(env, 'run', '--silent', 'deployments');
    expect(code).toBe(0);
    const lines = output.trim().split('\n');
    expect(lines[0]).toMatch(/^name\s+live\s+canary\s+previous\s+by\s+when$/);
    const { live, previous } = await readDeployment(stack, 'billing');
    const row = lines.find((line) => line.startsWith('mfe-billing')) ?? '';
    expect(row.split(/ {2,}/)).toEqual(['mfe-billing', live, '-', previous, 'local', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)]);
    const at = lines[0]?.indexOf('previous') ?? -1;
    for (const line of lines.slice(1)) expect(line.slice(at - 2, at), line).toBe('  ');
    const json = await copy.npm(env, 'run', '--silent', 'deployments', '--', '--json');
    const listed = JSON.parse(json.output) as { name: string }[];
    expect(listed.map(({ name }) => name).sort()).toEqual([...AREA_NAMES, ...WORKER_NAMES].sort());
  });

  test('deploys two areas in one step, lists the sets with their difference, and returns to one exactly', async () => {
    const npm = (...words: string[]) => copy.npm(env, 'run', '--silent', ...words);
    const before = await readRegistry(stack);
    copy.change(PAGE, 'No cards of the second change yet', 'No cards of the third change yet');
    copy.change(
      'mfe-connectors/src/connector-list/connector-list-page.tsx',
      'title="No connectors yet"',
      'title="No connectors of set two"',
    );
    const { code, output } = await npm('deploy', '--', 'mfe-billing', 'mfe-connectors', '--anyway', '--note', 'both at once');
    const [, set = ''] = /Set (\d+) is live for everyone/.exec(output) ?? [];
    const [, earlier = ''] = /npm run rollback -- --to-set (\d+)/.exec(output) ?? [];
    expect([code, Number(set)]).toEqual([0, Number(earlier) + 1]);
    const after = await readRegistry(stack);
    expect(after.billing?.version).not.toBe(before.billing?.version);
    expect(after.connectors?.version).not.toBe(before.connectors?.version);

    const lines = (await npm('sets')).output.trim().split('\n');
    expect(lines[0]).toMatch(/^set +when +by +what +changed +why$/);
    expect(lines[1]).toMatch(
      new RegExp(`^${set} .*mfe-billing ${after.billing?.version}, mfe-connectors ${after.connectors?.version} +both at once$`),
    );
    const difference = (await npm('sets', '--', earlier, set)).output;
    expect(difference).toContain(`mfe-billing  ${before.billing?.version} → ${after.billing?.version}`);
    expect(difference).toMatch(/Files: \d+ added/);

    const back = await npm('rollback', '--', '--to-set', earlier);
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining(`The versions of set ${earlier} are live again for everyone`) });
    expect(await readRegistry(stack)).toEqual(before);
    expect(await npm('rollback', '--', '--to-set', '999999')).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no set 999999'),
    });
  });

  describe('refuses, with one plain sentence and nothing changed,', () => {
    let before: unknown;
    let app: string;
    beforeAll(async () => {
      before = await readDeployment(stack, 'billing');
      app = readFileSync(join(copy.root, APP), 'utf8');
    });

    async function refuses(says: RegExp, change: Partial<Record<string, string>> = {}) {
      const { code, output } = await copy.npm(
        { ...env, ...change } as Record<string, string>,
        'run',
        '--silent',
        'deploy',
        '-w',
        'mfe-billing',
      );
      expect(output).toMatch(says);
      // No stack trace of our own code.
      expect(output).not.toMatch(/^\s+at .*tools\/deploy/m);
      expect(code).toBe(1);
      if (change.PORTAGE_URL === undefined) expect(await readDeployment(stack, 'billing')).toEqual(before);
      copy.write(APP, app);
    }

    test('an area without unmount', async () => {
      copy.write(APP, app.replace('bootstrap, mount, unmount', 'bootstrap, mount'));
      await refuses(/mfe-billing does not load in the live page of Portage: .*exposes no bootstrap, mount and unmount/);
    });

    test('an area that throws while loading', async () => {
      copy.write(APP, `${app}\nthrow new Error('broken on purpose');\n`);
      await refuses(/does not load in the live page of Portage: .*broken on purpose/);
    });

    test('code that does not build', async () => {
      copy.write(APP, `${app}\nconst = ;\n`);
      await refuses(/Building the area billing failed\. Nothing was uploaded\./);
    });

    test('code with a type error', async () => {
      copy.write(APP, `${app}\nconst total: number = 'text';\nconsole.debug(total);\n`);
      await refuses(
        /Type 'string' is not assignable to type 'number'[\s\S]*mfe-billing has type errors or failing unit tests\. Nothing was uploaded\./,
      );
    });

    test('code that fails a unit test', async () => {
      const words = 'mfe-billing/src/billing/words-of-state.ts';
      const text = readFileSync(join(copy.root, words), 'utf8');
      copy.write(words, text.replace('is paused. Choose', 'is waiting. Choose'));
      await refuses(/words-of-state\.test\.ts[\s\S]*mfe-billing has type errors or failing unit tests\./);
      copy.write(words, text);
    });

    test('an area over its budget', async () => {
      // Incompressible: each digit is random.
      const filling = Array.from({ length: 9_000 }, () => crypto.randomUUID()).join('');
      copy.write(APP, `${app}\nconsole.debug('${filling}');\n`);
      await refuses(/mfe-billing weighs [\d.]+ KB before its first page \(brotli\), and its budget is [\d.]+ KB\. .*areas\.ts/);
    });

    test('an area built with a newer minor of React than the live shell’s', async () => {
      const file = 'packages/area-build/src/shared-modules.ts';
      const text = readFileSync(join(copy.root, file), 'utf8');
      copy.change(file, 'atLeastMinor(installed', "atLeastMinor(name === 'react' ? '19.99.0' : installed");
      await refuses(/mfe-billing does not fit the shell that is live: it was built for react \^19\.99\.0 \(this page has 19\./);
      copy.write(file, text);
    });

    test('a wrong token, before building', async () => {
      await refuses(/does not know this deploy token\. Set PORTAGE_DEPLOY_TOKEN/, { PORTAGE_DEPLOY_TOKEN: `pdt_${'x'.repeat(43)}` });
    });

    test('a Portage that isn’t running', async () => {
      await refuses(/No Portage answers at http:\/\/localhost:9\. Start it \(npm start\)/, { PORTAGE_URL: 'http://localhost:9' });
    });

    test('options that npm consumed', async () => {
      const { code, output } = await copy.npm(env, 'run', '--silent', 'deploy', '-w', 'mfe-billing', '--canary', '10');
      expect(output).toContain('npm took --canary for itself. Put -- before the options');
      expect(code).toBe(1);
      expect(await readDeployment(stack, 'billing')).toEqual(before);
    });
  });
});
