import { StartError } from '@portage/local/backup';

/** Ends the command with exit code 1. Errors with a code are the system's, PostgreSQL's or a mistyped option: their message says enough. */
export function reportFailure(error: unknown): void {
  const isExpected = error instanceof StartError || (error instanceof Error && 'code' in error);
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
