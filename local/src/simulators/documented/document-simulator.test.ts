import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SIMULATED_SECRET, SIMULATED_TOKEN } from '../client-apps.ts';
import { simulatorsPages } from '../pages/simulators-handler.ts';
import { openFromDocument } from '../testing/documented-system.ts';
import { PETS } from './testing/pets-document.ts';

const BASE = 'https://eu.pets.example/v2';
const headers = { 'x-pets-key': SIMULATED_SECRET };
const pets = (options = {}) => openFromDocument(() => PETS, BASE, { headers, ...options });
const dog = { name: 'Rex', kind: { barks: true }, price: 12.5 };

describe('a system that is simulated from its document', () => {
  test('remembers records: a created record is read, listed, changed and removed', async () => {
    const { call, pass } = pets();
    const before = (await call('GET', '/pets?limit=5')).body;
    const made = await call('POST', '/pets', { pet: { ...dog, secret: 'unseen' } });
    expect(made.status).toBe(201);
    expect(made.body.pet).toMatchObject({ name: 'Rex', kind: { barks: true }, price: 12.5, status: 'available' });
    expect(made.body.pet.tag).toMatch(/^[A-Z]{2}-\d{4}$/);
    expect(JSON.stringify(made.body)).not.toContain('unseen');
    const { id, updated_at } = made.body.pet;
    expect((await call('GET', `/pets/${id}`)).body).toEqual(made.body);
    const listed = (await call('GET', '/pets?limit=5')).body;
    expect(listed.total).toBe(before.total + 1);
    expect(listed.pets.at(-1)).toEqual(made.body.pet);
    pass(5_000);
    const changed = await call('PATCH', `/pets/${id}`, { pet: { status: 'sold' } });
    expect(changed.body.pet).toMatchObject({ id, name: 'Rex', status: 'sold' });
    expect(changed.body.pet.updated_at > updated_at).toBe(true);
    expect((await call('GET', '/pets?status=sold')).body.pets).toEqual([changed.body.pet]);
    expect((await call('GET', `/pets?updated_since=${changed.body.pet.updated_at}`)).body.pets).toEqual([changed.body.pet]);
    expect((await call('POST', `/pets/${id}/adopt`)).body.pet).toEqual(changed.body.pet);
    expect((await call('DELETE', `/pets/${id}`)).status).toBe(204);
    expect(await call('GET', `/pets/${id}`)).toMatchObject({ status: 404, body: { code: 404, detail: `There is no pet "${id}".` } });
    expect((await call('GET', `/pets/${id}/notes`)).status).toBe(404);
    expect((await call('DELETE', `/pets/${id}`)).status).toBe(404);
  });

  test('lists a record as the list describes it when a response wraps it under its kind’s name', async () => {
    const product = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
    const answer = (result: object) => ({
      responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'object', properties: { result } } } } } },
    });
    const variants = { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const document = {
      openapi: '3.0.3',
      info: { title: 'Prints', version: '1' },
      paths: {
        '/sync/products': { get: answer({ type: 'array', items: product }) },
        '/sync/products/{id}': {
          get: {
            parameters: [id],
            ...answer({ type: 'object', properties: { sync_product: product, sync_variants: variants } }),
          },
        },
      },
    };
    const { call } = openFromDocument(() => JSON.stringify(document), 'https://prints.example');
    const [first] = (await call('GET', '/sync/products')).body.result;
    expect(first).toEqual({ id: expect.any(Number), name: expect.any(String) });
    const { result } = (await call('GET', `/sync/products/${first.id}`)).body;
    expect(result).toMatchObject({ sync_product: first, sync_variants: [{ sku: expect.any(String) }] });
  });

  test('pages as the document describes, over all records', async () => {
    const { call } = pets();
    const { id } = (await call('POST', '/pets', { pet: dog })).body.pet;
    const seen: number[] = [];
    for (let page = 1; ; page += 1) {
      const { pets: some } = (await call('GET', `/pets?page=${page}`)).body;
      if (some.length === 0) break;
      expect(some.length).toBeLessThanOrEqual(2);
      seen.push(...some.map((pet: { id: number }) => pet.id));
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen).toContain(id);
    const notes: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      await call('POST', `/pets/${id}/notes`, `text=${text}&stars=5`, { 'content-type': 'application/x-www-form-urlencoded' });
    }
    let cursor: string | undefined;
    do {
      const { body } = await call('GET', `/pets/${id}/notes${cursor ? `?cursor=${cursor}` : ''}`);
      notes.push(...body.data.map((note: { text: string }) => note.text));
      expect(body.has_more).toBe(body.next_cursor !== undefined);
      cursor = body.next_cursor;
    } while (cursor);
    expect(notes.slice(-3)).toEqual(['one', 'two', 'three']);
    expect((await call('GET', `/pets/${id}/notes?cursor=nonsense`)).status).toBe(400);
    // Another pet's notes are different.
    expect(JSON.stringify((await call('GET', '/pets/77/notes')).body)).not.toContain('three');
  });

  test('refuses what the document doesn’t allow, with a message in the document’s shape', async () => {
    const { call } = pets();
    const refusal = async (method: string, path: string, body?: unknown, more = {}) => {
      const { status, body: said } = await call(method, path, body, more);
      return [status, said.detail ?? said.error];
    };
    expect(await refusal('POST', '/pets', { pet: { kind: { barks: true } } })).toEqual([422, 'pet.name is required.']);
    expect(await refusal('POST', '/pets', { pet: { ...dog, kind: { lives: 12 } } })).toEqual([422, 'pet.kind.lives must be at most 9.']);
    expect(await refusal('POST', '/pets', { pet: { ...dog, price: 0 } })).toEqual([422, 'pet.price must be more than 0.']);
    expect(await refusal('POST', '/pets', { pet: { ...dog, status: 'lost' } })).toEqual([
      422,
      'pet.status must be one of available, sold.',
    ]);
    expect(await refusal('POST', '/pets', '{"pet":')).toEqual([415, 'body must be application/json, not text/plain.']);
    expect(await refusal('POST', '/pets', '{"pet":', { 'content-type': 'application/json' })).toEqual([422, 'body is not JSON.']);
    expect(await refusal('POST', '/pets')).toEqual([422, 'body is required.']);
    expect(await refusal('GET', '/pets?limit=9')).toEqual([400, 'query.limit must be at most 5.']);
    expect(await refusal('GET', '/pets/rex')).toEqual([400, 'path.petId must be a whole number, not a text.']);
    expect(await refusal('GET', '/search')).toEqual([400, 'query.q is required.']);
    expect(await refusal('PUT', '/pets')).toEqual([405, 'The document of Pets has GET, POST for /v2/pets, not PUT.']);
    expect(await refusal('GET', '/cats')).toEqual([404, 'The document of Pets has no GET /v2/cats.']);
    // The version is a server variable; without it, no address has these paths.
    expect((await call('GET', 'https://eu.pets.example/v1/pets')).status).toBe(200);
    expect((await call('GET', 'https://eu.pets.example/pets')).status).toBe(404);
  });

  test('requires the authorization that the document names', async () => {
    const { call } = pets({ headers: {} });
    expect(await call('GET', '/pets')).toMatchObject({ status: 401, body: { error: 'The header "X-Pets-Key" is missing.' } });
    const wrong = await call('GET', '/pets', undefined, { 'x-pets-key': 'guess' });
    expect(wrong.body.error).toBe('The header "X-Pets-Key" has a key that is not known.');
    expect((await call('GET', '/pets', undefined, { 'x-pets-key': SIMULATED_TOKEN })).status).toBe(200);
    // An operation may require no credentials.
    const free = await call('GET', '/search?q=rex');
    expect([free.status, free.body, free.headers.get('content-type')]).toEqual([200, 'nothing', 'text/plain']);
  });

  test('prefers a path without a parameter; changes a singleton in place', async () => {
    const { call } = pets();
    expect((await call('GET', '/pets/mine')).body).toEqual({ nickname: 'Rex' });
    await call('PUT', '/pets/mine', { nickname: 'Bello' });
    expect((await call('GET', '/pets/mine')).body).toEqual({ nickname: 'Bello' });
  });

  test('issues tokens for a simulated connector’s client, and for no other', async () => {
    const settings = { tokenUrl: 'https://login.pets.example/oauth/token', authorizationType: 'OAuth' as const };
    const { call } = pets({ settings });
    const ask = (id: string) =>
      call('POST', settings.tokenUrl, `grant_type=client_credentials&client_id=${id}`, {
        'content-type': 'application/x-www-form-urlencoded',
      });
    expect((await ask('simulated-app')).body).toMatchObject({ access_token: SIMULATED_TOKEN, expires_in: 3_600 });
    expect((await ask('other')).status).toBe(401);
  });

  test('follows changes to the document and keeps its records', async () => {
    let text = PETS;
    const { call, changeDocument } = openFromDocument(() => text, BASE, { headers });
    const { id } = (await call('POST', '/pets', { pet: dog })).body.pet;
    text = PETS.replaceAll('maxLength: 30', 'maxLength: 3');
    changeDocument();
    expect((await call('POST', '/pets', { pet: { ...dog, name: 'Bello' } })).body.detail).toBe('pet.name must have at most 3 characters.');
    expect((await call('GET', `/pets/${id}`)).body.pet.name).toBe('Rex');
  });
});

