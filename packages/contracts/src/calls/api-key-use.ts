import type { ApiKeyScope } from '../http/api-key-scopes.ts';
import type { CallDeclaration } from '../http/define-calls.ts';
import { carriesContent, showsSteps } from './carried-content.ts';
import { askingCalls, revealingCalls, runningCalls } from './running-calls.ts';

/** All scopes of an API key that a call needs; `refused`: no key may make the call; null: the call ignores who calls. */
export type ApiKeyUse = readonly [ApiKeyScope, ...ApiKeyScope[]] | 'refused' | null;

/** Changes for signed-in people only: a stolen key must not yield an account, a longer life, credentials, payments or code in browsers. */
const PERSONS_ONLY: readonly RegExp[] = [
  // Accounts, passwords, sessions, impersonation, the API keys themselves, payment.
  /^\w+ \/api\/(account|users|billing)(\/|$)/,
  // Connectors and their types hold secrets, and apps create connectors.
  /^\w+ \/api\/(connectors|connector-types)(\/simulated|\/\{id\}|\/\{id\}\/(reconnect|share))?$/,
  /^\w+ \/api\/own-apis(\/|$)/,
  // A variable may be a secret, or the address that a step sends one to.
  /^\w+ \/api\/variables(\/|$)/,
  /^\w+ \/api\/apps\//,
  // Its body has the secret that proves who sent a webhook call.
  /^PUT \/api\/workflows\/\{id\}\/webhook-verification$/,
  // These create the secret that signs alerts.
  /^\w+ \/api\/alerts\/settings(\/|$)/,
  // A program must not decide what waits for a person's approval.
  /^\w+ \/api\/approvals\//,
  // Pipelines deploy with a deploy token.
  /^\w+ \/api\/deployments\//,
];

type KeyedDeclaration = Pick<CallDeclaration, 'access' | 'effect' | 'body'> & Partial<Pick<CallDeclaration, 'response'>>;

const asking: ReadonlySet<string> = new Set(askingCalls);
const running: ReadonlySet<string> = new Set(runningCalls);
const revealing: ReadonlySet<string> = new Set(revealingCalls);

/**
 * The rule for every call, including undeclared ones. A new call needs no line here: a call that only reads needs `read`, a call that
 * changes something `manage`. A step, a script, a mapping or a connector in the request can read and change everything, so such a call
 * needs both; a change whose response has the stored steps needs `read`, too.
 *
 * @param key `POST /api/workflows/{id}/run`
 */
export function getApiKeyUse(key: string, { access, effect, body, response }: KeyedDeclaration): ApiKeyUse {
  if (access === 'public') return null;
  const isPlainRead = effect === 'read' && key.startsWith('GET ');
  if (!isPlainRead && PERSONS_ONLY.some((pattern) => pattern.test(key))) return 'refused';
  if (asking.has(key)) return ['run', 'read', 'manage'];
  if (effect === 'read') return ['read'];
  if (running.has(key)) return revealing.has(key) || carriesContent(body) ? ['run', 'read', 'manage'] : ['run'];
  return revealing.has(key) || carriesContent(body) || showsSteps(response) ? ['manage', 'read'] : ['manage'];
}
