/** Layout of a shard's SQLite. Each entry is one upgrade. Never change a released entry; add another. */
const upgrades: readonly (string | ((sql: SqlStorage) => void))[] = [
  `CREATE TABLE versions (version_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE runs (
     run_key INTEGER PRIMARY KEY,
     run_id TEXT NOT NULL UNIQUE,
     version_id TEXT NOT NULL,
     deduplication_key TEXT,
     status TEXT NOT NULL,
     revision INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     started_at INTEGER,
     finished_at INTEGER,
     continue_at INTEGER,
     error_message TEXT,
     step_count INTEGER NOT NULL,
     started_by_hand INTEGER NOT NULL,
     is_test INTEGER NOT NULL,
     trigger_json TEXT,
     state_json TEXT
   );
   CREATE UNIQUE INDEX runs_deduplication ON runs (deduplication_key) WHERE deduplication_key IS NOT NULL;
   CREATE TABLE open_runs (run_key INTEGER PRIMARY KEY, sent_revision INTEGER NOT NULL, wake_at INTEGER);
   CREATE INDEX open_runs_wake ON open_runs (wake_at) WHERE wake_at IS NOT NULL;
   CREATE TABLE journal (id INTEGER PRIMARY KEY, count INTEGER NOT NULL, records TEXT NOT NULL, data TEXT);
   CREATE TABLE journal_changes (id INTEGER PRIMARY KEY, record TEXT NOT NULL, data TEXT);
   CREATE TABLE chunks (run_key INTEGER NOT NULL, name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (run_key, name, part)) WITHOUT ROWID;`,
  // When the data of the run's steps was removed because of its age.
  'ALTER TABLE runs ADD COLUMN data_removed_at INTEGER;',
  // IF NOT EXISTS: an earlier release that runs again forgets that the table was created.
  'CREATE TABLE IF NOT EXISTS trigger_changes (workflow_id TEXT PRIMARY KEY, changed_at INTEGER NOT NULL) WITHOUT ROWID;',
  // Runs in progress that wait for their turn to call outside. A separate table, because an older version inserts rows of
  // three values into open_runs.
  'CREATE TABLE IF NOT EXISTS parked_runs (run_key INTEGER PRIMARY KEY);',
  'CREATE TABLE IF NOT EXISTS step_attempts (id INTEGER NOT NULL, attempt INTEGER NOT NULL, record TEXT NOT NULL, data TEXT, PRIMARY KEY (id, attempt));',
  (sql) => {
    addColumn(sql, 'runs', 'failed_steps', 'INTEGER NOT NULL DEFAULT 0');
    addColumn(sql, 'runs', 'continued_at', 'INTEGER');
  },
  'CREATE TABLE IF NOT EXISTS run_attempts (run_key INTEGER NOT NULL, attempt INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (run_key, attempt)) WITHOUT ROWID;',
  (sql) => {
    addColumn(sql, 'runs', 'started_by', 'TEXT');
    addColumn(sql, 'runs', 'failed_step', 'TEXT');
    addColumn(sql, 'runs', 'tags', 'TEXT');
    addColumn(sql, 'runs', 'failure_depth', 'INTEGER NOT NULL DEFAULT 0');
  },
  (sql) => {
    addColumn(sql, 'runs', 'parent_run_id', 'TEXT');
    addColumn(sql, 'runs', 'call_depth', 'INTEGER NOT NULL DEFAULT 0');
    addColumn(sql, 'runs', 'waiting', 'TEXT');
    sql.exec(`
      CREATE TABLE IF NOT EXISTS run_callers (run_key INTEGER PRIMARY KEY, run_id TEXT NOT NULL, ref TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS run_answers (run_key INTEGER NOT NULL, ref TEXT NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (run_key, ref)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS shard_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, run_id TEXT NOT NULL, ref TEXT, run_key INTEGER);
      CREATE TABLE IF NOT EXISTS refused_starts (run_id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS approvals (run_key INTEGER NOT NULL, approval_id TEXT NOT NULL, step TEXT NOT NULL, question TEXT NOT NULL,
        decided TEXT, PRIMARY KEY (run_key, approval_id)) WITHOUT ROWID;`);
  },
  (sql) => addColumn(sql, 'runs', 'content', 'TEXT'),
  (sql) => {
    addColumn(sql, 'runs', 'journal_records', 'TEXT');
    addColumn(sql, 'runs', 'journal_data', 'TEXT');
  },
];

/** Whether anything was ever stored here. */
export function hasSchema({ sql }: DurableObjectStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").toArray().length > 0;
}

/**
 * `open_runs` holds the runs that have not ended or whose last summary isn't in PostgreSQL yet: the outbox, the timers and the list of
 * runs to resume, in one row per run that is removed with the run's last summary.
 *
 * `journal` rows hold `count` step records from one ordinal on. The row of a run that succeeds in its first write holds its journal itself: one
 * row less. `journal_changes` holds single records that were written before they were
 * finished (loops, continued steps); they take precedence over the journal's.
 *
 * `step_attempts` keeps a failed step as it was when its run was continued at it; `id` is the journal's. `run_attempts` keeps
 * how the run itself had failed.
 *
 * `run_callers` names the step of another run that waits for a run's end, `shard_messages` holds messages to other shards,
 * `run_answers` the answers for waiting steps, `refused_starts` runs that were cancelled before their start arrived,
 * `approvals` the questions to people.
 */
export function upgradeSchema(storage: DurableObjectStorage): void {
  const { sql } = storage;
  sql.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const version = sql.exec<{ version: number }>('SELECT version FROM schema_version').toArray()[0]?.version ?? 0;
  // Higher than this release knows: a newer release ran here before.
  if (version >= upgrades.length) return;
  storage.transactionSync(() => {
    for (const upgrade of upgrades.slice(version)) {
      if (typeof upgrade === 'string') sql.exec(upgrade);
      else upgrade(sql);
    }
    sql.exec('DELETE FROM schema_version');
    sql.exec('INSERT INTO schema_version VALUES (?)', upgrades.length);
  });
}

/** Only if the column is missing: an earlier release may have forgotten that it was added. */
function addColumn(sql: SqlStorage, table: string, column: string, type: string): void {
  const columns = sql.exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).toArray();
  if (!columns.some(({ name }) => name === column)) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
}
