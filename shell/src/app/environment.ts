/** Set at build time by PORTAGE_ENVIRONMENT (shell/rsbuild.config.ts). */
declare const PORTAGE_ENVIRONMENT: string;

export const environment: string = PORTAGE_ENVIRONMENT;

/** Where people debug: staging, and a local Portage that was started with PORTAGE_ENVIRONMENT=stable. */
const ENVIRONMENTS_WITH_DETAIL = ['stable', 'staging'];

/** The exact error for a page that couldn't be shown; nothing in production (spec ERR-07, ERR-08). */
export function errorDetail(error: unknown, where: string = environment): string | undefined {
  if (!ENVIRONMENTS_WITH_DETAIL.includes(where)) return undefined;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
