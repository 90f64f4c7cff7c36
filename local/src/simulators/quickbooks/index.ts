import { simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createQuickBooksSimulator } from './quickbooks-simulator.ts';

const { clientId, clientSecret } = simulatedApp;
const REALM_ID = '9341450000000099';

export const quickbooks: SystemDefinition = {
  title: 'QuickBooks',
  hosts: ['quickbooks.api.intuit.com', 'oauth.platform.intuit.com', 'appcenter.intuit.com'],
  alsoTakenOver: ['sandbox-quickbooks.api.intuit.com'],
  signInHosts: ['appcenter.intuit.com'],
  appVariables: ['QUICKBOOKS'],
  connectors: { 'system-quickbooks': { clientId, clientSecret, realmId: REALM_ID } },
  open: (ports) => createQuickBooksSimulator(ports, { realmId: REALM_ID }),
};
