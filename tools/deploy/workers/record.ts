import { ROOT } from '@portage/build-output';
import { contractVersion } from '@portage/contracts';
import { DeployError, type Deployment, type DeploymentsClient, providedVersions } from '@portage/deploy-client';
import { type ChangeReason, readSource } from '@portage/deploy-client/area';
import type { WorkerName } from '@portage/registry';

/**
 * The record of Workers, which `npm run deployments` and the page show. It is written after the deploy: a Portage that
 * is being set up or replaced can't be written to, and the deploy is valid anyway.
 */
export interface WorkerRecord {
  /** The last entry; null if Portage doesn't respond. @throws DeployError for a refused token */
  read(): Promise<Deployment | null>;
  /** Records the deploy. @returns the message for the person if that failed, otherwise an empty text */
  write(change: RecordedChange): Promise<string>;
}

export type RecordedChange =
  | { kind: 'live'; version: string; sizeBytes: number; reason: ChangeReason }
  | { kind: 'rollback'; version: string; reason: ChangeReason }
  | { kind: 'canary'; version: string; percent: number; sizeBytes: number | null; reason: ChangeReason };

const REFUSED = [401, 403];
const PATIENCE_MS = 20_000;

export function workerRecord(client: DeploymentsClient, name: WorkerName): WorkerRecord {
  const found = readSource(ROOT);
  const source = found ? { source: found } : {};
  const register = (version: string, sizeBrotliBytes: number) =>
    client.call('POST /api/deployments/{name}/versions/{version}', {
      params: { name, version },
      body: {
        files: [],
        shared: name === 'shell' ? { ...providedVersions() } : {},
        sizeBrotliBytes,
        contractVersion: String(contractVersion),
        ...source,
      },
    });

  async function write(change: RecordedChange): Promise<void> {
    const { version } = change;
    const params = { name };
    switch (change.kind) {
      case 'live':
        await register(version, change.sizeBytes);
        await client.call('POST /api/deployments/{name}/live', {
          params,
          body: { version, ...change.reason },
        });
        return;
      case 'rollback':
        await client.call('POST /api/deployments/{name}/rollback', { params, body: { version, ...change.reason } });
        return;
      case 'canary':
        if (change.sizeBytes !== null) await register(version, change.sizeBytes);
        await client.call('POST /api/deployments/{name}/canary', { params, body: { version, percent: change.percent, ...change.reason } });
        return;
      default:
        throw change satisfies never;
    }
  }

  return {
    async read() {
      try {
        return await client.one(name);
      } catch (error) {
        if (error instanceof DeployError && !REFUSED.includes(error.status ?? 0)) return null;
        throw error;
      }
    },
    async write(change) {
      // A Worker that was just replaced may need a moment.
      for (const deadline = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
        try {
          await write(change);
          return '';
        } catch (error) {
          if (!(error instanceof DeployError)) throw error;
          const mayPass = error.status === 0 || (error.status ?? 0) >= 500;
          if (!mayPass || Date.now() > deadline) return `  It is done, but npm run deployments does not show it: ${error.message}`;
        }
      }
    },
  };
}
