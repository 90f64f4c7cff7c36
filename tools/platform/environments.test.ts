import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { describe, expect, test } from 'vitest';
import { environmentNames, findDomain, readWorkerConfig, type WorkerEnvironment, workerFolders } from './worker-files.ts';

const workers = workerFolders();
const configs = new Map(workers.map((worker) => [worker, readWorkerConfig(worker)]));
const getConfig = (worker: string) => configs.get(worker) ?? expect.fail(`${worker} has no configuration`);

/** Keys that environments don't inherit, according to wrangler's own schema. */
const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/wrangler/config-schema.json'), 'utf8'));
const properties: Record<string, { description?: string }> = schema.definitions.RawEnvironment.properties;
const notInherited = [
  'durable_objects',
  ...Object.keys(properties).filter((key) => properties[key]?.description?.includes('not automatically inherited')),
];

function listBindings(environment: WorkerEnvironment): string[] {
  return [
    ...(environment.durable_objects?.bindings ?? []).map(({ name }) => `object ${name}`),
    ...(environment.services ?? []).map(({ binding }) => `service ${binding}`),
    ...(environment.r2_buckets ?? []).map(({ binding }) => `bucket ${binding}`),
    ...(environment.kv_namespaces ?? []).map(({ binding }) => `namespace ${binding}`),
    ...(environment.secrets?.required ?? []).map((name) => `secret ${name}`),
  ].sort();
}

/** Values that belong to one environment only. */
function listBelongings(worker: string, environment: WorkerEnvironment): string[] {
  return [
    ...(environment.durable_objects?.bindings ?? []).flatMap(({ script_name }) => (script_name ? [`Worker ${script_name}`] : [])),
    ...(environment.services ?? []).map(({ service }) => `Worker ${service}`),
    ...(environment.r2_buckets ?? []).map(({ bucket_name }) => `bucket ${bucket_name}`),
    ...(environment.kv_namespaces ?? []).map(({ id }) => `namespace ${id}`),
    ...(environment.vars?.PUBLIC_ORIGIN ? [`${worker} at ${environment.vars.PUBLIC_ORIGIN}`] : []),
  ];
}

test('finds the deployed Workers', () => {
  expect(workers).toEqual(expect.arrayContaining(['durable-runs', 'edge-api', 'shell']));
});

describe.each(workers)('%s', (worker) => {
  const config = getConfig(worker);

  test('has its folder’s name, and is reachable only by a route or a binding', () => {
    expect(config.name).toBe(worker);
    expect([config.workers_dev, config.preview_urls]).toEqual([false, false]);
    // A local Portage has no domain; a value here would be inherited.
    expect(config.routes).toBeUndefined();
  });

  test.each(environmentNames)('%s has every binding and secret of a local Portage', (name) => {
    expect(listBindings(config.env[name])).toEqual(listBindings(config));
  });

  test.each(environmentNames)('%s repeats every setting that wrangler doesn’t inherit', (name) => {
    const said = Object.keys(config).filter((key) => notInherited.includes(key));
    expect(said.length).toBeGreaterThan(0);
    expect(Object.keys(config.env[name])).toEqual(expect.arrayContaining(said));
  });

  test.each(environmentNames)('%s refers only to its own environment’s Workers, objects and entrypoints', (name) => {
    const { services = [], durable_objects } = config.env[name];
    for (const { service, entrypoint } of services) {
      const target = workers.find((one) => service === `${one}-${name}`) ?? expect.fail(`No Worker is called ${service}`);
      if (!entrypoint) continue;
      const source = readFileSync(join(ROOT, target, getConfig(target).main), 'utf8');
      expect(source).toMatch(new RegExp(`export (class|\\{[^}]*)\\b${entrypoint}\\b`));
    }
    for (const { class_name, script_name } of durable_objects?.bindings ?? []) {
      const target = script_name ? workers.find((one) => script_name === `${one}-${name}`) : worker;
      const made = getConfig(target ?? expect.fail(`No Worker is called ${script_name}`)).migrations ?? [];
      expect(made.flatMap(({ new_sqlite_classes = [] }) => new_sqlite_classes)).toContain(class_name);
    }
  });

  test('its logs contain no query strings: reset links and callbacks are as sensitive as a password', () => {
    expect(config.observability).toMatchObject({ enabled: true, redact_query_string: true });
  });
});

test('no two environments share a Worker, a bucket, a namespace or an address', () => {
  const owners = new Map<string, string>();
  for (const worker of workers) {
    for (const name of ['local', ...environmentNames] as const) {
      const environment = name === 'local' ? getConfig(worker) : getConfig(worker).env[name];
      for (const belonging of listBelongings(worker, environment)) {
        expect(owners.get(belonging) ?? name, belonging).toBe(name);
        owners.set(belonging, name);
      }
    }
  }
});

describe.each(environmentNames)('%s', (name) => {
  const domain = findDomain(getConfig('shell').env[name]);

  test('the shell has the domain, edge-api serves /api on it, and nothing else is reachable from outside', () => {
    expect(getConfig('shell').env[name].routes).toEqual([{ pattern: domain, custom_domain: true }]);
    expect(getConfig('edge-api').env[name].routes).toEqual([`${domain}/api/*`]);
    for (const worker of workers) if (!['shell', 'edge-api'].includes(worker)) expect(getConfig(worker).env[name].routes).toBeUndefined();
  });

  test('links sent to people use that domain, whatever a caller says', () => {
    for (const worker of ['edge-api', 'durable-runs'])
      expect(getConfig(worker).env[name].vars).toMatchObject({ PUBLIC_ORIGIN: `https://${domain}` });
  });

  test('Workers that share data read the same store', () => {
    const places = new Map<string, string>();
    for (const worker of workers) {
      const { r2_buckets = [], kv_namespaces = [] } = getConfig(worker).env[name];
      const found = [
        ...r2_buckets.map((one) => [one.binding, one.bucket_name]),
        ...kv_namespaces.map((one) => [one.binding, one.id ?? '']),
      ];
      for (const [binding = '', place = ''] of found) {
        expect(places.get(binding) ?? place, binding).toBe(place);
        places.set(binding, place);
      }
    }
  });
});
