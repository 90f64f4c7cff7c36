import { simulatedConnectorAddress } from '@portage/contracts';
import { Request } from 'miniflare';
import { SIMULATED_TOKEN } from '../client-apps.ts';
import type { DocumentedType } from '../documented/documented-type.ts';
import { openSystems } from '../running-system.ts';
import { simulatorsHandler } from '../simulators.ts';

const NO_SETTINGS: DocumentedType['settings'] = {
  baseUrl: null,
  sandboxBaseUrl: null,
  tokenUrl: null,
  sandboxTokenUrl: null,
  authorizationType: 'ApiKey',
  additionalData: {},
};

interface Options {
  settings?: Partial<DocumentedType['settings']>;
  folder?: string | null;
  headers?: Record<string, string>;
}

/** A system simulated from a document, called as connectors call it. */
export function openFromDocument(text: () => string, base: string, { settings = {}, folder = null, headers }: Options = {}) {
  let nowMs = Date.UTC(2026, 10, 23, 9);
  let documentId = 1;
  const type = () => ({
    id: 'pets',
    name: 'Pets',
    settings: { ...NO_SETTINGS, baseUrl: base, ...settings },
    documentId: String(documentId),
  });
  const documents = { find: async (id: string) => (id === 'pets' ? type() : null), readText: async () => text() };
  const systems = openSystems({ folder, now: () => nowMs, deliver: () => {}, documents });
  const handler = simulatorsHandler(systems);
  const usual = headers ?? { authorization: `Bearer ${SIMULATED_TOKEN}` };

  const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const url = /^https?:/.test(path) ? path : base + path;
    const isText = typeof body === 'string';
    const answer = await handler(
      new Request(simulatedConnectorAddress(url, 'pets'), {
        method,
        headers: { ...usual, ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }), ...more },
        body: body === undefined ? null : isText ? body : JSON.stringify(body),
      }),
    );
    const said = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: answer.status, headers: answer.headers, body: (isJson && said ? JSON.parse(said) : said) as any };
  };

  return {
    systems,
    call,
    pass: (ms: number) => (nowMs += ms),
    changeDocument: () => (documentId += 1),
    system: () => systems.get('pets'),
  };
}
