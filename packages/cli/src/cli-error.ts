/** What the command's exit code says; docs/cli.md lists them. */
export const exitCodes = { ok: 0, error: 1, differences: 2, conflict: 3, unauthorized: 4, offline: 5, invalid: 6, runFailed: 7 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message for people. `details` are printed below it. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly details: readonly string[];

  constructor(exitCode: ExitCode, message: string, details: readonly string[] = [], cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.details = details;
  }
}
