import type { ShippedTemplateBundle } from '@portage/playbooks/shipped';

/** What the tests' setup provides to them and to their configuration. */
declare module 'vitest' {
  interface ProvidedContext {
    /** One for each Worker that runs tests. */
    databases: { DATABASE_URL: string; NEON_PROXY_URL: string; STRIPE_SIMULATOR_URL: string }[];
    collectorOrigin: string;
    authorizationServer: string;
    appsServer: string;
    assistantServer: string;
    /** The build of a folder with the template in docs/playbooks.md. */
    documentedPair: ShippedTemplateBundle;
  }
}
