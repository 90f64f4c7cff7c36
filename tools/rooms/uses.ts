const PARTS_OF_CONNECTORS = ['authorization', 'schema', 'editing', 'signatures', 'pairs', 'curl'].map((part) => `connectors/${part}`);
const EDITORS = ['script-editor', 'mapping-editor'];
const PAGE = ['ui', 'area-kit', 'contracts', 'workflow', 'primitives', 'registry', ...EDITORS, ...PARTS_OF_CONNECTORS];
/** What an area may import if it isn't listed below. */
export const AREA = PAGE;
const WORKER = ['contracts', 'workflow', 'connectors', 'sync', 'database', 'registry', 'sandbox', 'primitives'];

/** Tests and benchmarks of the whole product. */
const OUTSIDE = ['build-output', 'connectors', 'contracts', 'durable-runs/idempotency-key', 'local', 'registry', 'workflow'];

/**
 * The workspaces that the sources of each one may import, tests aside: `connectors` with all its entries, `connectors/schema`
 * that entry only. An area that is not listed may import what `mfe-billing` may.
 */
export const uses: Readonly<Record<string, readonly string[]>> = {
  'packages/primitives': [],
  'packages/registry': [],
  'packages/sandbox': [],
  'packages/build-output': [],
  'packages/area-build': ['registry'],
  'packages/workflow': ['primitives'],
  'packages/connectors': ['primitives'],
  'packages/contracts': ['workflow', 'primitives', 'connectors/authorization'],
  'packages/sync': ['connectors', 'workflow', 'primitives'],
  'packages/playbooks': ['connectors', 'workflow'],
  'packages/database': ['contracts', 'workflow', 'primitives'],
  'packages/ui': ['contracts', 'primitives'],
  'packages/area-kit': ['ui', 'contracts'],
  'packages/script-editor': ['ui'],
  'packages/mapping-editor': ['ui', 'workflow', 'primitives', 'connectors/schema'],
  'packages/deploy-client': ['area-build', 'build-output', 'contracts', 'registry'],
  'packages/cli': ['workflow', 'primitives', 'contracts'],
  shell: PAGE,
  'mfe-billing': PAGE,
  'mfe-playbooks': [...PAGE, 'playbooks/wizard'],
  'edge-api': [...WORKER, 'playbooks'],
  'durable-runs': WORKER,
  local: [
    'build-output',
    'connectors',
    'contracts',
    'database',
    'deploy-client',
    'edge-api/password',
    'examples',
    'primitives',
    'registry',
    'workflow',
  ],
  // `worker-types/` checks the Workers' settings, `new-area/` writes an area's imports.
  tools: [
    'area-build',
    'area-kit',
    'build-output',
    'contracts',
    'deploy-client',
    'durable-runs/env',
    'edge-api/env',
    'local',
    'registry',
    'shell',
    'ui',
    'workflow',
  ],
  e2e: OUTSIDE,
  bench: OUTSIDE,
};

/** Workspaces that import neither React nor anything of Node or the Workers platform: clock, ids and fetch are arguments. */
export const pure: ReadonlySet<string> = new Set(
  ['primitives', 'registry', 'workflow', 'connectors', 'contracts', 'sync', 'playbooks'].map((name) => `packages/${name}`),
);
