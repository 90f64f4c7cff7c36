/** The simulated systems that a local Portage announces to its API (variable `SIMULATORS`); a deployed one has none. */
export interface SimulatedSystems {
  /** By connector type: the fields of a connector that works at once. */
  connectors: Record<string, SimulatedConnectorFields>;
  /** Local pages that replace a system's sign-in, by the system's host. `*.example.com` covers every host below it. */
  signIns: Record<string, string>;
}

export interface SimulatedConnectorFields {
  slug?: string;
  username?: string;
  password?: string;
  apiKey?: string;
  accessToken?: string;
  accessTokenSecret?: string;
  clientId?: string;
  clientSecret?: string;
  realmId?: string;
  customOptions?: Record<string, string>;
}

/** Ends the names under which simulated connectors reach simulators: no real system is called even where the host is real. */
const SIMULATED_SUFFIX = '.simulated.portage.local';

/** Where the simulator of a host answers: `https://login.example.com/a` is `http://login.example.com.simulated.portage.local/a`. */
export function simulatedAddress(address: string): string {
  const url = new URL(address);
  return `http://${simulatedHost(url.hostname)}${url.pathname}${url.search}`;
}

export function simulatedHost(host: string): string {
  return host + SIMULATED_SUFFIX;
}

/** Whether a host is the one that a pattern names, or lies below it: `*.example.com`. */
export function isHostOf(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern;
}
