import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeployError } from '@portage/deploy-client';
import type { WorkerName } from '@portage/registry';
import type { DeploySettings } from '../settings.ts';

export interface RunningWorker {
  live: string;
  previous: string | null;
}

export interface WorkerFile {
  /** `bundle/index.js`, `wrangler.jsonc`, and the shell's `shell/index.html`. */
  path: string;
  content: Buffer;
}

/** The local Portage's side of deploying Workers (local/src/reload/control-server.ts). */
export interface LocalControl {
  state(name: WorkerName): Promise<RunningWorker>;
  /** Uploads a version unless it already exists. */
  bring(name: WorkerName, version: string, files: readonly WorkerFile[]): Promise<void>;
  /** @throws DeployError if the version doesn't come up; the previous one then keeps running */
  run(name: WorkerName, version: string): Promise<RunningWorker>;
}

/** @throws DeployError if no Portage runs on the data folder */
export function localControl({ dataDir, token }: Pick<DeploySettings, 'dataDir' | 'token'>): LocalControl {
  const url = addressIn(dataDir);
  async function ask<Answer>(
    method: string,
    path: string,
    body?: Buffer,
  ): Promise<{ status: number; answer: Answer & { message?: string } }> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }).catch(() => null);
    if (!response) throw notRunning(dataDir);
    const answer = (await response.json()) as Answer & { message?: string };
    if (response.status === 401)
      throw new DeployError(`The Portage of ${dataDir} does not know this deploy token. Leave PORTAGE_DEPLOY_TOKEN out to use its own.`);
    return { status: response.status, answer };
  }
  return {
    async state(name) {
      const { answer } = await ask<Record<WorkerName, RunningWorker>>('GET', '/workers');
      return answer[name];
    },
    async bring(name, version, files) {
      for (const { path, content } of files) {
        const { status, answer } = await ask('PUT', `/workers/${name}/versions/${version}/files?path=${encodeURIComponent(path)}`, content);
        if (status === 409) return;
        if (status !== 201) throw new DeployError(`The local Portage refused ${path}: ${answer.message ?? status}`);
      }
      const hashes = Object.fromEntries(files.map(({ path, content }) => [path, createHash('sha256').update(content).digest('hex')]));
      const { status, answer } = await ask('POST', `/workers/${name}/versions/${version}/complete`, Buffer.from(JSON.stringify(hashes)));
      if (status !== 200) throw new DeployError(`The local Portage refused ${version} of ${name}: ${answer.message ?? status}`);
    },
    async run(name, version) {
      const { status, answer } = await ask<RunningWorker>('POST', `/workers/${name}/versions/${version}/live`);
      if (status === 200) return answer;
      throw new DeployError(
        `${answer.message ?? `The local Portage answered ${status}`}${status === 422 ? '\nThe version before runs on.' : ''}`,
      );
    },
  };
}

function addressIn(dataDir: string): string {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8')) as { url: string }).url;
  } catch {
    throw notRunning(dataDir);
  }
}

function notRunning(dataDir: string): DeployError {
  return new DeployError(`No Portage runs on ${dataDir}. Start it (npm start), or set PORTAGE_DATA_DIR to the folder of the one you mean.`);
}
