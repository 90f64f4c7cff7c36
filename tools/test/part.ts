import { spawn } from 'node:child_process';
import { ROOT } from '@portage/build-output';

/** The result of one part of the tests. */
export interface PartResult {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed only when they were run again; always named. */
  retried?: string[];
  failures?: { test: string; message: string }[];
  files?: { name: string; durationMs: number }[];
  /**
   * Processor time of its processes: unlike the time on the clock, it does not depend on what else runs. A process that outlives the
   * one that started it is missing: those of Chromium, more than a third of what browser tests take.
   */
  processorMs?: number;
  /** Shown when something failed. */
  output: string;
  /** Runs what failed once more, and gives the result of both runs; absent where a failure stands. */
  runAgain?: () => Promise<PartResult>;
}

/** One part of `npm test`. */
export interface Part {
  name: string;
  /** The folder it looks at; null: the whole repository. */
  folder: string | null;
  run(): Promise<PartResult>;
}

export interface CommandResult {
  isSuccess: boolean;
  output: string;
  processorMs: number;
}

/** Runs a command and then writes the processor time of the shell and of all it has waited for, to a stream of its own. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Runs a command in a folder of the repository and keeps what it prints. */
export function runCommand(command: string, args: string[], { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
  return new Promise<CommandResult>((resolve) => {
    const child = spawn('sh', ['-c', TIMED, 'sh', command, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    let times = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdio[3]?.on('data', (chunk: Buffer) => (times += chunk.toString()));
    child.once('error', (error) => resolve({ isSuccess: false, output: `${command}: ${error.message}`, processorMs: 0 }));
    child.once('close', (code) => resolve({ isSuccess: code === 0, output, processorMs: processorMsIn(times) }));
  });
}

/** What `times` of the shell says: minutes and seconds, of the shell itself and of its children, for the user and for the system. */
function processorMsIn(times: string): number {
  const all = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return all.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}

/** A command that counts as one test. */
export function commandPart(
  name: string,
  command: string,
  args: string[],
  { folder = null, env = {} }: { folder?: string | null; env?: Record<string, string> } = {},
): Part {
  return {
    name,
    folder,
    async run() {
      const { isSuccess, output, processorMs } = await runCommand(command, args, { env });
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0, processorMs, output };
    },
  };
}
