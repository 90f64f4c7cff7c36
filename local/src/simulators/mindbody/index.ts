import { CREDENTIAL, SIMULATED_SECRET } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createMindbodySimulator } from './mindbody-simulator.ts';

const SITE = '-99';

export const mindbody: SystemDefinition = {
  title: 'Mindbody',
  hosts: ['api.mindbodyonline.com', 'push-api.mindbodyonline.com'],
  connectors: {
    'system-mindbody': {
      password: SIMULATED_SECRET,
      slug: SITE,
      username: CREDENTIAL,
      customOptions: { 'staff::password': SIMULATED_SECRET },
    },
  },
  open: (ports) => createMindbodySimulator(ports, { siteId: SITE }),
};
