import { matchesHost, type SimulatedSystems } from '@portage/contracts';
import type { Env } from '../../env.ts';

const NONE: SimulatedSystems = { connectors: {}, signIns: {} };
const parsedSystems = new Map<string, SimulatedSystems>();

/** The systems that this Portage simulates; none if it is deployed. */
export function simulatedSystems({ SIMULATORS }: Pick<Env, 'SIMULATORS'>): SimulatedSystems {
  if (!SIMULATORS) return NONE;
  const systems = parsedSystems.get(SIMULATORS) ?? (JSON.parse(SIMULATORS) as SimulatedSystems);
  parsedSystems.set(SIMULATORS, systems);
  return systems;
}

/**
 * Where a person allows a connection: the system's own page, or a local stand-in if the system is simulated,
 * since its real host would lead the browser away from this Portage.
 */
export function signInAddress(env: Pick<Env, 'SIMULATORS'>, address: string, publicOrigin: string): string {
  const { hostname, search } = new URL(address);
  const [, path] = Object.entries(simulatedSystems(env).signIns).find(([pattern]) => matchesHost(pattern, hostname)) ?? [];
  if (path === undefined) return address;
  const page = new URL(path + search, publicOrigin);
  page.searchParams.set('portage_host', hostname);
  return page.href;
}
