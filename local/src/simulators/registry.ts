import { matchesHost, SIMULATED_CONNECTORS_HOST, type SimulatedSystems, simulatedHost } from '@portage/contracts';
import { booker } from './booker/index.ts';
import { CREDENTIAL, SIMULATED_SECRET, SIMULATED_TOKEN, simulatedApp } from './client-apps.ts';
import { mindbody } from './mindbody/index.ts';
import { netsuite } from './netsuite/index.ts';
import { quickbooks } from './quickbooks/index.ts';
import { salesforce } from './salesforce/index.ts';
import { shopify } from './shopify/index.ts';
import type { SystemDefinition } from './simulated-system.ts';
import { stripe } from './stripe/index.ts';
import { swapcard } from './swapcard/index.ts';
import { type SimulatedSystemName, simulatedSystemNames } from './system-names.ts';
import { uApi } from './u-api/index.ts';
import { zoom } from './zoom/index.ts';

const definitions: Record<SimulatedSystemName, SystemDefinition> = {
  shopify,
  salesforce,
  mindbody,
  booker,
  netsuite,
  quickbooks,
  zoom,
  swapcard,
  'u-api': uApi,
  stripe,
};

export function getDefinition(name: SimulatedSystemName): SystemDefinition {
  return definitions[name];
}

/** The host name that workflows use for a system without any connector. */
function getLocalHost(name: SimulatedSystemName): string {
  return `${name}.portage.local`;
}

/**
 * Every host that simulators serve. Hosts of simulated connectors are always included.
 *
 * @param takenOver systems whose real hosts are also served: connectors that people make then reach nothing outside
 */
export function simulatedHosts(takenOver: readonly SimulatedSystemName[]): string[] {
  const ofSystems = simulatedSystemNames.flatMap((name) => {
    const { hosts, alsoTakenOver = [] } = getDefinition(name);
    return [getLocalHost(name), ...hosts.map(simulatedHost), ...(takenOver.includes(name) ? [...hosts, ...alsoTakenOver] : [])];
  });
  return [SIMULATED_CONNECTORS_HOST, ...ofSystems];
}

/** The simulator written for a connector type; null: the type is simulated from its document instead. */
export function systemOfType(connectorTypeId: string): SimulatedSystemName | null {
  return simulatedSystemNames.find((name) => Object.hasOwn(getDefinition(name).connectors, connectorTypeId)) ?? null;
}

/** The system behind a host, and the host as the real system would see it. */
export function systemOfHost(host: string): { name: SimulatedSystemName; realHost: string } | null {
  for (const name of simulatedSystemNames) {
    const { hosts, alsoTakenOver = [] } = getDefinition(name);
    const [first = host] = hosts;
    if (host === getLocalHost(name)) return { name, realHost: first };
    const simulated = hosts.find((one) => simulatedHost(one) === host);
    if (simulated) return { name, realHost: simulated };
    if ([...hosts, ...alsoTakenOver].some((pattern) => matchesHost(pattern, host))) return { name, realHost: host };
  }
  return null;
}

export function simulatedSystemsFor(takenOver: readonly SimulatedSystemName[]): SimulatedSystems {
  const signIns = takenOver.flatMap((name) => (getDefinition(name).signInHosts ?? []).map((host) => [host, signInPath(name)] as const));
  return {
    connectors: Object.assign({}, ...simulatedSystemNames.map((name) => getDefinition(name).connectors)),
    signIns: Object.fromEntries(signIns),
    byDocument: { clientId: simulatedApp.clientId, secret: SIMULATED_SECRET, token: SIMULATED_TOKEN },
  };
}

function signInPath(name: SimulatedSystemName): string {
  return `/local/simulators/${name}/sign-in`;
}

/** OAuth apps of taken-over systems, which know no other apps. */
export function simulatedApps(takenOver: readonly SimulatedSystemName[]): Record<string, string> {
  const names = takenOver.flatMap((name) => getDefinition(name).appVariables ?? []);
  return Object.fromEntries(
    names.flatMap((name) => [
      [`PORTAGE_${name}_CLIENT_ID`, CREDENTIAL],
      [`PORTAGE_${name}_CLIENT_SECRET`, CREDENTIAL],
    ]),
  );
}
