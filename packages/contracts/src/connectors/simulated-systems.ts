/** The simulated systems that a local Portage announces to its API (variable `SIMULATORS`); a deployed one has none. */
export interface SimulatedSystems {
  /** By connector type: the fields of a connector that works at once. */
  connectors: Record<string, SimulatedConnectorFields>;
  /** Local pages that replace a system's sign-in, by the system's host. `*.example.com` covers every host below it. */
  signIns: Record<string, string>;
  /** Credentials for connectors to any other system, which is simulated from its type's OpenAPI document. */
  byDocument?: SimulatedCredentials;
}

export interface SimulatedCredentials {
  clientId: string;
  secret: string;
  token: string;
}

export interface SimulatedConnectorFields {
  slug?: string;
  username?: string;
  password?: string;
  apiKey?: string;
  accessToken?: string;
  accessTokenSecret?: string;
  refreshToken?: string;
  clientId?: string;
  clientSecret?: string;
  realmId?: string;
  customOptions?: Record<string, string>;
}

/** Responds to every call of a simulated connector; the host doesn't exist outside a local Portage. */
export const SIMULATED_CONNECTORS_HOST = 'simulated.portage.local';

/** `https://api.example.com/a` of the type `pets` becomes `http://simulated.portage.local/pets/https/api.example.com/a`. */
export function simulatedConnectorAddress(address: string, connectorTypeId: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const place = [connectorTypeId, protocol.slice(0, -1), host].map(encodeURIComponent).join('/');
  return `http://${SIMULATED_CONNECTORS_HOST}/${place}${pathname}${search}`;
}

/** The call as the real system would receive it; null if `simulatedConnectorAddress` didn't make the address. */
export function readSimulatedAddress(address: URL): { connectorTypeId: string; url: URL } | null {
  const [, typeId, protocol, host, path = ''] = /^\/([^/]+)\/(https?)\/([^/]+)(\/.*)?$/.exec(address.pathname) ?? [];
  if (address.hostname !== SIMULATED_CONNECTORS_HOST || !typeId || !host) return null;
  const real = `${protocol}://${decodeURIComponent(host)}${path}${address.search}`;
  return URL.canParse(real) ? { connectorTypeId: decodeURIComponent(typeId), url: new URL(real) } : null;
}

/** Suffix of the hosts of single systems' simulators: no real system is called even if the host is real. */
const SIMULATED_SUFFIX = '.simulated.portage.local';

/** The address of a host's simulator: `https://login.example.com/a` becomes `http://login.example.com.simulated.portage.local/a`. */
export function simulatedAddress(address: string): string {
  const url = new URL(address);
  return `http://${simulatedHost(url.hostname)}${url.pathname}${url.search}`;
}

export function simulatedHost(host: string): string {
  return host + SIMULATED_SUFFIX;
}

/** Whether a host equals a pattern or is below it: `*.example.com`. */
export function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern;
}
