import { simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createSalesforceSimulator } from './salesforce-simulator.ts';

const { clientId, clientSecret } = simulatedApp;

export const salesforce: SystemDefinition = {
  title: 'Salesforce',
  hosts: ['portage-demo.my.salesforce.com', 'login.salesforce.com'],
  alsoTakenOver: ['test.salesforce.com', '*.my.salesforce.com'],
  signInHosts: ['login.salesforce.com', 'test.salesforce.com'],
  appVariables: ['SALESFORCE'],
  connectors: { 'system-salesforce': { clientId, clientSecret } },
  open: (ports) => createSalesforceSimulator(ports),
};
