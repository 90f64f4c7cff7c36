import { SIMULATED_SECRET, simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createBookerSimulator } from './booker-simulator.ts';

const { clientId, clientSecret } = simulatedApp;

export const booker: SystemDefinition = {
  title: 'Booker',
  hosts: ['api.booker.com'],
  alsoTakenOver: ['api-staging.booker.com'],
  connectors: {
    'system-booker': {
      clientId,
      clientSecret,
      apiKey: SIMULATED_SECRET,
      customOptions: { locationId: '30234', locationName: 'Spa Harbour' },
    },
  },
  open: (ports) => createBookerSimulator(ports),
};
