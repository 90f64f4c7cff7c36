import { spawn } from 'node:child_process';
import { ROOT } from '../build/workspace-root.ts';

/** How one part of the tests went. */
export interface PartResult {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed only when they were run again; always named. */
  retried?: string[];
  failures?: { test: string; message: string }[];
  files?: { name: string; durationMs: number }[];
  /** Shown when something failed. */
  output: string;
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
}

/** Runs a command in a folder of the repository and keeps what it prints. */
export function runCommand(command: string, args: string[], { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
  return new Promise<CommandResult>((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', (error) => resolve({ isSuccess: false, output: `${command}: ${error.message}` }));
    child.once('close', (code) => resolve({ isSuccess: code === 0, output }));
  });
}

/** A command that counts as one test. */
export function commandPart(name: string, command: string, args: string[], folder: string | null = null): Part {
  return {
    name,
    folder,
    async run() {
      const { isSuccess, output } = await runCommand(command, args);
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0, output };
    },
  };
}
