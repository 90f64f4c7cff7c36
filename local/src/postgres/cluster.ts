import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findPostgresBinaries } from './binaries.ts';
import { asPostgresUser, postgresSystemUser } from './system-user.ts';

export const POSTGRES_USER = 'portage';

export interface ServerSettings {
  dataDir: string;
  port: number;
  /** Server parameters, as `-c name=value`. */
  parameters?: Record<string, string>;
  /** Survives the death of the process that starts it. */
  detached?: boolean;
  onLog?: (text: string) => void;
}

/** A PostgreSQL server reported why it didn't start; `message` is its last fatal line. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

/**
 * Makes a new cluster in `dataDir`, which must not exist or be empty.
 *
 * Passwords travel as plain text between processes on this machine, as they do to Neon inside TLS: a scram handshake
 * for every connection would cost a Worker milliseconds.
 *
 * @param isSynced whether its files are on disk when this resolves
 */
export async function initialiseCluster(dataDir: string, password: string, { isSynced = true } = {}): Promise<void> {
  const { initdb } = await findPostgresBinaries();
  const user = postgresSystemUser();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) {
    chownSync(dataDir, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  chmodSync(dataDir, 0o700);
  try {
    const flags = [
      `--pgdata=${dataDir}`,
      '--auth=password',
      `--username=${POSTGRES_USER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--no-locale',
      '--no-instructions',
      ...(isSynced ? [] : ['--no-sync']),
    ];
    const program = asPostgresUser(initdb, flags, dataDir);
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program.command, program.args, {
        ...program.user,
        cwd: dirname(initdb),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      child.stderr.on('data', (chunk) => {
        output += chunk;
      });
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new PostgresStartError(lastLine(output) || `initdb ended with ${code}`)),
      );
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Starts a server on an initialised cluster and waits until it accepts connections. @throws PostgresStartError with its own words */
export async function startServer(settings: ServerSettings): Promise<ChildProcess> {
  const { postgres } = await findPostgresBinaries();
  const parameters = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    logging_collector: 'off',
    ...settings.parameters,
  };
  const flags = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = asPostgresUser(postgres, ['-D', settings.dataDir, '-p', String(settings.port), ...flags], settings.dataDir);
  const child = spawn(program.command, program.args, {
    ...program.user,
    cwd: settings.dataDir,
    detached: settings.detached ?? false,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-8_000);
      settings.onLog?.(String(chunk));
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new PostgresStartError(fatalLine(output) || `PostgreSQL ended with ${code}.`)));
  });
  return child;
}

/** Stops a server: `fast` writes a checkpoint and ends open sessions, `immediate` drops everything (throwaway data). */
export async function stopServer(child: ChildProcess, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await closed;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function fatalLine(text: string): string {
  return text.split('\n').findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? lastLine(text);
}
