import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallResponse, type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Stack } from '../stack/stack.ts';

interface PublishedArea {
  version: string;
  entry: string;
  canary?: { version: string; percent: number };
}

export type Deployment = CallResponse<Calls, 'GET /api/deployments'>['deployments'][number];

/** The registry that browsers read. */
export async function readRegistry({ baseUrl }: Pick<Stack, 'baseUrl'>): Promise<Record<string, PublishedArea>> {
  const response = await fetch(`${baseUrl}/mfe-registry.json`);
  return ((await response.json()) as { areas: Record<string, PublishedArea> }).areas;
}

/** The calls that `npm run deploy` makes. */
export function deployClient({ baseUrl, dataDir }: Pick<Stack, 'baseUrl' | 'dataDir'>): Client<Calls> {
  const { deployToken } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { deployToken: string };
  return createClient<Calls>({ baseUrl, getAccessToken: () => deployToken });
}

export async function readDeployment(stack: Pick<Stack, 'baseUrl' | 'dataDir'>, name: string): Promise<Deployment> {
  const { deployments } = await deployClient(stack)('GET /api/deployments');
  const found = deployments.find((one) => one.name === name);
  if (!found) throw new Error(`There is no deployment of ${name}`);
  return found;
}

/** Every file in a version's manifest, by its address, with a hash of what is served there. */
export async function servedFiles({ baseUrl }: Pick<Stack, 'baseUrl'>, { entry }: PublishedArea): Promise<Record<string, string>> {
  const manifest = (await (await fetch(baseUrl + entry)).json()) as {
    exposes: { assets: Record<'js' | 'css', Record<'sync' | 'async', string[]>> }[];
  };
  const { js, css } = manifest.exposes[0]?.assets ?? { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const paths = ['mf-manifest.json', 'remoteEntry.js', ...js.sync, ...js.async, ...css.sync, ...css.async];
  const hashes = await Promise.all(
    paths.map(async (path) => {
      const { pathname } = new URL(path, baseUrl + entry);
      const response = await fetch(baseUrl + pathname);
      if (response.status !== 200) throw new Error(`${pathname} answered ${response.status}`);
      return [
        pathname,
        createHash('sha256')
          .update(new Uint8Array(await response.arrayBuffer()))
          .digest('hex'),
      ];
    }),
  );
  return Object.fromEntries(hashes) as Record<string, string>;
}

/** Whether any script of a version contains the text. */
export async function saysSomewhere(stack: Pick<Stack, 'baseUrl'>, area: PublishedArea, text: string): Promise<boolean> {
  const paths = Object.keys(await servedFiles(stack, area)).filter((path) => path.endsWith('.js'));
  const texts = await Promise.all(paths.map(async (path) => (await fetch(stack.baseUrl + path)).text()));
  return texts.some((one) => one.includes(text));
}
