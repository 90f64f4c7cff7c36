import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readWranglerConfig, type WranglerConfig } from '@portage/build-output';

export const environmentNames = ['staging', 'production'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** An environment's own settings; wrangler inherits none of these from the top level. */
export interface WorkerEnvironment extends Partial<WranglerConfig> {
  routes?: (string | { pattern: string; custom_domain?: boolean })[];
  secrets?: { required: string[] };
}

export interface WorkerConfig extends WranglerConfig, Pick<WorkerEnvironment, 'routes' | 'secrets'> {
  main: string;
  workers_dev?: boolean;
  preview_urls?: boolean;
  observability?: Record<string, unknown>;
  env: Record<EnvironmentName, WorkerEnvironment>;
}

/** Folders of the deployed Workers, by their configuration. */
export function workerFolders(): string[] {
  return readdirSync(ROOT)
    .filter((name) => existsSync(configFile(name)))
    .sort();
}

export function configFile(worker: string): string {
  return join(ROOT, worker, 'wrangler.jsonc');
}

export function readWorkerConfig(worker: string): WorkerConfig {
  return readWranglerConfig(configFile(worker)) as WorkerConfig;
}

/** `portage.example.com` from its routes; null: it isn't reachable from outside. */
export function findDomain({ routes = [] }: Pick<WorkerEnvironment, 'routes'>): string | null {
  const [route] = routes.map((one) => (typeof one === 'string' ? one : one.pattern));
  return route?.split('/')[0] ?? null;
}
