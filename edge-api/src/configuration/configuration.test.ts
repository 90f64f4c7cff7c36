import { expect, test } from 'vitest';
import { api } from '../../test/api.ts';

test('the configuration has every key of the specification; services that aren’t set up are null', async () => {
  expect((await api('GET /api/configuration')).body).toEqual({
    segmentAnalyticsWriteKey: null,
    apiPandaWidgetUrl: null,
    plaidPublicKey: null,
    plaidEnvironment: 'sandbox',
    plaidLinkUrl: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    stripePublishableKey: null,
    appInsightsInstrumentationKey: null,
    chatWidgetUrl: null,
    termsUrl: null,
    simulatedConnectorTypeIds: ['system-simulated'],
    simulatesDocuments: false,
  });
});

test('a deployed Portage simulates nothing', async () => {
  expect((await api('GET /api/configuration', { env: { SIMULATORS: '' } })).body.simulatedConnectorTypeIds).toEqual([]);
});
