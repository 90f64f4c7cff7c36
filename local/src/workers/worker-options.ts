import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { ROOT, readWranglerConfig } from '@portage/build-output';
import type { WorkerOptions } from 'miniflare';

/** They run in workerd, not in Node, and use its types. */
const LOCAL_WORKERS = join(ROOT, 'local', 'workerd');

export type WorkerEnv = NonNullable<WorkerOptions['config']['env']>;

/**
 * Options for one of Portage's Workers: a prebuilt version, bound as its wrangler.jsonc says, with `env` on top.
 *
 * @param folder of the version (local/src/reload/worker-versions.ts)
 * @param before a file of `local/workerd` that runs in front of the Worker in its isolate and imports its bundle
 * @param more files of `local/workerd` that `before` imports
 * @param others bundles that `before` also imports, by module name: their Workers run in the same isolate
 */
export function houseWorker(
  folder: string,
  env: WorkerEnv,
  before: string,
  more: readonly string[] = [],
  others: Record<string, string> = {},
): WorkerOptions {
  const config = readWranglerConfig(join(folder, 'wrangler.jsonc'));
  const modules = bundle(join(folder, 'bundle'));
  const bindings: WorkerEnv = {};
  for (const [key, value] of Object.entries(config.vars ?? {})) bindings[key] = text(value);
  for (const { name: key, class_name, script_name } of config.durable_objects?.bindings ?? []) {
    bindings[key] = { type: 'durable-object', worker: script_name ?? config.name, exportName: class_name };
  }
  for (const { binding, bucket_name } of config.r2_buckets ?? []) bindings[binding] = { type: 'r2', name: bucket_name };
  for (const { binding, id } of config.kv_namespaces ?? []) bindings[binding] = { type: 'kv', id };
  for (const { binding, service, entrypoint } of config.services ?? []) bindings[binding] = worker(service, entrypoint);
  const classes = (config.migrations ?? []).flatMap((migration) => migration.new_sqlite_classes ?? []);
  return {
    config: {
      name: config.name,
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags ?? [],
      manifest: { ...behind(before, modules, more, others), modulesRoot: join(folder, 'bundle') },
      env: { ...bindings, ...env },
      exports: Object.fromEntries(classes.map((className) => [className, { type: 'durable-object', storage: 'sqlite' }])),
    },
    dev: { cacheAPI: false, stripCfConnectingIp: false, outboundService: { type: 'worker', worker: 'outbound' } },
  };
}

/** Options for a Worker that exists only here: a TypeScript file, run with its types stripped. @param more the files that it imports */
export function localWorker(name: string, env: WorkerEnv, more: readonly string[] = []): WorkerOptions {
  return {
    config: {
      name,
      compatibilityDate: '2026-11-01',
      manifest: {
        mainModule: 'worker.js',
        modulesRoot: LOCAL_WORKERS,
        modules: { 'worker.js': { type: 'esm', contents: localSource(`${name}-worker`) }, ...localModules(more) },
      },
      env,
    },
    dev: { cacheAPI: false, stripCfConnectingIp: false },
  };
}

export function text(value: string): WorkerEnv[string] {
  return { type: 'text', value };
}

export function json(value: unknown): WorkerEnv[string] {
  return { type: 'json', value: value as never };
}

export function worker(name: string, exportName?: string): WorkerEnv[string] {
  return { type: 'worker', worker: name, ...(exportName ? { exportName } : {}) };
}

function localSource(name: string): string {
  return stripTypeScriptTypes(readFileSync(join(LOCAL_WORKERS, `${name}.ts`), 'utf8'));
}

function localModules(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [`${name}.js`, { type: 'esm' as const, contents: localSource(name) }]));
}

function behind(name: string, { modules }: ReturnType<typeof bundle>, more: readonly string[], others: Record<string, string>) {
  const mainModule = `${name}.js`;
  const main = { [mainModule]: { type: 'esm' as const, contents: localSource(`${name}-worker`) } };
  const bundles = Object.entries(others).map(([other, folder]) => bundle(join(folder, 'bundle'), `${other}.js`).modules);
  return { mainModule, modules: Object.assign({}, modules, ...bundles, localModules(more), main) };
}

/** @param name of its main module; absent: its file's. */
function bundle(folder: string, name?: string) {
  const files = readdirSync(folder);
  const main = files.find((file) => file.endsWith('.js')) ?? '';
  const wasm = files.filter((file) => file.endsWith('.wasm'));
  return {
    modules: {
      [name ?? main]: { type: 'esm' as const, contents: readFileSync(join(folder, main), 'utf8') },
      ...Object.fromEntries(wasm.map((file) => [file, { type: 'wasm' as const, contents: readFileSync(join(folder, file)) }])),
    },
  };
}
