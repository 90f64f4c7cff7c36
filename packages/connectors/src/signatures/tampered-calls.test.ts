import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SignatureSchemeName, signatureSchemes, verifySignature } from './verify-signature.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const URL_CALLED = 'https://portage.example/api/webhooks/code';
const BODY = 'id=evt_1&name=Ann';
const SECRET = 'the secret of both sides';
const BASE64_SECRET = Buffer.from(SECRET).toString('base64');
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

interface Signed {
  headers: Record<string, string>;
  /** The header with the signature. */
  signature: string;
  /** The header with the timestamp, if it has a separate one. */
  time?: string;
}

interface Signer {
  secret: string;
  encoding: 'hex' | 'base64' | 'text';
  /** The scheme limits a call to a time. */
  isTimed?: true;
  /** The call carries its secret and signs no body. */
  isToken?: true;
  sign(body: string, seconds: string, secret: string): Signed;
}

const mac = (text: string, encoding: 'hex' | 'base64', secret: string | Buffer, algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const ofBody = (header: string, encoding: 'hex' | 'base64', prefix = ''): Signer => ({
  secret: SECRET,
  encoding,
  sign: (body, _seconds, secret) => ({ headers: { [header]: prefix + mac(body, encoding, secret) }, signature: header }),
});
const likeSlack = (signature: string, time: string): Signer => ({
  secret: SECRET,
  encoding: 'hex',
  isTimed: true,
  sign: (body, seconds, secret) => ({
    headers: { [time]: seconds, [signature]: `v0=${mac(`v0:${seconds}:${body}`, 'hex', secret)}` },
    signature,
    time,
  }),
});

/** How each sender signs. A new scheme doesn't compile without its signer. */
const signers: Record<SignatureSchemeName, Signer> = {
  github: ofBody('x-hub-signature-256', 'hex', 'sha256='),
  shopify: ofBody('x-shopify-hmac-sha256', 'base64'),
  quickbooks: ofBody('intuit-signature', 'base64'),
  xero: ofBody('x-xero-signature', 'base64'),
  mindbody: ofBody('x-mindbody-signature', 'base64', 'sha256='),
  airtable: {
    secret: BASE64_SECRET,
    encoding: 'hex',
    sign: (body, _seconds, secret) => ({
      headers: { 'x-airtable-content-mac': `hmac-sha256=${mac(body, 'hex', Buffer.from(secret, 'base64'))}` },
      signature: 'x-airtable-content-mac',
    }),
  },
  stripe: {
    secret: SECRET,
    encoding: 'hex',
    isTimed: true,
    sign: (body, seconds, secret) => ({
      headers: { 'stripe-signature': `t=${seconds},v1=${mac(`${seconds}.${body}`, 'hex', secret)}` },
      signature: 'stripe-signature',
    }),
  },
  slack: likeSlack('x-slack-signature', 'x-slack-request-timestamp'),
  zoom: likeSlack('x-zm-signature', 'x-zm-request-timestamp'),
  hubspot: {
    secret: SECRET,
    encoding: 'base64',
    isTimed: true,
    sign: (body, seconds, secret) => ({
      headers: {
        'x-hubspot-request-timestamp': `${seconds}000`,
        'x-hubspot-signature-v3': mac(`POST${URL_CALLED}${body}${seconds}000`, 'base64', secret),
      },
      signature: 'x-hubspot-signature-v3',
      time: 'x-hubspot-request-timestamp',
    }),
  },
  'standard-webhooks': {
    secret: `whsec_${BASE64_SECRET}`,
    encoding: 'base64',
    isTimed: true,
    sign: (body, seconds, secret) => ({
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${mac(`msg_1.${seconds}.${body}`, 'base64', Buffer.from(secret.slice('whsec_'.length), 'base64'))}`,
      },
      signature: 'webhook-signature',
      time: 'webhook-timestamp',
    }),
  },
  twilio: {
    secret: SECRET,
    encoding: 'base64',
    sign: (body, _seconds, secret) => {
      const fields = [...new URLSearchParams(body)].map(([name, value]) => name + value).join('');
      return { headers: { 'x-twilio-signature': mac(URL_CALLED + fields, 'base64', secret, 'sha1') }, signature: 'x-twilio-signature' };
    },
  },
  sendgrid: {
    secret: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    encoding: 'base64',
    isTimed: true,
    sign: (body, seconds) => ({
      headers: {
        'x-twilio-email-event-webhook-timestamp': seconds,
        'x-twilio-email-event-webhook-signature': createSign('sha256')
          .update(seconds + body)
          .sign(privateKey, 'base64'),
      },
      signature: 'x-twilio-email-event-webhook-signature',
      time: 'x-twilio-email-event-webhook-timestamp',
    }),
  },
  token: {
    secret: SECRET,
    encoding: 'text',
    isToken: true,
    sign: (_body, _seconds, secret) => ({ headers: { 'x-webhook-token': secret }, signature: 'x-webhook-token' }),
  },
};

const names = signatureSchemes.map(({ name }) => name);
const signing = names.filter((name) => !signers[name].isToken);
const timed = names.filter((name) => signers[name].isTimed);
const secondsAt = (ms: number) => String(ms / 1_000);

function signedBy(name: SignatureSchemeName, { body = BODY, at = NOW, secret = signers[name].secret } = {}): Signed {
  return signers[name].sign(body, secondsAt(at), secret);
}

async function isTaken(name: SignatureSchemeName, headers: Headers | Record<string, string>, body = BODY): Promise<boolean> {
  const call = { headers: new Headers(headers), rawBody: new TextEncoder().encode(body), nowMs: NOW, url: URL_CALLED };
  return (await verifySignature(name, { ...call, secrets: [signers[name].secret] })).ok;
}

function withSignature({ headers, signature }: Signed, change: (text: string) => string): Record<string, string> {
  return { ...headers, [signature]: change(headers[signature] ?? '') };
}

/** The encoded bytes at the end of a signature's text. */
const ENCODED = /[A-Za-z0-9+/]+=*$/;

describe('HOSTILE 30: every scheme of the registry', () => {
  test.each(names)('%s: accepts its own call', async (name) => {
    expect(await isTaken(name, signedBy(name).headers)).toBe(true);
  });

  test.each(signing)('%s: refuses a body with any byte changed, one more, one fewer, or none', async (name) => {
    const { headers } = signedBy(name);
    const changed = Array.from(BODY, (character, at) => {
      const other = String.fromCharCode(character.charCodeAt(0) ^ 1);
      return BODY.slice(0, at) + other + BODY.slice(at + 1);
    });
    for (const body of [...changed, `${BODY}x`, BODY.slice(0, -1), ''])
      expect([body, await isTaken(name, headers, body)]).toEqual([body, false]);
  });

  test.each(names)('%s: refuses a signature that is cut, longer, empty, blank or doubled in its header', async (name) => {
    const signed = signedBy(name);
    const text = signed.headers[signed.signature] ?? '';
    for (const change of [
      text.slice(0, -4),
      text.slice(0, text.length / 2),
      text.slice(1),
      `${text}AAAA`,
      '',
      ' ',
      '=',
      text.replace(ENCODED, (bytes) => bytes + bytes),
    ]) {
      expect([
        change,
        await isTaken(
          name,
          withSignature(signed, () => change),
        ),
      ]).toEqual([change, false]);
    }
  });

  test.each(signing)('%s: accepts a hexadecimal signature in either case, and base64 only unchanged', async (name) => {
    const signed = signedBy(name);
    const { encoding } = signers[name];
    const inverted = withSignature(signed, (text) => text.replace(ENCODED, (bytes) => bytes.toUpperCase()));
    expect(await isTaken(name, inverted)).toBe(encoding === 'hex');
  });

  test.each(signing)('%s: refuses the right bytes in the wrong encoding', async (name) => {
    const { encoding } = signers[name];
    const from = encoding === 'hex' ? 'hex' : 'base64';
    const to = encoding === 'hex' ? 'base64' : 'hex';
    const recoded = withSignature(signedBy(name), (text) => text.replace(ENCODED, (bytes) => Buffer.from(bytes, from).toString(to)));
    expect(await isTaken(name, recoded)).toBe(false);
  });

  test.each(names)('%s: accepts no signature of any other scheme', async (name) => {
    const own = signedBy(name);
    for (const other of names) {
      if (other === name) continue;
      const { headers, signature } = signedBy(other);
      expect([other, await isTaken(name, headers)]).toEqual([other, false]);
      const text = headers[signature] ?? '';
      // GitHub's and Mindbody's prefixes are the same, but their encodings differ.
      const isSame = text === own.headers[own.signature];
      if (!isSame)
        expect([
          other,
          await isTaken(
            name,
            withSignature(own, () => text),
          ),
        ]).toEqual([other, false]);
    }
  });

  test.each(names)('%s: refuses a call without any one of its headers, and one with another secret', async (name) => {
    const { headers } = signedBy(name);
    for (const missing of Object.keys(headers)) {
      const { [missing]: _left, ...others } = headers;
      expect([missing, await isTaken(name, others)]).toEqual([missing, false]);
    }
    expect(await isTaken(name, {})).toBe(false);
    const another = name === 'standard-webhooks' ? `whsec_${btoa('another')}` : name === 'airtable' ? btoa('another') : 'another';
    if (name !== 'sendgrid') expect(await isTaken(name, signedBy(name, { secret: another }).headers)).toBe(false);
  });

  test.each(names)('%s: ignores blanks around its headers, and refuses them inside', async (name) => {
    const signed = signedBy(name);
    const padded = Object.fromEntries(Object.entries(signed.headers).map(([header, value]) => [header, `  ${value}\t`]));
    expect(await isTaken(name, padded)).toBe(true);
    const parted = withSignature(signed, (text) => `${text.slice(0, -6)} ${text.slice(-6)}`);
    expect(await isTaken(name, parted)).toBe(false);
  });

  test.each(names)('%s: gives a forged signature no second chance in a repeated header', async (name) => {
    const signed = signedBy(name);
    const wrong = withSignature(signed, (text) => text.replace(ENCODED, (bytes) => `${bytes[0] === 'b' ? 'c' : 'b'}${bytes.slice(1)}`));
    const twice = new Headers([...Object.entries(wrong), ...Object.entries(wrong)]);
    expect(await isTaken(name, twice)).toBe(false);
    if (!signers[name].isTimed && !signers[name].isToken) {
      expect(await isTaken(name, new Headers([...Object.entries(wrong), ...Object.entries(signed.headers)]))).toBe(false);
    }
  });

  test.each(timed)('%s: refuses past, future, changed and unreadable timestamps', async (name) => {
    const minute = 60_000;
    for (const at of [NOW - 6 * minute, NOW + 6 * minute, NOW - 86_400_000, 0]) {
      expect([at, await isTaken(name, signedBy(name, { at }).headers)]).toEqual([at, false]);
    }
    for (const at of [NOW - 4 * minute, NOW + 4 * minute]) expect(await isTaken(name, signedBy(name, { at }).headers)).toBe(true);
    const old = signedBy(name, { at: NOW - 3_600_000 });
    const refreshed = Object.entries(old.headers).map(([header, value]) => [
      header,
      value.replaceAll(secondsAt(NOW - 3_600_000), secondsAt(NOW)),
    ]);
    expect(await isTaken(name, Object.fromEntries(refreshed))).toBe(false);
    for (const time of ['', 'now', '-1', '1e99', '0x10', '99999999999999999999']) {
      const { headers } = signers[name].sign(BODY, time, signers[name].secret);
      expect([time, await isTaken(name, headers)]).toEqual([time, false]);
    }
  });
});
