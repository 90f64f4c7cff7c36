import { createHmac } from 'node:crypto';
import { clientApps, findAppProblem } from '../client-apps.ts';
import type { authorizationCodes } from '../sign-in/authorization-codes.ts';
import type { SignIn } from '../simulated-system.ts';

/** Asks a person whether an app may use the shop. The redirect back is signed with the app's secret, as Shopify signs it. */
export function shopSignIn(domain: string, codes: ReturnType<typeof authorizationCodes>, now: () => number): SignIn {
  return {
    problemOf(question, host) {
      if (host !== domain) return `There is no store ${host} here. The simulated store is ${domain.split('.')[0]}.`;
      return findAppProblem('Shopify', question.get('client_id'));
    },
    allow(question) {
      const answer = new URLSearchParams({
        code: codes.give(question),
        host: Buffer.from(`${domain}/admin`).toString('base64'),
        shop: domain,
        state: question.get('state') ?? '',
        timestamp: String(Math.floor(now() / 1_000)),
      });
      answer.sort();
      const secret = clientApps.find(({ clientId }) => clientId === question.get('client_id'))?.clientSecret ?? '';
      const hmac = createHmac('sha256', secret).update(answer.toString()).digest('hex');
      return { ...Object.fromEntries(answer), hmac };
    },
  };
}
