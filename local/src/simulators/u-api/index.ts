import { SIMULATED_SECRET } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createUApiSimulator } from './u-api-simulator.ts';

const HOST = 'portage-demo.market.example';

export const uApi: SystemDefinition = {
  title: 'UApi',
  hosts: [HOST],
  connectors: { 'system-u-api': { slug: HOST, apiKey: SIMULATED_SECRET } },
  open: (ports) => createUApiSimulator(ports),
};
