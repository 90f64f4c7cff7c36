import { simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createZoomSimulator } from './zoom-simulator.ts';

const { clientId, clientSecret } = simulatedApp;

export const zoom: SystemDefinition = {
  title: 'Zoom',
  hosts: ['api.zoom.us', 'zoom.us'],
  signInHosts: ['zoom.us'],
  appVariables: ['ZOOM'],
  connectors: { 'system-zoom': { clientId, clientSecret } },
  open: (ports) => createZoomSimulator(ports),
};
