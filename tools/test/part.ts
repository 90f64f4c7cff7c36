import { spawn } from 'node:child_process';
import { ROOT } from '@portage/build-output';

export interface PartResult {
  passed: number;
  failed: number;
  skipped: number;
  failures?: { test: string; message: string }[];
  files?: { name: string; durationMs: number }[];
  /**
   * Processor time of its processes: unlike wall time, it doesn't depend on what else runs. A process that outlives its
   * starter is missing: Chromium's processes, more than a third of what browser tests take.
   */
  processorMs?: number;
  /** Shown if something failed. */
  output: string;
}

/** One part of `npm test`. */
export interface Part {
  name: string;
  /** The folder it checks; null: the whole repository. */
  folder: string | null;
  run(): Promise<PartResult>;
}

export interface CommandResult {
  isSuccess: boolean;
  output: string;
  processorMs: number;
}

/** Runs a command and then writes the processor time of the shell and of everything it waited for to a separate stream. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Runs a command in a folder of the repository and captures its output. */
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

/** The output of the shell's `times`: minutes and seconds, of the shell itself and of its children, user and system time. */
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
