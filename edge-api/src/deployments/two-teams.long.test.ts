import { type DeploymentFreezeRow, schema } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { chooseVersion, fileKey, type PublishedRegistry, type SharedVersions, sharedMismatches } from '@portage/registry';
import { asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, api, DEPLOY_TOKEN, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { builtArea, giveTurn, makeVersion, newVersion, register, sha256, takeTurn } from '../../test/areas.ts';

/** A failing run names its seed; PORTAGE_TEAMS_SEED=… repeats it. Without it, every run tries another series. */
const seed = Number(process.env.PORTAGE_TEAMS_SEED ?? Date.now() % 2 ** 31);
const STEPS = 200;

const TEAMS = [
  { name: 'workflows', token: `pdt_${'w'.repeat(43)}` },
  { name: 'billing', token: `pdt_${'b'.repeat(43)}` },
] as const;
/** An area that nobody touches. */
const BYSTANDER = 'connectors';
const env = {
  DEPLOY_TOKENS: ['tests', DEPLOY_TOKEN].join(':') + TEAMS.map(({ name, token }) => `,${name} team:${token}:${name}`).join(''),
};

/** What versions ask of the shell: some fit every shell, some only one. */
const ASKED: SharedVersions[] = [{}, { react: '^19.0.0' }, { react: '^19.2.0' }, { react: '^19.3.0' }, { react: '^20.0.0' }];
const SHELLS: Record<string, SharedVersions> = {
  shell190: { react: '19.0.1' },
  shell193: { react: '19.3.1' },
  shell200: { react: '20.0.0' },
};
const PEOPLE = Array.from({ length: 20 }, (_, at) => `person-${at}`);

beforeAll(takeTurn);
afterAll(async () => {
  await database().delete(schema.deploymentFreezes);
  await database().delete(schema.deploymentPreviews);
  // The other tests' areas fit any shell.
  await database().delete(schema.deployments).where(eq(schema.deployments.name, 'shell'));
  await giveTurn();
});

/** Mulberry32. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const happens = (chance: number) => random() < chance;

/** By area: versions that teams deploy, with what they ask for; and one that is uploaded and never deployed. */
const versions = new Map<string, Map<string, SharedVersions>>();
const unseen = new Map<string, string>();

/** The previews that exist, by area and name, and those that one person has opened, by area. The other person has opened none. */
const previews = new Map<string, { id: string; version: string }>();
const opened = new Map<string, { id: string; version: string }>();
let opener: Person;
let stranger: Person;

async function readState() {
  const { deployments, deploymentHistory, auditLog } = schema;
  const db = database();
  const [rows, [set], history, audit, freezes, registry] = await Promise.all([
    db.select().from(deployments).orderBy(asc(deployments.name)),
    api('GET /api/deployments/sets', { token: DEPLOY_TOKEN }).then(({ body }) => body.sets),
    db.select().from(deploymentHistory).where(gt(deploymentHistory.id, marks.history)).orderBy(asc(deploymentHistory.id)),
    db.select().from(auditLog).where(gt(auditLog.id, marks.audit)).orderBy(asc(auditLog.id)),
    db.select().from(schema.deploymentFreezes),
    testEnv.REGISTRY.get<PublishedRegistry>('registry', 'json'),
  ]);
  return { rows, set, history, audit: audit.filter(({ action }) => action.startsWith('deployment.')), freezes, registry };
}

type State = Awaited<ReturnType<typeof readState>>;

/** The last lines that a check has seen. */
const marks = { history: 0, audit: 0 };
/** The published areas of each set, as a hash. */
const publishedAt = new Map<number, string>();
const hashOf = (registry: PublishedRegistry | null) =>
  sha256(JSON.stringify(Object.entries(registry?.areas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))));

interface Step {
  words: string;
  /** What may change; null: everything. */
  names: readonly string[] | null;
  overridesFreeze?: boolean;
  isStale?: boolean;
  /** The set that a success restores. */
  restores?: number;
  run(): Promise<ApiResponse[]>;
}

const call = (key: string, token: string, body?: object) => api(key, { token, env, ...(body ? { body } : {}) });

