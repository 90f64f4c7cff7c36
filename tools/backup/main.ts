// npm run backup [-- FILE] [--data DIR] [--encrypt]: one file with everything as of one instant (docs/backup.md). Portage may run.
// Without FILE, into the data folder's backups. --encrypt takes the passphrase from PORTAGE_BACKUP_PASSPHRASE or asks for it.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, readSettings } from '@portage/local/backup';
import { readPassphrase } from './passphrase.ts';
import { reportFailure } from './report-failure.ts';

try {
  const options = { data: { type: 'string' }, encrypt: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const from = process.env.INIT_CWD ?? '.';
  const settings = readSettings({ ...process.env, ...(values.data ? { PORTAGE_DATA_DIR: resolve(from, values.data) } : {}) });
  const passphrase = values.encrypt ? await readPassphrase(['Passphrase: ', 'Again: ']) : null;
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `portage-backup-${time}.tar.zst${passphrase === null ? '' : '.age'}`;
  const file = positionals[0] ? resolve(from, positionals[0]) : join(settings.dataDir, 'backups', name);
  const startedMs = performance.now();
  const { bytes, stoppedMs } = await backUp({ settings, file, passphrase });
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MB in ${seconds(performance.now() - startedMs)}.`);
  if (stoppedMs > 0) console.log(`Portage was stopped for ${seconds(stoppedMs)} of it.`);
} catch (error) {
  reportFailure(error);
}
