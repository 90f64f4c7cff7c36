import { SIMULATED_SECRET } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createSwapcardSimulator } from './swapcard-simulator.ts';

export const swapcard: SystemDefinition = {
  title: 'Swapcard',
  hosts: ['developer.swapcard.com'],
  connectors: { 'system-swapcard': { apiKey: SIMULATED_SECRET } },
  open: (ports) => createSwapcardSimulator(ports),
};
