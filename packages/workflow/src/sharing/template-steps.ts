import { withoutPathSecrets } from '../secrets/path-secrets.ts';
import { isSecretName, isSecretNumberName } from '../secrets/secret-names.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { shareableSteps } from './shareable-steps.ts';

/** Ids that only their owner can use. */
const OF_THE_OWNER: readonly string[] = ['dashboardId'];
/** The last part of a webhook address, unless it is an expression: anyone who knows it may start the workflow. */
const WEBHOOK_CODE = /(\/api\/webhooks\/)[^/?#\s"'`<>(){}$]+/g;
/** Texts that are credentials anywhere: their issuers made them recognisable. */
const CREDENTIALS = [
  /\b[rsp]k_(?:live|test)_\w{8,}/g,
  /\bwhsec_[\w+/=]{8,}/g,
  /\bshp(?:at|ca|pa|ss|tka)_\w{8,}/g,
  /\bxox[a-z]-[\w-]{8,}/g,
  /\b(?:gh[oprsu]|glpat|github_pat|pat)[_-]\w{16,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b(?:Bearer|Basic)\s)(?=\S*\d)[\w.~+/-]{12,}=*/g,
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^/?#@\s$"'`]+@/gi,
];
/** `apiKey = "…"`, `'X-Api-Key': '…'`, `token === "…"`: a name next to a text. */
const NAMED = /(["'`]?)([A-Za-z_$][\w$-]{1,60})\1(\s*(?::|={1,3}|!==?)\s*)(["'`])((?:\\.|(?!\4)[^\\]){0,2000})\4/g;
/** `pin = 1234`, `"cvv": 123`. */
const NAMED_NUMBER = /([A-Za-z_$][\w$-]{1,60})(["'`]?\s*(?::|={1,3}|!==?)\s*)\d[\d_]*/g;
/** `set("Authorization", "…")`. */
const SET = /((["'`])([A-Za-z_$][\w$-]{1,60})\2\s*,\s*)(["'`])((?:\\.|(?!\4)[^\\]){0,2000})\4/g;

/**
 * Steps as a template offers them to everyone (HOSTILE 32). Beyond the rules of sharing it removes ids of dashboards, codes of webhook
 * addresses, and credentials in scripts, queries and texts, recognized by pattern or by the name next to them.
 */
export function templateSteps(steps: readonly WorkflowStep[]): WorkflowStep[] {
  return shareableSteps(steps).map((step) => cleaned(step) as WorkflowStep);
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name]) => !OF_THE_OWNER.includes(name))
    .map(([name, member]) => [name, cleaned(member)]);
  // Object.fromEntries, not assignment: a member may be called __proto__.
  return Object.fromEntries(entries);
}

function cleanedText(text: string): string {
  const withoutCodes = text.replace(WEBHOOK_CODE, '$1');
  const withoutLooks = CREDENTIALS.reduce((sofar, pattern) => sofar.replace(pattern, ''), withoutPathSecrets(withoutCodes));
  return withoutLooks
    .replace(NAMED, (whole, quote: string, name: string, between: string, mark: string, value: string) =>
      isSecretName(name, 'member') && !isReference(value) ? `${quote}${name}${quote}${between}${mark}${mark}` : whole,
    )
    .replace(SET, (whole, before: string, _: string, name: string, mark: string, value: string) =>
      isSecretName(name, 'member') && !isReference(value) ? `${before}${mark}${mark}` : whole,
    )
    .replace(NAMED_NUMBER, (whole, name: string, between: string) => (isSecretNumberName(name) ? `${name}${between}0` : whole));
}

/** Only an expression, perhaps after a scheme: it names a secret without containing it. */
function isReference(value: string): boolean {
  return /^(?:\w{1,20} )?\$(?:\{[^{}]*\}|[A-Za-z_][^\s$]*)$/.test(value);
}
