import { DeployError } from '../deploy-error.ts';

/**
 * The origin of the Portage at an address.
 *
 * @throws DeployError if it is no address, or the token would travel unencrypted
 */
export function readTargetOrigin(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new DeployError(`PORTAGE_URL is "${address}". Set it to the address of a Portage, such as https://portage.example.`);
  }
  const { origin } = new URL(address);
  if (origin.startsWith('http:') && !isLocal(origin)) {
    throw new DeployError(`PORTAGE_URL is "${address}": the deploy token would travel readable for all on the way. Use https.`);
  }
  return origin;
}

/**
 * Reads a target that a promotion names: `staging` and `production` have their address and token in PORTAGE_STAGING_URL and
 * PORTAGE_STAGING_DEPLOY_TOKEN, and so on for any other word.
 *
 * @throws DeployError that names the missing or invalid variable
 */
export function readNamedTarget(name: string, env: NodeJS.ProcessEnv): { url: string; token: string } {
  if (!/^[a-z]+$/.test(name)) throw new DeployError(`A target is a word such as staging, not "${name}".`);
  const variable = (what: string) => {
    const key = `PORTAGE_${name.toUpperCase()}_${what}`;
    const value = env[key];
    if (value) return value;
    throw new DeployError(`Set ${key} for the target ${name}.`);
  };
  return { url: readTargetOrigin(variable('URL')), token: variable('DEPLOY_TOKEN') };
}

/** Whether the URL is a Portage on this machine. */
export function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
