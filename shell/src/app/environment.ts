/** Set at build time by PORTAGE_ENVIRONMENT (shell/rsbuild.config.ts). */
declare const PORTAGE_ENVIRONMENT: string;

export const environment: string = PORTAGE_ENVIRONMENT;

/** Spec ERR-07, ERR-08: what exactly went wrong is shown where people look for faults, not in production. */
export function errorDetail(error: unknown): string | undefined {
  if (environment !== 'stable') return undefined;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
