import { AreaProblem } from './area-problem.ts';

/**
 * The browser refuses a file whose content doesn't match its `integrity`, and doesn't say so: the page only sees a file that couldn't be
 * loaded. This checks afterwards whether the file exists but isn't the deployed one.
 *
 * @param integrity as in the attribute: `sha256-…`.
 * @returns the problem, or null if the file is the right one or can't be fetched at all.
 */
export async function changedFile(url: string, integrity: string, timeoutMs: number): Promise<AreaProblem | null> {
  // Browsers compute hashes on secure origins only (https and localhost).
  if (!globalThis.crypto?.subtle) return null;
  try {
    // `reload`: the cached file may be the broken one, and is replaced by this response.
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || (await computeHash(await response.arrayBuffer())) === integrity) return null;
    return new AreaProblem('changed', `${new URL(url, location.href).pathname} is not the file that was deployed`);
  } catch {
    return null;
  }
}

async function computeHash(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
