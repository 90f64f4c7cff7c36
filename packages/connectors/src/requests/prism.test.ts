import { afterAll, describe, expect, test } from 'vitest';
import { readRefusal } from '../../testing/prism-refusal.ts';
import { type RealDocument, realDocuments } from '../../testing/real-documents.ts';
import { sampleValues } from '../../testing/sample-values.ts';
import { hasPrism, startPrism } from '../../testing/start-prism.ts';
import { withQueryParameter } from '../authorization/put-on-request.ts';
import { authorizeRequest, type Credentials } from '../authorization/registry.ts';
import { importDocument } from '../document/import-document.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import { openDocument } from '../stored/open-document.ts';
import { buildRequest } from './build-request.ts';

const documents = hasPrism() ? realDocuments().filter(({ name }) => name !== 'xero-webhooks.yaml') : [];
/** Of one document, evenly spread. */
const MOST_OPERATIONS = 240;

const bearer: Credentials = { kind: 'ApiKey', token: 'token' };
const credentials: Record<string, Credentials> = {
  'twilio-api_v2010.json': { kind: 'Basic', username: 'AC1', password: 'token' },
};

/** Requests that Prism refuses although they are right, and why. */
const refusedByPrism: Record<string, Record<string, string>> = {
  'twilio-api_v2010.json': {
    ...Object.fromEntries(
      ['Calls.json', 'Calls/{CallSid}/Recordings.json', 'Conferences/{ConferenceSid}/Participants.json'].map((path) => [
        `POST /2010-04-01/Accounts/{AccountSid}/${path}`,
        'Prism reads only the last of the fields that a list repeats in a form without an encoding of its own.',
      ]),
    ),
  },
  'xero-accounting.yaml': {
    'GET /Contacts/{ContactNumber}': 'Two paths differ by the names of their parameters alone; Prism takes the other one.',
    'GET /Journals/{JournalID}': 'Two paths differ by the names of their parameters alone; Prism takes the other one.',
  },
  'zoom-v2-swagger2.json': {
    'GET /report/telephone': 'A text of the query is limited to numbers, which no text is.',
    'GET /users/{userId}': 'A text of the query is limited to numbers, which no text is.',
    'GET /users/{userId}/settings': 'A text of the query is limited to numbers, which no text is.',
    'POST /webhooks': 'A list is itself limited to values that are no lists.',
    'PATCH /webhooks/{webhookId}': 'A list is itself limited to values that are no lists.',
  },
};

describe.skipIf(documents.length === 0)('requests of real documents, as validated by Prism', () => {
  let accepted = 0;
  let asked = 0;

  test.each(documents)('$name: are valid by the document', { timeout: 480_000 }, async ({ name, path, read }: RealDocument) => {
    const imported = importDocument(read());
    if (!imported.ok) throw new Error('broken');
    const { stored, summary } = imported;
    const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
    const step = Math.max(1, Math.ceil(summary.operations.length / MOST_OPERATIONS));
    const chosen = summary.operations.filter((_, index) => index % step === 0);
    const prism = await startPrism(path);
    const refused: Record<string, string> = {};
    try {
      for (const { id } of chosen) {
        const operation = await loadOperation(document, id);
        const built = await document.withSchemas((source) =>
          buildRequest(source, operation, sampleValues(source, operation), { baseUrl: prism.baseUrl }),
        );
        const ports = { nowMs: 0, randomBytes: (length: number) => new Uint8Array(length), subtle: crypto.subtle };
        const keyed = name === 'zoom-v2-swagger2.json' ? withQueryParameter(built, 'access_token', 'token') : null;
        const { url, method, headers, body } = keyed ?? (await authorizeRequest(built, credentials[name] ?? bearer, ports));
        const refusal = await readRefusal(await fetch(url, { method, headers, body }));
        if (refusal !== null) refused[id] = refusal;
      }
    } finally {
      prism.stop();
    }
    asked += chosen.length;
    accepted += chosen.length - Object.keys(refused).length;
    const unexpected = Object.entries(refused).filter(([id]) => !Object.hasOwn(refusedByPrism[name] ?? {}, id));
    expect(unexpected).toEqual([]);
  });

  test('at least 200 are accepted', () => {
    expect(accepted).toBeGreaterThanOrEqual(Math.min(200, asked));
  });

  afterAll(() => console.log(`Prism accepted ${accepted} of ${asked} requests.`));
});
