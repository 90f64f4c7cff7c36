// npm run restore -- FILE [--data DIR] [--replace]: makes a data folder what it was at the instant of a backup (docs/backup.md).
// An encrypted file takes its passphrase from PORTAGE_BACKUP_PASSPHRASE or asks for it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isEncrypted, readSettings, restore, StartError } from '@portage/local/backup';
import { readPassphrase } from '../backup/passphrase.ts';
import { reportFailure } from '../backup/report-failure.ts';

try {
  const options = { data: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const from = process.env.INIT_CWD ?? '.';
  if (positionals.length !== 1) throw new StartError('Name a backup: npm run restore -- FILE [--data DIR] [--replace].');
  const file = resolve(from, positionals[0] ?? '');
  const settings = readSettings({ ...process.env, ...(values.data ? { PORTAGE_DATA_DIR: resolve(from, values.data) } : {}) });
  const passphrase = existsSync(file) && isEncrypted(file) ? await readPassphrase(['Passphrase: ']) : null;
  const instant = await restore({ settings, file, passphrase, replace: values.replace });
  console.log(`${settings.dataDir} is as it was at ${instant.toISOString()}. Start Portage to continue from there.`);
} catch (error) {
  reportFailure(error);
}
