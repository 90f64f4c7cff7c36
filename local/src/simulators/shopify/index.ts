import { CREDENTIAL, SIMULATED_SECRET, SIMULATED_TOKEN, simulatedApp } from '../client-apps.ts';
import type { SystemDefinition } from '../simulated-system.ts';
import { createShopifySimulator } from './shopify-simulator.ts';

const { clientId, clientSecret } = simulatedApp;

export const shopify: SystemDefinition = {
  title: 'Shopify',
  hosts: ['portage-demo.myshopify.com'],
  alsoTakenOver: ['*.myshopify.com'],
  signInHosts: ['*.myshopify.com'],
  appVariables: ['SHOPIFY'],
  connectors: {
    'system-shopify': { slug: CREDENTIAL, clientId, clientSecret },
    'system-shopify-custom-app': {
      slug: CREDENTIAL,
      apiKey: SIMULATED_SECRET,
      password: SIMULATED_TOKEN,
      customOptions: { 'webhook::secret': clientSecret },
    },
  },
  open: (ports) => createShopifySimulator(ports),
};
