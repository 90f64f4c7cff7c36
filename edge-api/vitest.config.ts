import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { kCurrentWorker } from 'miniflare';
import { defineConfig } from 'vitest/config';
import { common } from '../tools/test-settings/projects.ts';
import { buildEngine } from './test/build-engine.ts';
import { COLLECTOR_KEY } from './test/start-database.ts';

const runtime = { compatibilityDate: '2026-11-01', compatibilityFlags: ['nodejs_compat'] };
const mailOutbox = { name: 'mail-outbox', modules: true, scriptPath: './test/mail-outbox.js', ...runtime };
const variables = {
  TOKEN_SECRET: 'only-for-tests-only-for-tests-only',
  PUBLIC_ORIGIN: 'https://portage.test',
  CONNECTOR_KEYS: `test:${'A'.repeat(43)}`,
  AGGREGATION_API_KEY: 'key-of-the-aggregation-service',
  OPENAI_BASE_URL: 'https://assistant.example.com/v1',
  OPENAI_API_KEY: 'key-of-the-assistant',
  SIMULATORS: JSON.stringify({
    connectors: { 'system-simulated': { apiKey: 'portage-demo', slug: 'portage-demo' } },
    signIns: { '*.simulated.example': '/local/simulators/pets/sign-in' },
  }),
  STRIPE_SECRET_KEY: 'sk_test_only_for_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_only_for_tests',
  DEPLOY_TOKENS: 'tests:pdt_only-for-tests-only-for-tests-all, team b:pdt_only-for-tests-only-for-tests-billing:billing+playbooks',
};
/** Workers that run tests; each keeps one runtime for all its files, because starting one takes longer than most files. */
const WORKERS = 2;
/** One file instead of 300, each of which a Worker would fetch. */
const deps = { optimizer: { ssr: { enabled: true, include: ['stripe'] } } };
const shared = { globalSetup: ['./test/start-database.ts'], isolate: false, deps, ...common };

type Inject = <T>(key: string) => T;
let startedWorkers = 0;

/** Each Worker has its own database and Stripe: what exists only once in a Portage (system types, live versions) disturbs no other file. */
function pickDatabase(inject: Inject): Record<string, string> {
  const databases = inject<Record<string, string>[]>('databases');
  startedWorkers += 1;
  return databases[startedWorkers % databases.length] ?? {};
}

/** They keep their state only in memory, which workerd frees after ten idle seconds. */
const standIn = { useSQLite: true, unsafePreventEviction: true };

/** For most tests: an object that only accepts runs replaces the engine, and passwords get a quick hash. */
const api = {
  resolve: {
    alias: [{ find: /^\.\/password-cost\.ts$/, replacement: fileURLToPath(new URL('./test/quick-password-cost.ts', import.meta.url)) }],
  },
  plugins: [
    cloudflareTest(({ inject }) => ({
      main: './test/worker.ts',
      miniflare: {
        ...runtime,
        bindings: { ...pickDatabase(inject), ...variables },
        durableObjects: {
          RUN_SHARDS: { className: 'RunShard', ...standIn },
          SCHEDULES: { className: 'ScheduleObject', ...standIn },
          QUOTAS: { className: 'QuotaObject', ...standIn },
          CONNECTIONS: { className: 'ConnectionObject', ...standIn },
          EVENTS: { className: 'EventObject', ...standIn },
        },
        r2Buckets: ['FILES', 'AREA_BUCKET'],
        kvNamespaces: ['REGISTRY'],
        serviceBindings: { MAIL: 'mail-outbox', EGRESS: { name: kCurrentWorker, entrypoint: 'Egress' } },
        workers: [mailOutbox],
      },
    })),
  ],
  test: { ...shared, name: 'api', include: ['src/**/*.test.ts'] },
};

/** Tests against the run engine as deployed. */
const engine = {
  plugins: [
    cloudflareTest(async ({ inject }) => {
      const database = pickDatabase(inject);
      return {
        main: './src/worker.ts',
        miniflare: {
          ...runtime,
          bindings: {
            ...database,
            ...variables,
            COLLECTOR_ORIGIN: inject<string>('collectorOrigin'),
            AUTHORIZATION_SERVER: inject<string>('authorizationServer'),
            APPS_SERVER: inject<string>('appsServer'),
            AGGREGATION_API_URL: `${inject<string>('appsServer')}/merge`,
            OPENAI_BASE_URL: `${inject<string>('assistantServer')}/v1`,
          },
          durableObjects: {
            RUN_SHARDS: { className: 'RunShard', scriptName: 'durable-runs', useSQLite: true },
            SCHEDULES: { className: 'ScheduleObject', scriptName: 'durable-runs', useSQLite: true },
            QUOTAS: { className: 'QuotaObject', scriptName: 'durable-runs', useSQLite: true },
            CONNECTIONS: { className: 'ConnectionObject', scriptName: 'durable-runs', useSQLite: true },
            EVENTS: { className: 'EventObject', scriptName: 'durable-runs', useSQLite: true },
          },
          r2Buckets: ['FILES', 'AREA_BUCKET'],
          kvNamespaces: ['REGISTRY'],
          serviceBindings: { MAIL: 'mail-outbox', EGRESS: { name: 'durable-runs', entrypoint: 'Egress' } },
          workers: [
            mailOutbox,
            {
              name: 'durable-runs',
              ...runtime,
              modules: await buildEngine(),
              bindings: {
                ...database,
                OTEL_EXPORTER_OTLP_ENDPOINT: inject<string>('collectorOrigin'),
                OTEL_EXPORTER_OTLP_HEADERS: `X-Api-Key=${encodeURIComponent(COLLECTOR_KEY)},x-other=1`,
                OTEL_SERVICE_NAME: 'portage-tests',
                CONNECTOR_KEYS: variables.CONNECTOR_KEYS,
                EGRESS_ALLOW: ['authorizationServer', 'appsServer', 'assistantServer']
                  .map((name) => inject<string>(name))
                  .concat(database.STRIPE_SIMULATOR_URL ?? '')
                  .map((url) => new URL(url).host)
                  .join(','),
              },
              durableObjects: {
                RUN_SHARDS: { className: 'RunShard', useSQLite: true },
                SCHEDULES: { className: 'ScheduleObject', useSQLite: true },
                QUOTAS: { className: 'QuotaObject', useSQLite: true },
                CONNECTIONS: { className: 'ConnectionObject', useSQLite: true },
                EVENTS: { className: 'EventObject', useSQLite: true },
              },
              serviceBindings: { EGRESS: { name: 'durable-runs', entrypoint: 'Egress' } },
            },
          ],
        },
      };
    }),
  ],
  // After `api`, whose Workers have the same databases.
  test: { ...shared, name: 'engine', include: ['test/engine/**/*.test.ts'], sequence: { groupOrder: 1 } },
};

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({ test: { projects: [api, engine], maxWorkers: WORKERS } });
