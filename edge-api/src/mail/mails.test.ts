import { expect, test } from 'vitest';
import { api, mailsTo, makeUser } from '../../test/api.ts';
import { approvalMail } from '../approvals/approval-mail.ts';
import { mailOfLines } from './mail-of-lines.ts';

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
  const asked = approvalMail({ email: 'ada@example.test', content: content as never }, 'https://portage.test/approve#t');
  expect(asked.subject).toBe('Prize Bcc: all@example.test evil');
  expect(asked.text.split('\n').filter((line) => line.startsWith('Bcc') || line.startsWith('https://evil'))).toEqual([]);
});
