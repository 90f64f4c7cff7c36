import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKey } from '@portage/durable-runs/idempotency-key';

const FINISHED = ['Succeeded', 'Failed'];
const MOST_STEPS = 2 ** 21;

/** Freezes a Workers runtime, for `kill -9` to follow. @returns the idempotency keys of the steps that its journals hold as finished */
export async function stopAndReadJournals(pid: number, dataDir: string): Promise<Set<string>> {
  process.kill(pid, 'SIGSTOP');
  while (!/^[TtZX]/.test(readProcessState(pid))) await sleep(5);
  const shards = join(dataDir, 'objects', 'do', 'durable-runs-RunShard');
  if (!existsSync(shards)) return new Set();
  const copies = mkdtempSync(join(tmpdir(), 'portage-journals-'));
  try {
    // Without the index of the log (-shm): reading makes a new one from the log.
    cpSync(shards, copies, { recursive: true, filter: (file) => !file.endsWith('-shm') });
    const files = readdirSync(copies).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
    return new Set(files.flatMap((name) => finishedSteps(join(copies, name))));
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}

/** The state that `ps` reports; T is stopped. */
function readProcessState(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return 'X';
  }
}

/** Idempotency keys of all finished steps in one shard's database. */
function finishedSteps(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE name IN ('runs', 'journal', 'journal_changes')").all();
    if (tables.length < 3) return [];
    const runs = database.prepare('SELECT run_key, run_id FROM runs').all() as { run_key: number; run_id: string }[];
    const runIds = new Map(runs.map(({ run_key, run_id }) => [run_key, run_id]));
    const records = new Map<number, { path: string; status: string }>();
    const note = (id: number, [, path, , status]: string[]) => records.set(id, { path: path ?? '', status: status ?? '' });
    for (const { id, records: text } of database.prepare('SELECT id, records FROM journal').all() as { id: number; records: string }[]) {
      for (const [at, record] of (JSON.parse(text) as string[][]).entries()) note(id + at, record);
    }
    const changes = database.prepare('SELECT id, record FROM journal_changes').all() as { id: number; record: string }[];
    for (const { id, record } of changes) note(id, JSON.parse(record) as string[]);
    return [...records].flatMap(([id, { path, status }]) => {
      const runId = runIds.get(Math.floor(id / MOST_STEPS));
      return runId && FINISHED.includes(status) ? [idempotencyKey(runId, path)] : [];
    });
  } finally {
    database.close();
  }
}
