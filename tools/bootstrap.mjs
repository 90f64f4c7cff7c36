// Runs on plain Node 20 before anything is installed, so it imports only Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCacheOf } from './compile-cache/compile-cache.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.portage-installed');
export const NODE = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Installs if node_modules is missing or older than the lock file. Ends the process with one clear line if that fails. */
export function ensureInstalled() {
  if (isInstalled(lockHash())) return;
  console.log('Installing packages (once, about a minute) …');
  const attempt = npm(['ci', '--no-audit', '--no-fund']);
  if (attempt.status !== 0) {
    // Some mirrors lack the binaries for other platforms, which stops `npm ci` with "Missing: … from lock file".
    console.log('npm ci did not get through; trying npm install with the same lock file …');
    const second = npmInstallKeepingLock();
    if (second.status !== 0) {
      console.error(lastLines(`${attempt.output}\n${second.output}`));
      fail('The packages could not be installed. Check the network and the npm registry, then start again.');
    }
  }
  if (!existsSync(NODE))
    fail('The packages are installed, but Node 24 (npm package "node") is missing: install scripts seem to be switched off in npm.');
  markInstalled();
}

/** Records that node_modules matches the lock file. */
export function markInstalled() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, lockHash());
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK)).digest('hex');
}

function isInstalled(lock) {
  if (!existsSync(NODE)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return true;
  // Installed by hand. npm's own record is newer than the lock file if the two belong together.
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs + SAME_INSTALL_MS > statSync(LOCK).mtimeMs;
}

/** npm writes its record and the lock file one after the other. */
const SAME_INSTALL_MS = 60_000;

/** `npm install` keeps the lock file's versions, but drops packages that this machine's registry lacks, so the lock file is restored. */
function npmInstallKeepingLock() {
  const before = readFileSync(LOCK);
  try {
    return npm(['install', '--no-audit', '--no-fund']);
  } finally {
    writeFileSync(LOCK, before);
  }
}

function npm(args) {
  const result = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 1 << 26 });
  if (result.error) fail(`npm could not be run: ${result.error.message}`);
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

function lastLines(text) {
  return text.trim().split('\n').slice(-15).join('\n');
}

/** @returns {never} */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a script on npm's Node 24 and returns its exit code. The child has its own session, so that a Ctrl-C reaches it
 * only through this process: together with everything that it has started, or by itself if it `stopsInOrder`. The
 * channel tells it when this process is gone.
 */
export function runOnNode24(script, args = [], { stopsInOrder = false, nodeFlags = [] } = {}) {
  return new Promise((resolve) => {
    const child = spawn(NODE, ['--disable-warning=ExperimentalWarning', ...nodeFlags, join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
        // Node stores compiled code there, for this process and all tools that it starts.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCacheOf(join(ROOT, '.cache', 'node'), lockHash()),
      },
    });
    const forward = (signal) => {
      if (stopsInOrder || process.platform === 'win32') return child.kill(signal);
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The child is already gone.
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal));
    watchNpm(() => forward('SIGTERM'));
    child.once('error', (error) => fail(`Node 24 could not be run: ${error.message}`));
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** A killed npm doesn't end its children, but their parent process changes. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && onGone(), 500).unref();
}
