import { MASKED_SECRET } from '@portage/contracts';
import { validateFields } from '@portage/ui';
import { describe, expect, test } from 'vitest';
import { bodyOf, rulesFor, type TypeValues, valuesOf } from './form-values.ts';

const empty = valuesOf(null);
const errorsOf = (changes: Partial<TypeValues>) => {
  const values = { ...empty, ...changes };
  return validateFields(values, rulesFor(values));
};

describe('the form of a connector type', () => {
  test('CTYPE-08, CTYPE-09: the required fields depend on how connectors are authorized', () => {
    const always = { name: 'Please input Name', baseUrl: 'Please input Base Url' };
    const asked = {
      authUrl: 'Please input Authorization Url',
      clientId: 'Please input Client Id',
      clientSecret: 'Please input Client Secret',
    };
    const tokens = { tokenUrl: 'Please input Token Url' };
    expect(errorsOf({ authorizationType: 'ApiKey' })).toEqual(always);
    expect(errorsOf({ authorizationType: 'OAuth' })).toEqual({ ...always, ...asked, ...tokens });
    expect(errorsOf({ authorizationType: 'OAuth1' })).toEqual({
      ...always,
      ...asked,
      ...tokens,
      requestTokenUrl: 'Please input Request Token Url',
    });
    expect(errorsOf({ authorizationType: 'OAuth1', connection: { form: 'ManualOAuth' } })).toEqual(always);
    expect(errorsOf({ authorizationType: 'OAuth', connection: { grantType: 'client_credentials' } })).toEqual({ ...always, ...tokens });
    expect(errorsOf({ authorizationType: 'Basic', connection: { baseUrlMember: 'instance_url' } })).toEqual({ name: always.name });
    expect(errorsOf({ clientSecret: MASKED_SECRET }).clientSecret).toBeUndefined();
  });

  test('an untouched secret is not sent, a cleared one is', () => {
    const initial = { ...empty, clientSecret: MASKED_SECRET, webhookVerificationToken: MASKED_SECRET };
    expect(bodyOf({ ...initial, webhookVerificationToken: '' }, initial)).toMatchObject({
      clientSecret: null,
      webhookVerificationToken: '',
    });
  });

  test('a document and a logo that were not changed here are left out', () => {
    const file = (fileStorageId: string) => ({ fileName: 'a', fileStorageId, storageType: 'R2' });
    const initial = { ...empty, openApiDocument: file('1'), logo: file('2') };
    expect(bodyOf(initial, initial)).not.toHaveProperty('openApiDocument');
    expect(bodyOf({ ...initial, openApiDocument: file('3'), logo: null }, initial)).toMatchObject({
      openApiDocument: file('3'),
      logo: null,
    });
  });

  test('empty rows are dropped, and settings that the form doesn’t know are kept', () => {
    const connection = {
      authParameters: [],
      expirySigns: [{}, { status: 403 }],
      allowedHosts: ['a.example', ''],
      tokenParameters: { audience: 'x' },
    };
    expect(bodyOf({ ...empty, connection }, empty).additionalData).toEqual({
      connection: { expirySigns: [{ status: 403 }], allowedHosts: ['a.example'], tokenParameters: { audience: 'x' } },
    });
  });
});