function nextStep(state: State): Step {
  const { name, token } = pick(TEAMS);
  const row = state.rows.find((one) => one.name === name);
  const known = [...(versions.get(name)?.keys() ?? [])];
  const version = pick(known);
  const isStale = happens(0.15) && (row?.revision ?? 0) > 0;
  const overridesFreeze = happens(0.5);
  const reason = { ...(overridesFreeze ? { overrideFreeze: 'It can’t wait' } : {}), note: 'random' };
  const seen = { expectedRevision: (row?.revision ?? 0) - (isStale ? 1 : 0), ...reason };
  const own = (what: string, body: object): Step => ({
    words: `${name} ${what} ${JSON.stringify(body)}`,
    names: [name],
    overridesFreeze,
    isStale,
    run: async () => [await call(`POST /api/deployments/${name}/${what}`, token, { ...body, ...seen })],
  });
  const kind = pick([
    'deploy',
    'deploy',
    'canary',
    'canary',
    'share',
    'rollback',
    'bad',
    'freeze',
    'unfreeze',
    'set',
    'set',
    'both',
    'shell',
    'race',
    'preview',
    'preview',
    'end preview',
  ]);
  switch (kind) {
    case 'deploy':
      return own('live', { version });
    case 'canary':
      return own('canary', { version, percent: 1 + Math.floor(random() * 99) });
    case 'share':
      return own('canary', { percent: pick([0, 0, 100, 40]) });
    case 'rollback':
      return own('rollback', happens(0.5) ? {} : { version });
    case 'bad':
      return own('bad', { version, isBad: happens(0.7) });
    case 'freeze': {
      const frozen = happens(0.3) ? 'all' : name;
      const body = { name: frozen, endsAt: new Date(Date.now() + HOUR_MS).toISOString(), reason: 'Sale' };
      return {
        words: `freeze ${frozen}`,
        names: [],
        run: async () => [await call('POST /api/deployments/freezes', frozen === 'all' ? DEPLOY_TOKEN : token, body)],
      };
    }
    case 'unfreeze': {
      const frozen = pick(state.freezes)?.name ?? 'all';
      return {
        words: `unfreeze ${frozen}`,
        names: [],
        run: async () => [await call(`DELETE /api/deployments/freezes/${frozen}`, DEPLOY_TOKEN)],
      };
    }
    case 'preview': {
      const previewName = pick(['copy', 'checkout']);
      const previewed = pick([unseen.get(name) ?? '', version ?? '']);
      const isOpened = happens(0.5);
      return {
        words: `${name} preview ${previewName} of ${previewed}${isOpened ? ', opened' : ''}`,
        names: [],
        async run() {
          const made = await call(`POST /api/deployments/${name}/previews`, token, { name: previewName, version: previewed });
          const { id, link = '' } = (made.body.preview ?? {}) as { id: string; link?: string };
          const preview = { id, version: previewed };
          previews.set(`${name} ${previewName}`, preview);
          if (opened.get(name)?.id === id) opened.set(name, preview);
          if (!isOpened) return [made];
          opened.set(name, preview);
          return [made, await call('POST /api/deployments/previews/opened', opener.token, { link: link.split('#')[1] ?? '' })];
        },
      };
    }
    case 'end preview': {
      const [key = '', ended] = pick([...previews]) ?? [];
      const [area = ''] = key.split(' ');
      const isClosed = happens(0.5);
      return {
        words: ended ? `${isClosed ? 'close previews of' : 'delete'} ${isClosed ? area : key}` : 'no preview to end',
        names: [],
        async run() {
          if (!ended) return [];
          if (isClosed || opened.get(area)?.id === ended.id) opened.delete(area);
          if (isClosed) return [await call(`DELETE /api/deployments/previews/opened/${area}`, opener.token)];
          previews.delete(key);
          return [await call(`DELETE /api/deployments/previews/${ended.id}`, DEPLOY_TOKEN)];
        },
      };
    }
    case 'set': {
      const number = pick([...publishedAt.keys()].slice(-30));
      const expectedSet = (state.set?.number ?? 0) - (isStale ? 1 : 0);
      return {
        words: `return to set ${number}`,
        names: null,
        overridesFreeze,
        isStale,
        restores: number,
        run: async () => [await call(`POST /api/deployments/sets/${number}/live`, DEPLOY_TOKEN, { expectedSet, ...reason })],
      };
    }
    case 'both': {
      const chosen = TEAMS.map((team) => ({ name: team.name, version: pick([...(versions.get(team.name)?.keys() ?? [])]) }));
      return {
        words: `deploy together ${JSON.stringify(chosen)}`,
        names: TEAMS.map((team) => team.name),
        overridesFreeze,
        run: async () => [await call('POST /api/deployments/live', DEPLOY_TOKEN, { versions: chosen, ...reason })],
      };
    }
    case 'shell': {
      const [shell = '', shared = {}] = pick(Object.entries(SHELLS));
      // As the deploy command does before it replaces the Worker.
      const fits = listMismatches(state, shared).length === 0;
      return {
        words: `${fits ? '' : 'leave out '}${shell}`,
        names: ['shell'],
        overridesFreeze: true,
        run: async () =>
          fits ? [await call('POST /api/deployments/shell/live', DEPLOY_TOKEN, { version: shell, overrideFreeze: 'Random' })] : [],
      };
    }
    default: {
      // Two people of a team, each with what both have seen.
      const bodies = [pick(known), pick(known)].map((one) => ({ version: one, ...seen }));
      return {
        words: `${name} race ${bodies.map((body) => body.version).join(' and ')}`,
        names: [name],
        overridesFreeze,
        isStale,
        run: () => Promise.all(bodies.map((body) => call(`POST /api/deployments/${name}/live`, token, body))),
      };
    }
  }
}

