import { MASKED_SECRET } from '@portage/contracts';
import { validateFields } from '@portage/ui';
import { describe, expect, test } from 'vitest';
import { buildRequestBody, rulesFor, type TypeValues, toFormValues } from './form-values.ts';

const empty = toFormValues(null);
const validateChanges = (changes: Partial<TypeValues>) => {
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
    expect(validateChanges({ authorizationType: 'ApiKey' })).toEqual(always);
    expect(validateChanges({ authorizationType: 'OAuth' })).toEqual({ ...always, ...asked, ...tokens });
    expect(validateChanges({ authorizationType: 'OAuth1' })).toEqual({
      ...always,
      ...asked,
      ...tokens,
      requestTokenUrl: 'Please input Request Token Url',
    });
    expect(validateChanges({ authorizationType: 'OAuth1', connection: { form: 'ManualOAuth' } })).toEqual(always);
    expect(validateChanges({ authorizationType: 'OAuth', connection: { grantType: 'client_credentials' } })).toEqual({
      ...always,
      ...tokens,
    });
    expect(validateChanges({ authorizationType: 'Basic', connection: { baseUrlMember: 'instance_url' } })).toEqual({ name: always.name });
    expect(validateChanges({ clientSecret: MASKED_SECRET }).clientSecret).toBeUndefined();
  });

  test('an untouched secret is not sent, a cleared one is', () => {
    const initial = { ...empty, clientSecret: MASKED_SECRET, webhookVerificationToken: MASKED_SECRET };
    expect(buildRequestBody({ ...initial, webhookVerificationToken: '' }, initial)).toMatchObject({
      clientSecret: null,
      webhookVerificationToken: '',
    });
  });

  test('a document and a logo that were not changed here are left out', () => {
    const file = (fileStorageId: string) => ({ fileName: 'a', fileStorageId, storageType: 'R2' });
    const initial = { ...empty, openApiDocument: file('1'), logo: file('2') };
    expect(buildRequestBody(initial, initial)).not.toHaveProperty('openApiDocument');
    expect(buildRequestBody({ ...initial, openApiDocument: file('3'), logo: null }, initial)).toMatchObject({
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
    expect(buildRequestBody({ ...empty, connection }, empty).additionalData).toEqual({
      connection: { expirySigns: [{ status: 403 }], allowedHosts: ['a.example'], tokenParameters: { audience: 'x' } },
    });
  });
});
