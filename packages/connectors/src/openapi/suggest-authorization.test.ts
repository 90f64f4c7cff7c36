import { describe, expect, it } from 'vitest';
import { extractDocument } from './extract-document.ts';
import { suggestAuthorization } from './suggest-authorization.ts';

function suggestionFor(securitySchemes: object, security?: object[]) {
  return suggestAuthorization(
    extractDocument({ openapi: '3.0.0', paths: {}, components: { securitySchemes }, ...(security ? { security } : {}) }).summary,
  );
}

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });

describe('what a document says of its authorisation', () => {
  it('several keys that are wanted together come together (Plaid)', () => {
    expect(suggestionFor({ id: key('PLAID-CLIENT-ID'), secret: key('PLAID-SECRET') }, [{ id: [], secret: [] }])).toEqual({
      authorizationType: 'ApiKey',
      keys: [
        { in: 'header', name: 'PLAID-CLIENT-ID', prefix: '' },
        { in: 'header', name: 'PLAID-SECRET', prefix: '' },
      ],
    });
  });

  it('OAuth goes before keys, Basic and bearer are what they are, and nothing is nothing', () => {
    const oauth = {
      type: 'oauth2',
      flows: { authorizationCode: { authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { read: '' } } },
    };
    expect(suggestionFor({ key: key('k'), oauth })).toEqual({
      authorizationType: 'OAuth',
      flow: 'authorizationCode',
      authUrl: 'https://a',
      tokenUrl: 'https://t',
      scopes: ['read'],
    });
    expect(suggestionFor({ basic: { type: 'http', scheme: 'basic' } })).toEqual({ authorizationType: 'Basic' });
    expect(suggestionFor({ b: { type: 'http', scheme: 'Bearer' } })).toEqual({
      authorizationType: 'ApiKey',
      keys: [{ in: 'header', name: 'Authorization', prefix: 'Bearer ' }],
    });
    expect(suggestionFor({ m: { type: 'mutualTLS' } }, [{ gone: [] }])).toBeNull();
    expect(suggestionFor({})).toBeNull();
  });
});
