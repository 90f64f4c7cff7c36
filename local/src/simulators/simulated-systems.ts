import { createBookerSimulator } from './booker/booker-simulator.ts';
import { createMindbodySimulator } from './mindbody/mindbody-simulator.ts';
import { createSalesforceSimulator } from './salesforce/salesforce-simulator.ts';
import { createShopifySimulator } from './shopify/shopify-simulator.ts';
import type { SimulatedSystem, SimulatorPorts } from './simulated-call.ts';

/** What the simulated systems take as a credential, and the slug, site or store they are known by. */
const CREDENTIAL = 'portage-demo';

interface Simulated {
  /** Only the local Portage knows it. */
  localHost: string;
  /** Where the real system is: taken over when whoever starts Portage asks for it. */
  realHosts: readonly string[];
  create(ports: SimulatorPorts): SimulatedSystem;
}

/** One line a system. */
const systems = {
  shopify: {
    localHost: 'shopify.portage.local',
    realHosts: ['portage-demo.myshopify.com'],
    create: (ports) => createShopifySimulator({ accessToken: CREDENTIAL }, ports).system,
  },
  salesforce: {
    localHost: 'salesforce.portage.local',
    realHosts: ['login.salesforce.com', 'portage-demo.my.salesforce.com'],
    create: (ports) => createSalesforceSimulator({ accessToken: CREDENTIAL }, ports).system,
  },
  mindbody: {
    localHost: 'mindbody.portage.local',
    realHosts: ['api.mindbodyonline.com'],
    create: (ports) =>
      createMindbodySimulator({ apiKey: CREDENTIAL, siteId: '-99', staff: { username: CREDENTIAL, password: CREDENTIAL } }, ports).system,
  },
  booker: {
    localHost: 'booker.portage.local',
    realHosts: ['api.booker.com'],
    create: (ports) => createBookerSimulator({ clientId: CREDENTIAL, clientSecret: CREDENTIAL, subscriptionKey: CREDENTIAL }, ports).system,
  },
} satisfies Record<string, Simulated>;

export type SimulatedSystemName = keyof typeof systems;

export const simulatedSystemNames = Object.keys(systems) as SimulatedSystemName[];

/** @param takenOver whose real hosts are answered, too: then the connector types that come with Portage reach them as they are */
export function simulatedHosts(takenOver: readonly SimulatedSystemName[]): string[] {
  return simulatedSystemNames.flatMap((name) => [systems[name].localHost, ...(takenOver.includes(name) ? systems[name].realHosts : [])]);
}

/** The systems by their hosts, each with what it has at the beginning. */
export function openSimulatedSystems(ports: SimulatorPorts): ReadonlyMap<string, SimulatedSystem> {
  return new Map(
    simulatedSystemNames.flatMap((name) => {
      const { localHost, realHosts, create } = systems[name];
      const system = create(ports);
      return [localHost, ...realHosts].map((host) => [host, system] as const);
    }),
  );
}
