import { timestampedHmac } from './timestamped-hmac.ts';

export const slackSignature = timestampedHmac({
  label: 'Slack',
  signatureHeader: 'x-slack-signature',
  timeHeader: 'x-slack-request-timestamp',
});
