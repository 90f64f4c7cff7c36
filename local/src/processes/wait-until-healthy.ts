import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

const PATIENCE_MS = 30_000;

/** @throws StartError with the last response if the API doesn't become healthy */
export async function waitUntilHealthy(origin: string, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let last = 'no answer'; ; await sleep(100)) {
    try {
      const response = await fetch(`${origin}/api/health`);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    if (Date.now() > deadline) throw new StartError(`Portage started but is not healthy: ${last}`);
  }
}
