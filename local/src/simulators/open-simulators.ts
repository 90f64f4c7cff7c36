import type { SimulatedSystems } from '@portage/contracts';
import type { LocalHandler } from '../pages/local-handler.ts';
import type { LocalPage } from '../pages/local-pages.ts';
import type { TypeDocuments } from './documented/documented-type.ts';
import { simulatorsPages } from './pages/simulators-handler.ts';
import { simulatedApps, simulatedSystemsFor } from './registry.ts';
import { openSystems } from './running-system.ts';
import { signInPages } from './sign-in/sign-in-page.ts';
import type { StripeAccountPorts } from './simulated-system.ts';
import { simulatorHosts, simulatorsHandler } from './simulators.ts';
import type { SimulatedSystemName } from './system-names.ts';
import { webhookDeliverer } from './webhooks/deliver-webhooks.ts';

export interface Simulators {
  /** Hosts whose calls go to `handler`. */
  hosts: string[];
  handler: LocalHandler;
  /** The pages below `/local/simulators`. */
  pages: LocalPage[];
  /** Facts about the simulators for the API. */
  systems: SimulatedSystems;
  /** Variables for OAuth apps. */
  apps: Record<string, string>;
  /** Opens the systems that were simulated from documents before. */
  openKept(): Promise<void>;
}

interface SimulatorsSettings {
  folder: string;
  origin: string;
  /** Systems also simulated at their real hosts. */
  takenOver: readonly SimulatedSystemName[];
  /** For this Portage's account at the simulated Stripe. */
  stripe: Omit<StripeAccountPorts, 'origin'>;
  /** Documents of connector types whose systems have no simulator of their own. */
  documents: TypeDocuments;
}

/** Opens every simulated system with its stored data. */
export function openSimulators({ folder, origin, takenOver, stripe, documents }: SimulatorsSettings): Simulators {
  const deliverer = webhookDeliverer(origin);
  const systems = openSystems({ folder, now: Date.now, deliver: deliverer.deliver, stripe: { origin, ...stripe }, documents });
  return {
    hosts: simulatorHosts(takenOver),
    handler: simulatorsHandler(systems),
    pages: [simulatorsPages(systems, deliverer), signInPages(systems, origin)],
    systems: simulatedSystemsFor(takenOver),
    apps: simulatedApps(takenOver),
    openKept: () => systems.openKept(),
  };
}
