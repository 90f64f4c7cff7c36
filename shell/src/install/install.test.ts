import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { expect, test } from 'vitest';
import { install } from './install.ts';
import type { InstallInfo } from './stored-install.ts';

const ZOOM: InstallInfo = { app: 'zoom', storeHost: null, code: 'c', state: null, isGiftCard: false, query: '' };

/** An API with these connectors, which records its calls. */
function apiWith(known: { id: string; description: string | null; connectedAt: string | null }[]) {
  const calls: string[] = [];
  const api = async (call: string, input: { params?: { id: string } }) => {
    calls.push(call);
    if (call === 'GET /api/connectors') return { connectors: known, totalCount: known.length };
    const id = input.params?.id ?? 'new';
    return { connector: { id }, redirectUrl: `https://zoom.us/?state=${id}` };
  };
  return { api: api as unknown as Client<Calls>, calls };
}

const installed = 'Installed from the Zoom App Marketplace';

test('a first installation of Zoom creates a connector (AUTH-44)', async () => {
  const { api } = apiWith([]);
  expect(await install(api, ZOOM)).toEqual({ kind: 'leave', url: 'https://zoom.us/?state=new' });
});

test('an interrupted installation of Zoom continues with its connector', async () => {
  const { api, calls } = apiWith([{ id: 'begun', description: installed, connectedAt: null }]);
  expect(await install(api, ZOOM)).toEqual({ kind: 'leave', url: 'https://zoom.us/?state=begun' });
  expect(calls).not.toContain('POST /api/connectors');
});

test.each([
  ['one that is connected', { description: installed, connectedAt: '2026-11-26T10:00:00Z' }],
  ['one that a person added', { description: null, connectedAt: null }],
])('an installation of Zoom doesn’t touch %s', async (_case, known) => {
  const { api } = apiWith([{ id: 'other', ...known }]);
  expect(await install(api, ZOOM)).toEqual({ kind: 'leave', url: 'https://zoom.us/?state=new' });
});
