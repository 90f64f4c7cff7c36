import { AreaProblem } from './area-problem.ts';

/**
 * The browser refuses a file whose content does not fit its `integrity`, and does not say so: for the page it is a file
 * that could not be loaded. Asked afterwards: is it there, and another than the one that was deployed?
 *
 * @param integrity as in the attribute: `sha256-…`.
 * @returns the problem, or null when the file is the right one or cannot be had at all.
 */
export async function changedFile(url: string, integrity: string, timeoutMs: number): Promise<AreaProblem | null> {
  // Browsers hash on secure origins only (https and localhost).
  if (!globalThis.crypto?.subtle) return null;
  try {
    // `reload`: what the browser keeps may be the broken one, and is replaced by what comes now.
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || (await hashOf(await response.arrayBuffer())) === integrity) return null;
    return new AreaProblem('changed', `${new URL(url, location.href).pathname} is not the file that was deployed`);
  } catch {
    return null;
  }
}

async function hashOf(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