/** Areas that people have and that the shell doesn't fit. */
function listMismatches({ rows }: Pick<State, 'rows'>, offered: SharedVersions): string[] {
  return rows.flatMap(({ name, liveVersion, canaryVersion }) =>
    [liveVersion, canaryVersion].flatMap((version) => {
      const asked = version === null ? undefined : versions.get(name)?.get(version);
      return asked ? sharedMismatches(asked, offered, `${name} ${version}`) : [];
    }),
  );
}

const partOf = ({ rows }: State, name: string) => {
  const row = rows.find((one) => one.name === name);
  return row && { live: row.liveVersion, canary: row.canaryVersion, percent: row.canaryPercent };
};

/** What holds after every step, whatever it was. */
function checkState(state: State): void {
  const shell = SHELLS[state.rows.find(({ name }) => name === 'shell')?.liveVersion ?? ''];
  expect(shell ? listMismatches(state, shell) : []).toEqual([]);
  for (const name of [...TEAMS.map((team) => team.name), BYSTANDER]) {
    const published = state.registry?.areas[name];
    const part = partOf(state, name);
    const facts = (version: string) => {
      const files = builtArea(name, version, versions.get(name)?.get(version));
      const integrity = (path: string) => `sha256-${Buffer.from(sha256(files[path] ?? ''), 'hex').toString('base64')}`;
      const hashes = { manifest: integrity('mf-manifest.json'), remoteEntry: integrity('remoteEntry.js') };
      return { version, entry: `/mfe/${name}/${version}/mf-manifest.json`, integrity: hashes };
    };
    const canary = part?.canary ? { canary: { ...facts(part.canary), percent: part.percent } } : {};
    expect(published).toEqual({ ...facts(part?.live ?? ''), ...canary });
    if (!published) continue;
    expect(chooseVersion(name, published, null).version).toBe(part?.live);
    const got = PEOPLE.map((person) => chooseVersion(name, published, person).version);
    expect(got.filter((version) => version !== part?.live && version !== part?.canary)).toEqual([]);
    expect(got).not.toContain(unseen.get(name));
  }
  const parts = state.rows.flatMap(({ name, liveVersion, canaryVersion, canaryPercent }) =>
    liveVersion === null
      ? []
      : [{ name, live: liveVersion, canary: canaryVersion === null ? null : { version: canaryVersion, percent: canaryPercent } }],
  );
  expect(state.set.parts).toEqual(parts);
  expect(state.registry?.revision).toBe(state.set.number);
  expect(publishedAt.get(state.set.number) ?? hashOf(state.registry)).toBe(hashOf(state.registry));
  publishedAt.set(state.set.number, hashOf(state.registry));
}

/** Nobody sees a preview by accident: a session gets what it has opened and what still exists, and another session nothing. */
async function checkPreviews(): Promise<void> {
  const read = async (person: Person) => {
    const { body } = await call('GET /api/deployments/previews/opened', person.token);
    return (body.previews as { area: string; id: string; version: string }[]).map(({ area, id, version }) => ({ area, id, version }));
  };
  const expected = [...opened].map(([area, preview]) => ({ area, ...preview })).sort((a, b) => (a.area < b.area ? -1 : 1));
  expect(await Promise.all([read(opener), read(stranger)])).toEqual([expected, []]);
}

const isFrozen = (freezes: readonly DeploymentFreezeRow[], name: string) =>
  freezes.some((freeze) => freeze.name === 'all' || freeze.name === name);

