/// <reference types="node" />
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Where @stoplight/prism-cli is installed. Not a dependency: it's 74 MB in 183 packages, one of which wants to run an install script. */
const folder = process.env.PORTAGE_PRISM_DIR ?? '';
const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');

export function hasPrism(): boolean {
  if (folder !== '' && existsSync(program)) return true;
  console.warn('Prism is not here; install @stoplight/prism-cli into a folder and set PORTAGE_PRISM_DIR to it.');
  return false;
}

export interface Prism {
  baseUrl: string;
  stop(): void;
}

/** Starts Prism with one document. It refuses what the document doesn't allow. */
export async function startPrism(document: string): Promise<Prism> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'mock', '--errors', '-h', '127.0.0.1', '-p', String(port), document], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      if (output.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`Prism ended: ${output.slice(-2_000)}`)));
  });
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
