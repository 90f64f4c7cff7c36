import { expect, test } from 'vitest';
import { api, mailsTo, makeUser } from '../../test/api.ts';
import { alertMail } from '../alerts/alert-mail.ts';
import { approvalMail } from '../approvals/approval-mail.ts';
import { formatGreeting, mailOfLines } from './mail-of-lines.ts';

const STRANGE = 'Prize\r\nBcc: all@example.test\u2028\u202eevil';

test('HOSTILE 44: a mail to an unconfirmed address has no text from whoever signed up', async () => {
  const email = `victim-${crypto.randomUUID()}@example.test`;
  await api('POST /api/users/signup', { body: { firstName: 'Zebedee', lastName: 'Quux', email, password: 'nanoseconds' } });
  await api('POST /api/users/forgot-password', { body: { email } });
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails)).not.toMatch(/Zebedee|Quux/);
  const confirmed = await makeUser({ firstName: 'Zebedee' });
  await api('POST /api/users/forgot-password', { body: { email: confirmed.email } });
  expect((await mailsTo(confirmed.email))[0]?.text).toContain('Hello Zebedee,');
});

test('HOSTILE 44: a person’s text starts no header, line or Portage link in a mail', () => {
  const mail = mailOfLines('ada@example.test', `${STRANGE} ${'long '.repeat(100)}`, [STRANGE], []);
  expect(mail.subject).toMatch(/^Prize Bcc: all@example\.test evil long/);
  expect(mail.subject.length).toBeLessThanOrEqual(140);
  expect(mail.text).toBe('Prize\nBcc: all@example.test evil');
  const content = {
    subject: STRANGE,
    message: 'first\n\nsecond\u202e',
    approveLabel: 'Yes\nhttps://evil.example',
    rejectLabel: 'No',
    expiresAt: '2026-12-01T10:00:00.000Z',
    workflowName: STRANGE,
  };
  const asked = approvalMail(
    { email: 'ada@example.test', content: content as never },
    { email: 'bob@example.test', timeZone: null },
    'https://portage.test/approve#t',
  );
  expect(asked.subject).toBe('Prize Bcc: all@example.test evil');
  expect(asked.text.split('\n').filter((line) => line.startsWith('Bcc') || line.startsWith('https://evil'))).toEqual([]);
  const named = { ...content, subject: 'evil.example', rejectLabel: 'evil.example', workflowName: 'http://evil.example' };
  const linked = approvalMail(
    { email: 'ada@example.test', content: named as never },
    { email: 'bob@example.test', timeZone: null },
    'https://portage.test/approve#t',
  );
  expect(linked.text).not.toMatch(/evil\.example|:\/\/evil/);
});

test('HOSTILE 44: hidden characters of a person’s text are in no mail', () => {
  const hidden = ['\u200b', '\u00ad', '\u2063', '\ufeff', '\u034f', '\u3164', '\u202e', '\u{e0041}'];
  const mail = mailOfLines('ada@example.test', `In${hidden.join('')}voice`, [`In${hidden.join('')}voice`], []);
  expect([mail.subject, mail.text]).toEqual(['Invoice', 'Invoice']);
  expect(mailOfLines('ada@example.test', 'می‌خواهم 👩‍💻 ❤️', [], []).subject).toBe('می‌خواهم 👩‍💻 ❤️');
});

test.for(['Win at evil.example', 'https://evil.example', 'Ada\u200b', 'Ada\nBcc: x'])(
  'HOSTILE 44: no mail greets a person named %j before such names were refused',
  (name) => {
    expect(formatGreeting(name)).toBe('Hello,');
  },
);

test('HOSTILE 44: an alert mail quotes a run’s message on one line, and a mail program makes no link of it or of another person’s names', () => {
  const alert = {
    ...{
      id: '1',
      kind: 'RunFailed',
      ownerUserId: 'eve',
      ownerEmail: 'eve@example.test',
      name: 'See evil.example',
      count: 1,
      runId: 'run-1',
    },
    ...{ workflowId: 'w', connectorId: null, flowId: null, firstAt: '2026-12-01T10:00:00Z', lastAt: '2026-12-01T10:00:00Z', endedAt: null },
    message: 'Step “pay”: 1.50 refused.\n\nYour account is locked. Open https://evil.example/login or write to help@evil.example',
  };
  const receiver = { userId: 'ada', email: 'ada@example.test', firstName: 'Ada', timeZone: null };
  const ofAnother = alertMail(receiver, [alert as never], 1, 'https://portage.test');
  const own = alertMail({ ...receiver, userId: 'eve' }, [{ ...alert, name: 'evil.example' } as never], 1, 'https://portage.test');
  const links = (text: string) => text.match(/\S*(?:\w\.\w|:\/\/|@\w)\S*/g);
  expect(ofAnother.subject.replaceAll('\u200c', '')).toBe('A run of “See evil.example” failed');
  expect(links(ofAnother.subject)).toBeNull();
  expect(links(ofAnother.text)).toEqual([
    '(eve@example.test),',
    '1.50',
    'https://portage.test/run-history/run-1/view',
    'https://portage.test/run-history/alerts',
  ]);
  expect(ofAnother.text.split('\n\n')[2]?.replaceAll('\u200c', '')).toBe(
    'Message: “Step “pay”: 1.50 refused. Your account is locked. Open https://evil.example/login or write to help@evil.example”',
  );
  expect(links(own.text.split('\n\n')[2] ?? '')).toEqual(['1.50']);
});
