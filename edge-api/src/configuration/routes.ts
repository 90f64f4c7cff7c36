import { configurationCalls } from '@portage/contracts/calls';
import { simulatedSystems } from '../connectors/simulated/simulated-systems.ts';
import { implement } from '../http/implement.ts';

/** Sends only what is named here; a service that isn't set up is null. */
export const configurationRoutes = implement(configurationCalls, {
  'GET /api/configuration': (_, { env }) => ({
    segmentAnalyticsWriteKey: env.SEGMENT_ANALYTICS_WRITE_KEY ?? null,
    apiPandaWidgetUrl: env.API_PANDA_WIDGET_URL ?? null,
    plaidPublicKey: env.PLAID_PUBLIC_KEY ?? null,
    plaidEnvironment: env.PLAID_ENVIRONMENT ?? 'sandbox',
    plaidLinkUrl: env.PLAID_LINK_URL || 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
    appInsightsInstrumentationKey: env.APP_INSIGHTS_INSTRUMENTATION_KEY ?? null,
    chatWidgetUrl: env.CHAT_WIDGET_URL ?? null,
    simulatedConnectorTypeIds: Object.keys(simulatedSystems(env).connectors),
    simulatesDocuments: simulatedSystems(env).byDocument !== undefined,
    termsUrl: env.TERMS_URL?.startsWith('https://') ? env.TERMS_URL : null,
  }),
});