describe('the simulators’ pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'document-simulator-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('show a system’s records, calls and faults, and records survive a restart', async () => {
    const first = pets({ folder });
    const { id } = (await first.call('POST', '/pets', { pet: dog })).body.pet;
    const gone = (await first.call('GET', '/pets?limit=5')).body.pets[0].id;
    await first.call('DELETE', `/pets/${gone}`);

    const { call, systems } = pets({ folder });
    await systems.openKept();
    const page = simulatorsPages(systems, { recent: () => [] });
    const local = async (method: string, path: string, body?: object) => {
      const url = `http://localhost/local/simulators${path}`;
      const json = { accept: 'application/json' };
      const answer = await page(
        new Request(url, { method, headers: json, body: body ? JSON.stringify(body) : null }) as never,
        new URL(url),
      );
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
      return (await answer?.json()) as any;
    };
    const overview = await local('GET', '');
    expect(overview.systems.find(({ name }: { name: string }) => name === 'pets')).toEqual({
      name: 'pets',
      host: 'eu.pets.example',
      entities: [{ name: 'pets', count: 3 }],
    });
    expect((await local('GET', '/pets/pets?search=Rex')).records).toMatchObject([{ id: String(id), name: 'Rex' }]);
    expect((await call('GET', `/pets/${id}`)).body.pet.name).toBe('Rex');
    expect((await call('GET', `/pets/${gone}`)).status).toBe(404);
    await local('PATCH', `/pets/pets/${id}`, { name: 'Bello' });
    expect((await call('GET', `/pets/${id}`)).body.pet.name).toBe('Bello');
    expect((await local('POST', '/pets/pets/fill', { count: 10 })).totalCount).toBe(13);
    await local('POST', '/pets/faults', { kind: 'status-500', count: 1 });
    expect((await call('POST', '/pets', { pet: dog })).status).toBe(500);
    expect((await call('POST', '/pets', { pet: dog })).status).toBe(201);
    const { calls, writeCount } = await local('GET', '/pets/calls');
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/v2/pets', status: 201, isWrite: true });
    expect(writeCount).toBe(4);
  });
});
