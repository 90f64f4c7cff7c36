import { CREDENTIAL, SIMULATED_SECRET, SIMULATED_TOKEN, simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createNetSuiteSimulator } from './netsuite-simulator.ts';

const { clientId, clientSecret } = simulatedApp;

export const netsuite: SystemDefinition = {
  title: 'NetSuite',
  hosts: [`${CREDENTIAL}.suitetalk.api.netsuite.com`],
  connectors: {
    'system-netsuite': {
      clientId,
      clientSecret,
      accessToken: SIMULATED_TOKEN,
      accessTokenSecret: SIMULATED_SECRET,
      customOptions: { accountId: CREDENTIAL, entitiesList: 'customer,inventoryItem,salesOrder' },
    },
  },
  open: (ports) => createNetSuiteSimulator(ports, { accountId: CREDENTIAL }),
};
