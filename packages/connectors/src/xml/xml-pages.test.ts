import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadOperation } from '../extracted/connector-document.ts';
import { documentInMemory } from '../openapi/document-source.ts';
import { PageError, readPage } from '../paging/index.ts';
import { readXmlResponse } from './read-xml-answer.ts';

const person = { type: 'object', xml: { name: 'person' }, properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const people = { type: 'array', items: person };
const object = (name: string, properties: object) => ({ type: 'object', xml: { name }, properties });

/** Each way to write a list in XML: its schema, its path, and a page with these entries. */
const ways: Readonly<Record<string, { schema: object; itemsPath: string; page: (entries: string) => string }>> = {
  'entries beside other members': {
    schema: object('people', { total: { type: 'integer' }, person: people }),
    itemsPath: 'person',
    page: (entries) => `<people><total>0</total>${entries}</people>`,
  },
  'entries alone': {
    schema: object('people', { person: people }),
    itemsPath: 'person',
    page: (entries) => `<p:people xmlns:p="urn:p">${entries}</p:people>`,
  },
  'a list around its entries': {
    schema: object('reply', { people: { ...people, xml: { wrapped: true } } }),
    itemsPath: 'people',
    page: (entries) => `<reply><people>${entries}</people></reply>`,
  },
  'the response itself': {
    schema: { ...people, xml: { name: 'people', wrapped: true } },
    itemsPath: '',
    page: (entries) => `<people>${entries}</people>`,
  },
  'entries within another element': {
    schema: object('reply', { data: { type: 'object', properties: { person: people } } }),
    itemsPath: 'data.person',
    page: (entries) => `<reply><data>${entries}</data></reply>`,
  },
};

async function read({ schema, itemsPath }: { schema: object; itemsPath: string }, xml: string) {
  const content = { 'application/xml': { schema } };
  const document = documentInMemory({ openapi: '3.0.3', paths: { '/p': { get: { responses: { 200: { description: '', content } } } } } });
  const operation = await loadOperation(document, 'GET /p');
  const body = await readXmlResponse(document, operation, 'application/xml', xml);
  return (await readPage(document, operation, { status: 200, body }, { itemsPath, isRecords: true })).items;
}

/** What systems send instead of a page. */
const odd: Readonly<Record<string, string>> = {
  'an error': '<error><message>busy</message></error>',
  'an error that is a text': '<error>busy</error>',
  'an error without content': '<Error/>',
  'an error in the usual element': '<reply><error>busy</error></reply>',
  'an error in the list’s element': '<people><error>busy</error></people>',
  'an error beside a total': '<people><total>3</total><error>busy</error></people>',
  'errors in a list': '<people><errors><error>a</error><error>b</error></errors></people>',
  'a fault of SOAP': '<s:Envelope xmlns:s="urn:s"><s:Body><s:Fault><faultstring>busy</faultstring></s:Fault></s:Body></s:Envelope>',
  'a web page': '<html><body>Sign in</body></html>',
  'a web page without content': '<html/>',
  'a text': '<people>busy</people>',
  'a text in the list’s element': '<reply><people>busy</people></reply>',
  'a text further in': '<reply><data>busy</data></reply>',
  'a text as an entry': '<people><person>busy</person></people>',
  'another element': '<reply><status>late</status></reply>',
  'another element without content': '<reply/>',
  'XML that breaks off': '<people><person><id>1</id></person><person><id>2',
  'no XML': 'busy',
  nothing: '',
};

describe.each(Object.entries(ways))('HOSTILE 47: a page in XML: %s', (_name, way) => {
  test('has its entries, one or none', async () => {
    const entry = '<person><id>1</id></person>';
    expect(await read(way, way.page(entry + entry))).toEqual([{ id: 1 }, { id: 1 }]);
    expect(await read(way, way.page(entry))).toEqual([{ id: 1 }]);
    expect(await read(way, way.page(''))).toEqual([]);
    expect(await read(way, way.page(' \n '))).toEqual([]);
  });

  test.each(Object.entries(odd))('isn’t %s', async (_case, xml) => {
    await expect(read(way, xml)).rejects.toThrow(PageError);
  });

  test('is never an empty list for other XML', async () => {
    const name = fc.constantFrom('error', 'fault', 'message', 'status', 'result', 'Errors', 'item', 'html');
    const { xml } = fc.letrec<{ xml: string }>((tie) => ({
      xml: fc.oneof(
        { depthSize: 'small' },
        name.map((tag) => `<${tag}>busy</${tag}>`),
        fc.tuple(name, fc.array(tie('xml'), { minLength: 1, maxLength: 3 })).map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(xml, fc.constantFrom('', 'people', 'reply', 'Response'), async (inner, root) => {
        await expect(read(way, root === '' ? inner : `<${root}>${inner}</${root}>`)).rejects.toThrow(PageError);
      }),
      { numRuns: 60 },
    );
  });
});

test('a list of values isn’t an error either', async () => {
  const tags = {
    schema: object('tags', { tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string' } } }),
    itemsPath: 'tags',
  };
  await expect(read(tags, '<tags><tags><error>busy</error></tags></tags>')).rejects.toThrow(/“tags” is an object|not a record/);
  expect(await read(tags, '<tags><tags/></tags>')).toEqual([]);
});