/** What a step may and must have changed. */
function checkStep(step: Step, responses: ApiResponse[], before: State, after: State): void {
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.filter(({ status }) => status !== 409)).toEqual([]);
  if (step.isStale) expect(refused).toHaveLength(responses.length);
  // A set may be refused for a better reason.
  if (step.isStale && step.restores === undefined) expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['revision-conflict']));
  for (const { name } of before.rows) {
    const isSame = JSON.stringify(partOf(before, name)) === JSON.stringify(partOf(after, name));
    const isFree = step.overridesFreeze === true || !isFrozen(before.freezes, name);
    if (!isSame) expect([name, isFree, step.names === null || step.names.includes(name)]).toEqual([name, true, true]);
    const [revisionBefore, revisionAfter] = [before, after].map(({ rows }) => rows.find((row) => row.name === name)?.revision ?? 0);
    const lines = after.history.filter((line) => line.name === name);
    expect([name, revisionAfter]).toEqual([name, (revisionBefore ?? 0) + lines.length]);
  }
  const isChanged = JSON.stringify(after.set.parts) !== JSON.stringify(before.set.parts);
  const changes = responses.filter(({ status, body }) => status === 200 && (body as { isChanged?: boolean }).isChanged).length;
  if (step.words.includes(' race ')) expect(changes).toBeLessThanOrEqual(1);
  expect(after.set.number).toBe(before.set.number + (isChanged ? 1 : 0));
  if (changes === 0) expect(after.history).toEqual([]);
  // One line of the audit log for each line of the history, and one for a freeze or a preview.
  const others = after.audit.filter(({ action }) => /frozen|freeze|preview/.test(action));
  const audited = after.audit.filter((line) => !others.includes(line)).map(({ details }) => details as { name: string; version: string });
  expect(audited.map(({ name, version }) => ({ name, version }))).toEqual(after.history.map(({ name, version }) => ({ name, version })));
  if (refused.length === responses.length) expect([after.rows, after.freezes, after.audit]).toEqual([before.rows, before.freezes, []]);
  if (step.restores !== undefined && refused.length === 0) expect(hashOf(after.registry)).toBe(publishedAt.get(step.restores));
}

async function checkFiles(): Promise<void> {
  for (const [name, asked] of versions) {
    for (const [version, shared] of asked) {
      for (const [path, content] of Object.entries(builtArea(name, version, shared))) {
        const stored = await testEnv.AREA_BUCKET.get(fileKey(name, version, path));
        expect(await stored?.text()).toBe(content);
      }
    }
  }
}

test('two teams deploy, try, preview, freeze, go back and return to sets at random: nobody gets a mix that doesn’t fit or what isn’t theirs', async () => {
  await database().delete(schema.deployments).where(eq(schema.deployments.name, 'shell'));
  [opener, stranger] = await Promise.all([signedInPerson(), signedInPerson()]);
  for (const name of [...TEAMS.map((team) => team.name), BYSTANDER]) {
    const made = new Map<string, SharedVersions>();
    versions.set(name, made);
    for (const shared of name === BYSTANDER ? [{}] : ASKED) made.set(await makeVersion(name, {}, newVersion(), shared), shared);
    unseen.set(name, await makeVersion(name));
    const [first = ''] = made.keys();
    expect((await call(`POST /api/deployments/${name}/live`, DEPLOY_TOKEN, { version: first })).status).toBe(200);
  }
  for (const [version, shared] of Object.entries(SHELLS)) {
    expect((await register('shell', version, {}, { body: { shared } })).status).toBe(200);
  }
  const { history, audit } = await readState();
  Object.assign(marks, { history: history.at(-1)?.id ?? 0, audit: audit.at(-1)?.id ?? 0 });
  let before = await readState();
  checkState(before);

  const story: string[] = [];
  const outcomes = new Map<string, number>();
  for (let count = 0; count < STEPS; count += 1) {
    const step = nextStep(before);
    const responses = await step.run();
    story.push(`${step.words}: ${responses.map(({ status, code }) => code ?? status).join(', ')}`);
    for (const { status, code } of responses) outcomes.set(code ?? String(status), (outcomes.get(code ?? String(status)) ?? 0) + 1);
    const after = await readState();
    try {
      checkState(after);
      checkStep(step, responses, before, after);
      await checkPreviews();
    } catch (error) {
      throw new Error(`Step ${count + 1} with PORTAGE_TEAMS_SEED=${seed}:\n${story.slice(-10).join('\n')}`, { cause: error });
    }
    Object.assign(marks, { history: after.history.at(-1)?.id ?? marks.history, audit: after.audit.at(-1)?.id ?? marks.audit });
    before = { ...after, history: [], audit: [] };
  }
  await checkFiles();
  // A series that is refused all the time would prove nothing.
  expect(outcomes.get('200')).toBeGreaterThan(STEPS / 4);
}, 300_000);
