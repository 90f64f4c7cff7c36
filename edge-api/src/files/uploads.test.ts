import { expect, test } from 'vitest';
import { api, signedInPerson } from '../../test/api.ts';

const upload = async (query: string, rawBody: string) => {
  const { token } = await signedInPerson();
  return { token, answer: await api(`POST /api/files/upload-text${query}`, { token, rawBody }) };
};

test('API-105: a text becomes a file named after the last part of its name', async () => {
  const { token, answer } = await upload('?fileName=..%2F..%2Fa%20b.yaml', 'openapi: 3.1.0');
  expect(answer.body).toEqual({ fileName: 'a b.yaml', fileStorageId: expect.any(String), storageType: 'R2' });
  const again = await api(`POST /api/files/upload-text?fileName=a%20b.yaml`, { token, rawBody: 'other' });
  expect(again.body.fileStorageId).not.toBe(answer.body.fileStorageId);
});

test('API-105: truncating a long name never splits a character', async () => {
  const { answer } = await upload(`?fileName=${encodeURIComponent(`${'a'.repeat(199)}😀.yaml`)}`, 'openapi: 3.1.0');
  expect(answer.body.fileName).toBe('a'.repeat(199));
});

test.each([
  ['', 'text', /name/],
  ['?fileName=', 'text', /name/],
  ['?fileName=..%2F', 'text', /name/],
  ['?fileName=%0D%0A', 'text', /name/],
  ['?fileName=..', 'text', /name/],
  ['?fileName=a%2F.', 'text', /name/],
  ['?fileName=a.yaml', '', /a\.yaml file upload failed\. The file is empty\./],
])('API-105: %j with %j is refused in words', async (query, body, message) => {
  expect((await upload(query, body)).answer).toMatchObject({ status: 400, message: expect.stringMatching(message) });
});

test('API-105: more than 25 MB is refused', async () => {
  expect((await upload('?fileName=large.json', 'x'.repeat(25_000_001))).answer).toMatchObject({ status: 413 });
});

test.each([
  [[], 'Please upload one file at a time.'],
  [['a.yaml', 'b.yaml'], 'Please upload one file at a time.'],
  [[{ fileName: 'other.yaml' }, 'a.yaml'], 'An upload must have one file and no other fields.'],
])('API-106: a form with %j is refused', async (parts, message) => {
  const form = new FormData();
  for (const part of parts) {
    if (typeof part === 'string') form.append('file', new File(['text'], part));
    else for (const [name, value] of Object.entries(part)) form.append(name, value);
  }
  const { token } = await signedInPerson();
  expect(await api('POST /api/files/upload', { token, rawBody: form })).toMatchObject({ status: 400, message });
});
