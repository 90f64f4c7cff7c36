import { systemTypeBundle } from '@portage/connectors/system';
import { expect, test, vi } from 'vitest';
import { getConnectionObject, makeConnection } from '../../test/connection-harness.ts';
import { OWNER, randomText, testEnv } from '../../test/harness.ts';
import { finish, operation } from '../../test/operation-harness.ts';
import { shippedDocument } from '../../test/shipped-document.ts';

const PRIVATE_KEY = 'private-key-'.repeat(20);

interface DigestCall {
  path: string;
  transactionId: string;
  status: number;
  body: string;
}

/** A connector of the built-in Sunwave type, with its own space at the system. */
async function makeSunwave({ password = PRIVATE_KEY, userEmail = 'john.doe@acmehealth.example' } = {}) {
  const key = randomText();
  const settings = systemTypeBundle.types.find(({ name }) => name === 'sunwave')?.settings;
  const connectorId = await makeConnection({
    typeName: 'Sunwave',
    document: await shippedDocument('sunwave'),
    type: {
      authorizationType: 'SignedRequest',
      baseUrl: `${testEnv.DIGEST_SYSTEM}/k/${key}`,
      additionalData: (settings?.additionalData ?? {}) as object,
    },
    connector: { username: '236', customOptions: { clientId: 'client-of-the-realm', userEmail } },
    secrets: { password },
  });
  const calls = async (): Promise<DigestCall[]> => (await fetch(`${testEnv.DIGEST_SYSTEM}/calls/${key}`)).json();
  return { connectorId, calls };
}

const check = (connectorId: string) => getConnectionObject(connectorId).testConnection({ ownerUserId: OWNER, connectorId });

test('Sunwave accepts calls with a body, without one, and from the connection check', async () => {
  const { connectorId, calls } = await makeSunwave();
  const chart = operation(connectorId, 'POST /api/addforminpatientchart', {
    'body.form_id': '22',
    'body.patient_first_name': 'Zoë',
    'body.pdf_payload': 'JVBERi0xLjc=',
  });
  const users = { ...operation(connectorId, 'GET /api/users'), stepId: 'users' };
  const { run, data, runId, shard } = await finish([chart as never, users as never]);
  expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null });
  expect((await data('call'))?.response).toMatchObject({ body: { form_id: '22', patient_first_name: 'Zoë' } });
  expect((await data('users'))?.response).toMatchObject({ body: [{ first_name: 'Erlich' }] });
  expect(await check(connectorId)).toEqual({ isSuccess: true, message: 'The connection to Sunwave works.' });
  const made = await calls();
  expect(made.map(({ path }) => path)).toEqual(['/api/addforminpatientchart', '/api/users', '/api/users']);
  expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(3);
  expect(JSON.stringify([await shard.getRun(runId), await data('call'), await data('users')])).not.toContain(PRIVATE_KEY);
});

test('a repeated call has a new transaction id, because the system accepts none twice', async () => {
  const { connectorId, calls } = await makeSunwave();
  const { run } = await finish([operation(connectorId, 'GET /api/forms', {}, { useRetry: true }) as never]);
  expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null });
  const made = await calls();
  expect(made.map(({ status }) => status)).toEqual([429, 429, 200]);
  expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(3);
});

test('a wrong key and an unknown user count as refusals although their status is 200', async () => {
  for (const [wrong, words] of [
    [{ password: 'another key' }, 'Invalid digest.'],
    [{ userEmail: 'jane@acmehealth.example' }, 'Unknown user.'],
  ] as const) {
    const { connectorId } = await makeSunwave(wrong);
    const { run } = await finish([operation(connectorId, 'GET /api/users') as never]);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(`Sunwave responded: ${words}`) });
    expect(await check(connectorId)).toEqual({
      isSuccess: false,
      message:
        'Sunwave responded with an error instead of data (200). Check the ids and the secret that the connector signs with; its connector type says what is signed.',
    });
  }
});

test('a call carries its signing time: one signed an hour ago is refused', async () => {
  const { connectorId, calls } = await makeSunwave();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  try {
    expect((await check(connectorId)).isSuccess).toBe(false);
  } finally {
    clock.mockRestore();
  }
  expect((await check(connectorId)).isSuccess).toBe(true);
  expect(await calls()).toHaveLength(2);
});
