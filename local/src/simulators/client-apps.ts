/** The value that simulated systems accept for every credential of a connector that a person makes. */
export const CREDENTIAL = 'portage-demo';

/**
 * Secret of connectors made with one click. Portage removes a connector's secrets, by value, from what it stores, and
 * "portage-demo" is part of the systems' own addresses.
 */
export const SIMULATED_SECRET = 'simulated-secret-3f9c1d';
export const SIMULATED_TOKEN = 'simulated-token-b71e04';

export interface ClientApp {
  clientId: string;
  clientSecret: string;
  accessToken: string;
}

export const clientApps: readonly ClientApp[] = [
  { clientId: CREDENTIAL, clientSecret: CREDENTIAL, accessToken: CREDENTIAL },
  { clientId: 'simulated-app', clientSecret: SIMULATED_SECRET, accessToken: SIMULATED_TOKEN },
];

/** The app of simulated connectors. */
export const [, simulatedApp] = clientApps as [ClientApp, ClientApp];

export function appByClient(clientId: string | null, clientSecret: string | null): ClientApp | undefined {
  return clientApps.find((app) => app.clientId === clientId && app.clientSecret === clientSecret);
}

/** Why a sign-in is refused; null: the app is known. @param title the system's name for people */
export function findAppProblem(title: string, clientId: string | null): string | null {
  if (clientApps.some((app) => app.clientId === clientId)) return null;
  return `${title} does not know this app. The Client Id of the simulated ${title} is ${CREDENTIAL}.`;
}

export function isAcceptedSecret(value: string | null | undefined): boolean {
  return value === CREDENTIAL || value === SIMULATED_SECRET;
}
