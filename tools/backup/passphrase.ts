import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '@portage/local/backup';

const VARIABLE = 'PORTAGE_BACKUP_PASSPHRASE';

/** The passphrase in the environment, or the one that the person types, unseen. @throws StartError if there is none */
export async function readPassphrase(questions: readonly string[]): Promise<string> {
  const given = process.env[VARIABLE];
  if (given) return given;
  if (!process.stdin.isTTY) throw new StartError(`Set ${VARIABLE} to the passphrase.`);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed: string[] = [];
  try {
    for (const question of questions) {
      process.stdout.write(question);
      typed.push(await terminal.question(''));
      process.stdout.write('\n');
    }
  } finally {
    terminal.close();
  }
  const [passphrase = ''] = typed;
  if (passphrase === '') throw new StartError('The passphrase is empty.');
  if (typed.some((text) => text !== passphrase)) throw new StartError('The two passphrases differ.');
  return passphrase;
}
