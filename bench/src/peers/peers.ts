import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure, Scenario } from '../scenario.ts';
import { portageBesidePeers } from './portage-beside-peers.ts';

/** A peer's folder in PEERS_DIR, as the harness's install.sh creates it. */
const ENGINES: Record<string, string> = { restate: 'restate', dbos: 'dbos', n8n: 'n8n', 'node-red': 'node-red' };

/** Options of the harness, by scenario: enough for a figure, and quick to run. */
const OPTIONS: Record<string, string[]> = {
  S1: ['secs=5', 'reps=1', 'modes=s1ack,s1last'],
  S2: ['k=40', 'reps=8', 'base=0'],
  S3: ['n=10000', 'cap=60'],
  S4: ['reps=5'],
  S5: ['reps=1', 'wait=20'],
};

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * Other workflow engines under the same load, with the scripts of `../shared/peers` (PEERS_HARNESS names another folder)
 * and what its install.sh installed in PEERS_DIR. Portage is measured before each scenario and once more at the end.
 */
export const peers: Scenario = {
  name: 'peers',
  onlyByName: true,
  async run(context) {
    const { report } = context;
    const harness = process.env.PEERS_HARNESS ?? join(ROOT, '..', 'shared', 'peers');
    const installed = process.env.PEERS_DIR;
    if (!existsSync(join(harness, 'run.sh'))) return skip(report, 'all', `the harness is not in ${harness}: set PEERS_HARNESS`);
    if (!installed) return skip(report, 'all', 'PEERS_DIR does not say where install.sh put the peers');
    const wanted = (process.env.PEERS ?? Object.keys(ENGINES).join(',')).split(',');
    const present = wanted.filter((engine) => existsSync(join(installed, ENGINES[engine] ?? engine, 'node_modules')));
    for (const engine of wanted) if (!present.includes(engine)) skip(report, engine, `it is not installed in ${installed}`);
    const dataDir = await mkdtemp(join(tmpdir(), 'portage-peers-'));
    // The peers' PostgreSQL runs as its own user, who must be able to enter this folder.
    await chmod(dataDir, 0o755);
    try {
      for (const [scenario, options] of Object.entries(OPTIONS)) {
        await portageBesidePeers(context, scenario);
        for (const engine of present) await measure({ harness, dataDir, scenario, engine, options }, report);
      }
      await portageBesidePeers(context, 'S1');
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

function skip(report: (figure: Figure) => void, engine: string, why: string): void {
  report({ scenario: 'peers', engine, skipped: why });
}

interface Measurement {
  harness: string;
  dataDir: string;
  scenario: string;
  engine: string;
  options: string[];
}

/** Runs one scenario of the harness and passes its lines on. */
async function measure({ harness, dataDir, scenario, engine, options }: Measurement, report: (figure: Figure) => void): Promise<void> {
  const child = spawn(join(harness, 'run.sh'), [scenario, engine, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PEERS_DATA: dataDir, PEERS_RESULTS: '' },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-300);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  for (const line of output.split('\n')) {
    const found = parse(line);
    if (found) report({ ...found, scenario: `peers ${scenario}`, engine });
  }
  if (code !== 0) report({ scenario: `peers ${scenario}`, engine, error: `the harness ended with ${code}: ${errors.trim()}` });
}

function parse(line: string): Figure | null {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as Figure) : null;
  } catch {
    return null;
  }
}
