import { textMember } from '../json/json.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { timestampedHmac } from './timestamped-hmac.ts';

export const slackSignature: SignatureScheme = {
  ...timestampedHmac({ label: 'Slack', signatureHeader: 'x-slack-signature', timeHeader: 'x-slack-request-timestamp' }),
  challenge(body) {
    const challenge = textMember(body, 'challenge');
    if (textMember(body, 'type') !== 'url_verification' || challenge === undefined) return null;
    return { contentType: 'application/json', text: JSON.stringify({ challenge }) };
  },
};
