import { join, resolve } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type AreaName, isAreaName } from '@portage/registry';
import { PUBLISHED_ADMIN, PUBLISHED_DEMO } from '../seed/published-accounts.ts';
import { type SimulatedSystemName, simulatedSystemNames } from '../simulators/system-names.ts';
import { StartError } from '../start-error.ts';
import { LOOPBACK_NAMES, type Production, readProduction } from './production.ts';

export interface Settings {
  /** Null: a Portage for trying things out on this machine, with sample accounts, simulators and local pages. */
  production: Production | null;
  port: number;
  dataDir: string;
  /** The person's own PostgreSQL instead of the embedded one. */
  databaseUrl: string | null;
  /** `host:port` and `host:*` that outgoing calls may reach although their address is private. */
  egressAllow: string[];
  /** The names that this Portage accepts; a call by another name is refused. */
  hosts: string[];
  /** Systems also simulated at their real addresses: connectors then reach nothing outside. */
  simulate: SimulatedSystemName[];
  /** The OpenTelemetry variables that are set: where traces of runs go. */
  telemetry: Record<string, string>;
  /** `PORTAGE_SHOPIFY_CLIENT_ID` and the like: the OAuth apps of Portage's own connector types. */
  connectorApps: Record<string, string>;
  /** Settings of apps that are installed or linked: Plaid, the aggregation service and its widget. */
  appSettings: Record<string, string>;
  /** The script assistant's server and its key, only for the API. */
  assistant: Record<string, string>;
  /** Keys of the person's own Stripe account. Empty: the simulated Stripe. */
  stripe: Record<string, string>;
  /** How long the step data of ended runs is kept. */
  stepDataDays: number;
  admin: { email: string; password: string };
  demoPassword: string;
  /** The area that runs from its development server; only `npm run dev` sets it. */
  developmentArea: AreaName | null;
  /** Sample accounts' workflows, runs and gift cards; off for tests that want an empty Portage. */
  seedDemo: boolean;
}

const DEFAULT_PORT = 8080;
const DEFAULT_STEP_DATA_DAYS = 30;
/** Passed unchanged to shell and edge-api (edge-api/src/env.ts). */
const APP_VARIABLES = [
  'SHOPIFY_CONNECTOR_TYPE_ID',
  'SHOPIFY_GIFT_CARD_CONNECTOR_TYPE_ID',
  'PLAID_CONNECTOR_TYPE_ID',
  'PLAID_API_URL',
  'PLAID_ENVIRONMENT',
  'PLAID_LINK_URL',
  'PLAID_PUBLIC_KEY',
  'AGGREGATION_API_URL',
  'AGGREGATION_API_KEY',
  'API_PANDA_WIDGET_URL',
  'SEGMENT_ANALYTICS_WRITE_KEY',
  'APP_INSIGHTS_INSTRUMENTATION_KEY',
  'CHAT_WIDGET_URL',
  'TERMS_URL',
  'CUSTOM_BILLING_URL',
  'FALLBACK_MIN_USERS',
];
const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'];
const ASSISTANT_VARIABLES = ['OPENAI_BASE_URL', 'OPENAI_API_KEY'];
/** See packages/connectors/system/README.md. */
const CONNECTOR_APP = /^PORTAGE_[A-Z0-9_]+_(CLIENT_ID|CLIENT_SECRET|WEBHOOK_TOKEN)$/;
const TELEMETRY_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_SDK_DISABLED',
];

/** Reads the environment (docs/settings.md). @throws StartError that names the invalid variable */
export function readSettings(env: NodeJS.ProcessEnv, { isProduction = false } = {}): Settings {
  const production = isProduction ? readProduction(env) : null;
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  const databaseUrl = env.DATABASE_URL || null;
  if (databaseUrl && !/^postgres(ql)?:$/.test(URL.canParse(databaseUrl) ? new URL(databaseUrl).protocol : '')) {
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  const stepDataDays = env.PORTAGE_STEP_DATA_DAYS ? Number(env.PORTAGE_STEP_DATA_DAYS) : DEFAULT_STEP_DATA_DAYS;
  if (!(stepDataDays > 0 && stepDataDays <= 36_500)) {
    throw new StartError(`PORTAGE_STEP_DATA_DAYS must be a number of days above 0, not "${env.PORTAGE_STEP_DATA_DAYS}".`);
  }
  return {
    production,
    port,
    dataDir: resolve(env.PORTAGE_DATA_DIR || join(ROOT, '.portage')),
    databaseUrl,
    egressAllow: (env.PORTAGE_EGRESS_ALLOW ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    hosts: [...LOOPBACK_NAMES, ...(production ? [new URL(production.origin).hostname] : []), ...readHosts(env.PORTAGE_HOSTS ?? '')],
    simulate: readSimulated(env.PORTAGE_SIMULATE ?? ''),
    telemetry: readTelemetry(env),
    connectorApps: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (CONNECTOR_APP.test(name) && value ? [[name, value]] : [])),
    ),
    appSettings: Object.fromEntries(APP_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    assistant: Object.fromEntries(ASSISTANT_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    stripe: readStripe(env),
    stepDataDays,
    admin: {
      email: env.PORTAGE_ADMIN_EMAIL || PUBLISHED_ADMIN.email,
      password: env.PORTAGE_ADMIN_PASSWORD || PUBLISHED_ADMIN.password,
    },
    demoPassword: env.PORTAGE_DEMO_PASSWORD || PUBLISHED_DEMO.password,
    developmentArea: readDevelopmentArea(env.PORTAGE_DEVELOPMENT_AREA),
    seedDemo: env.PORTAGE_SEED_DEMO !== 'false',
  };
}

/** @throws StartError for anything but a secret key: Stripe's publishable key starts with pk_ */
function readStripe(env: NodeJS.ProcessEnv): Record<string, string> {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) return {};
  if (!/^[rs]k_(test|live)_/.test(key)) throw new StartError('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.');
  return Object.fromEntries(STRIPE_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** @throws StartError for an entry that is more than a name: ports and paths make no difference */
function readHosts(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return names.filter(Boolean).map((name) => {
    if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return name;
    throw new StartError(`PORTAGE_HOSTS takes names such as portage.example, separated by commas, not "${name}".`);
  });
}

/** @throws StartError for a system that can't be simulated: calls would reach the real one */
function readSimulated(text: string): SimulatedSystemName[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('all')) return [...simulatedSystemNames];
  return names.filter(Boolean).map((name) => {
    const known = simulatedSystemNames.find((one) => one === name);
    if (!known) throw new StartError(`PORTAGE_SIMULATE knows ${simulatedSystemNames.join(', ')} and all, not "${name}".`);
    return known;
  });
}

/** @throws StartError for anything but an area's name: no setting can name its server's address */
function readDevelopmentArea(name: string | undefined): AreaName | null {
  if (!name) return null;
  if (isAreaName(name)) return name;
  throw new StartError(`PORTAGE_DEVELOPMENT_AREA is the name of an area, set by npm run dev, not "${name}".`);
}

/** @throws StartError for an invalid address: whoever sets it wants traces */
function readTelemetry(env: NodeJS.ProcessEnv): Record<string, string> {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
    const address = env[name];
    if (address && !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '')) {
      throw new StartError(`${name} must look like http://localhost:4318; Portage sends traces as OTLP over HTTP, in JSON.`);
    }
  }
  return Object.fromEntries(TELEMETRY_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
