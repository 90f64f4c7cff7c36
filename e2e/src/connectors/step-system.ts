import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@portage/contracts';
import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { ADMIN } from '../api/session.ts';

/** Documents of real systems aren't part of the repository: a folder of them is named, or is next to it. */
const folder = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../../shared/openapi');

/** The text of a real system's document; null if it isn't available. */
export function realDocument(name: string): string | null {
  const path = join(folder, name);
  if (!existsSync(path)) {
    console.warn(`No ${name} in ${folder}; set PORTAGE_OPENAPI_DIR to test with it.`);
    return null;
  }
  return readFileSync(path, 'utf8');
}

interface Received {
  method: string;
  /** Including its query. */
  url: string;
  authorization: string | undefined;
  body: string;
}

type Responder = (call: Received) => { status?: number; body: unknown; delayMs?: number } | undefined;

/** A connected system: gives the responses that a test sets, otherwise 404, and remembers every call. */
export interface ConnectedSystem {
  url: string;
  calls: Received[];
  close(): Promise<void>;
}

export async function startSystem(answer: Responder): Promise<ConnectedSystem> {
  const calls: Received[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const call: Received = { method, url, authorization: headers.authorization, body: await readBody(request) };
    calls.push(call);
    const { status = 200, body, delayMs = 0 } = answer(call) ?? { status: 404, body: { message: `There is no ${url}` } };
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export interface UploadedType {
  name: string;
  fileName: string;
  document: string;
  baseUrl: string;
  hasCustomParameters?: boolean;
  subscriptionRequired?: boolean;
}

/** Uploads a document as an admin does and makes a connector type from it for all users. @returns its id */
export async function createConnectorType(
  baseUrl: string,
  { name, fileName, document, baseUrl: systemUrl, ...fields }: UploadedType,
): Promise<string> {
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signin', { body: ADMIN });
  const token = user.accessToken.value;
  const admin = createClient<Calls>({ baseUrl, getAccessToken: () => token });
  const uploaded = await fetch(`${baseUrl}/api/files/upload-text?fileName=${encodeURIComponent(fileName)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: document,
  });
  if (!uploaded.ok) throw new Error(`The document was not taken: ${uploaded.status} ${await uploaded.text()}`);
  const openApiDocument = (await uploaded.json()) as { fileName: string; fileStorageId: string; storageType: string };
  const { connectorType } = await admin('POST /api/connector-types', {
    body: { name, baseUrl: systemUrl, authorizationType: 'ApiKey', visibility: 'AllUsers', openApiDocument, ...fields },
  });
  return connectorType.id;
}

/** A connector with its own token. */
export async function makeConnector(api: Client<Calls>, connectorTypeId: string, name: string): Promise<string> {
  const { connector } = await api('POST /api/connectors', { body: { name, connectorTypeId, apiKey: `key-of-${name}-0123456789` } });
  return connector.id;
}

/** Chooses an option in a field of the open step by typing. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await openList(page, label);
  await page.getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option }).click();
}

/** A list closes when its form scrolls, so this scrolls first and then clicks, as a person does. */
export async function openList(page: Page, label: string): Promise<void> {
  const field = page.locator('[data-step-panel]').getByRole('combobox', { name: new RegExp(`^${label}`) });
  await field.scrollIntoViewIfNeeded();
  await field.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await field.click();
}
