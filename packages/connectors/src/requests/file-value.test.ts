import { describe, expect, test } from 'vitest';
import { documentInMemory, loadOperation } from '../openapi/index.ts';
import { buildRequest } from './build-request.ts';

const PDF = 'JVBERi0xLjQKJeLjz9M=';
const decodeBytes = (base64: string) => [...Buffer.from(base64, 'base64')];

async function send(content: object, body: unknown, contentType?: string) {
  const document = documentInMemory({ openapi: '3.1.0', paths: { '/a': { post: { requestBody: { content }, responses: {} } } } });
  const operation = await loadOperation(document, 'POST /a');
  return document.withSchemas((source) =>
    buildRequest(source, operation, { body }, { baseUrl: 'https://a.example', ...(contentType ? { contentType } : {}) }),
  );
}

const upload = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        purpose: { type: 'string' },
        file: { type: 'string', format: 'binary' },
        pages: { type: 'array', items: { type: 'string', format: 'binary' } },
        image: {
          anyOf: [
            { type: 'string', format: 'binary' },
            { type: 'array', items: { type: 'string', format: 'binary' } },
          ],
        },
      },
    },
  },
};

/** The content of a request as a server reads it. */
async function readParts(body: unknown, content: object = upload) {
  const { headers, body: bytes } = await send(content, body);
  const form = await new Response(bytes, { headers }).formData();
  return Promise.all(
    [...form].map(async ([name, part]) =>
      typeof part === 'string' ? [name, part] : [name, part.name, part.type, [...new Uint8Array(await part.arrayBuffer())]],
    ),
  );
}

describe('sending files', () => {
  test.each<[string, unknown, unknown[]]>([
    ['a file value', { fileName: 'a.pdf', contentType: 'application/pdf', base64: PDF }, ['a.pdf', 'application/pdf', decodeBytes(PDF)]],
    [
      'the JSON of a file value, typed as text',
      `{"fileName": "a.pdf", "contentType": "application/pdf", "base64": "${PDF}"}`,
      ['a.pdf', 'application/pdf', decodeBytes(PDF)],
    ],
    ['Base64 text', PDF, ['file.pdf', 'application/pdf', decodeBytes(PDF)]],
    ['short Base64 text', 'aGVsbG8=', ['file', 'application/octet-stream', [...Buffer.from('hello')]]],
    ['a data URL', `data:image/png;base64,${btoa('png')}`, ['file.png', 'image/png', [...Buffer.from('png')]]],
    ['a name and a text', { fileName: 'a.csv', contentType: 'text/csv', text: 'ä,b' }, ['a.csv', 'text/csv', [...Buffer.from('ä,b')]]],
    ['any other text', 'a,b\n1,2', ['file.txt', 'text/plain;charset=utf-8', [...Buffer.from('a,b\n1,2')]]],
    ['a word', 'test', ['file.txt', 'text/plain;charset=utf-8', [...Buffer.from('test')]]],
    ['a JSON value', { lines: [1] }, ['file.json', 'application/json', [...Buffer.from('{"lines":[1]}')]]],
    [
      'the body of a webhook',
      { contentType: 'image/png', encoding: 'base64', content: btoa('png') },
      ['file.png', 'image/png', [...Buffer.from('png')]],
    ],
  ])('%s becomes a part with a file name', async (_name, file, part) => {
    const [read] = await readParts({ file });
    expect([read?.[0], read?.[1], String(read?.[2]).replace('; ', ';'), read?.[3]]).toEqual(['file', ...part]);
  });

  test('includes lists and variants of files as parts, and keeps other fields as text', async () => {
    const file = { fileName: 'a.png', contentType: 'image/png', base64: btoa('1') };
    expect(await readParts({ file, purpose: PDF, pages: [btoa('eins und zwei und drei!!'), file], image: [file] })).toEqual([
      ['file', 'a.png', 'image/png', [49]],
      ['purpose', PDF],
      ['pages', 'file', 'application/octet-stream', [...Buffer.from('eins und zwei und drei!!')]],
      ['pages', 'a.png', 'image/png', [49]],
      ['image', 'a.png', 'image/png', [49]],
    ]);
  });

  test('uses the document’s media type if the value has none', async () => {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    const content = { 'multipart/form-data': { schema, encoding: { file: { contentType: 'image/heic' } } } };
    expect((await readParts({ file: btoa('some bytes of a picture') }, content))[0]?.[2]).toBe('image/heic');
  });

  test('reports invalid Base64', async () => {
    await expect(send(upload, { file: { fileName: 'a', base64: '%%%' } })).rejects.toThrow(
      'body.file must be a file whose content is Base64.',
    );
    await expect(send(upload, { file: '' })).rejects.toThrow('body.file is required.');
  });
});

test('sends a file as Base64 in JSON, and as bytes if it’s the whole body', async () => {
  const file = { fileName: 'a.pdf', contentType: 'application/pdf', base64: PDF };
  const json = { 'application/json': { schema: { type: 'object', properties: { content: { type: 'string', format: 'byte' } } } } };
  expect((await send(json, { content: file })).body).toBe(JSON.stringify({ content: PDF }));
  const raw = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  for (const given of [file, JSON.stringify(file), PDF])
    expect([...((await send(raw, given)).body as Uint8Array)]).toEqual(decodeBytes(PDF));
  expect((await send({ '*/pdf': { schema: {} } }, file)).headers['Content-Type']).toBe('application/pdf');
});

test('refuses a media type that the operation doesn’t accept', async () => {
  await expect(send(upload, { file: PDF }, 'application/json')).rejects.toThrow(
    'body cannot be sent as application/json: the operation takes multipart/form-data.',
  );
});
