/** Why a target can't be developed against: what is wrong, and what to do. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

const PATIENCE_MS = 15_000;

/** Codes of Node for certificates that it doesn't trust. */
const CERTIFICATE = /CERT|SELF_SIGNED|VERIFY_LEAF|UNABLE_TO_/;

/**
 * Reads the address of a deployed Portage. @returns its origin
 *
 * @throws TargetError
 */
export function parseTarget(text: string): string {
  const example = '--against https://staging.example.com';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new TargetError(`"${text}" isn’t the address of a Portage. Give its address in full: ${example}`);
  }
  const { origin, protocol, hostname, username } = new URL(text);
  if (username) throw new TargetError(`Leave name and password out of the address: ${example}`);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new TargetError(`${origin} isn’t encrypted: your password would be readable on the way. Use https.`);
  }
  return origin;
}

export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Checks that a Portage responds at the address.
 *
 * @throws TargetError that says what is there instead
 */
export async function checkTarget(target: string, patienceMs = PATIENCE_MS): Promise<void> {
  const response = await fetch(`${target}/mfe-registry.json`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) }).catch(
    (error: unknown) => {
      throw new TargetError(explainFailure(error, target, patienceMs));
    },
  );
  const elsewhere = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && elsewhere) {
    throw new TargetError(`${target} redirects to ${new URL(elsewhere, target).origin}. Give that address instead.`);
  }
  if (response.status >= 500) throw new TargetError(`${target} responds with ${response.status}. Try again when it’s up.`);
  const registry = (await response.json().catch(() => null)) as { revision?: unknown; areas?: unknown; development?: unknown } | null;
  if (!response.ok || typeof registry?.revision !== 'number' || typeof registry.areas !== 'object') {
    throw new TargetError(`${target} isn’t a Portage: it has no registry of areas (${response.status}). Check the address.`);
  }
  if (registry.development) {
    throw new TargetError(`${target} is a Portage of npm run dev, which runs areas of its own. Give the address of a deployed one.`);
  }
}

/** A sentence about a request that got no response. */
export function explainFailure(error: unknown, target: string, patienceMs = PATIENCE_MS): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${target} didn’t respond within ${patienceMs / 1000} seconds. Check the address and your network (VPN?), then try again.`;
  }
  const code = findCode(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host ${new URL(target).hostname}. Check the address and your network (VPN?).`;
  if (CERTIFICATE.test(code)) {
    return `The certificate of ${target} isn’t trusted (${code}). If it’s your company’s, name its root: NODE_EXTRA_CA_CERTS=/path/to/root.pem`;
  }
  return `Nothing responds at ${target} (${code || 'no connection'}). Check that it’s up, and the address.`;
}

function findCode(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause ? findCode(cause) : '';
}
