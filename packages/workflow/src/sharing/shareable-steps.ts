import type { WorkflowStep } from '../steps/registry.ts';
import { isCredentialName } from './credential-names.ts';

/** Ids of the owner's connectors: of no use to others, and none of their business. */
const OF_THE_OWNER: readonly string[] = ['connectorId', 'sourceConnectorId', 'targetConnectorId', 'clientId'];
/** Texts that may hold JSON or a form with credentials in it. */
const DATA_TEXTS: readonly string[] = ['body', 'payloadSampleJson', 'responseSampleJson'];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** All of the text is a reference, or a scheme such as `Bearer` and a reference: nothing of it is secret. */
const REFERENCE = /^(?:\w{1,20} )?\$(?:\{[^{}]*\}|[A-Za-z_][^\s$]*)$/;

/**
 * Steps as they may be given to somebody else (spec API-38, API-39): without ids of the owner's connectors, and with empty
 * texts where credentials are written out in headers, addresses, bodies, mappings, stored values and samples. Expressions
 * stay, for they name secrets without holding them; scripts stay as they are.
 */
export function shareableSteps(steps: readonly WorkflowStep[]): WorkflowStep[] {
  return steps.map((step) => cleaned(step, step.type === 'IntegrationStep') as WorkflowStep);
}

function cleaned(value: unknown, dropsIds: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => cleaned(one, dropsIds));
  if (typeof value !== 'object' || value === null) return dropsIds && typeof value === 'string' && UUID.test(value) ? '' : value;
  const entries = Object.entries(value)
    .filter(([name]) => !OF_THE_OWNER.includes(name))
    .map(([name, member]) => [name, cleanedMember(name, member, value, dropsIds)]);
  // Not an assignment: a member may be called __proto__.
  return Object.fromEntries(entries);
}

function cleanedMember(name: string, member: unknown, holder: object, dropsIds: boolean): unknown {
  if (typeof member !== 'string') return cleaned(member, dropsIds);
  if (isCredentialName(nameOfValue(name, holder))) return withoutLiteral(member);
  if (name === 'url') return cleanedAddress(member);
  if (DATA_TEXTS.includes(name)) return cleanedText(member);
  return cleaned(member, dropsIds);
}

/** What a value is called: in mappings and stored values its name stands beside it. */
function nameOfValue(name: string, holder: object): string {
  const { toParameterPath, key } = holder as { toParameterPath?: unknown; key?: unknown };
  if (name === 'fromParameterExpression' && typeof toParameterPath === 'string') return toParameterPath.split('.').at(-1) ?? '';
  if (name === 'valueExpression' && typeof key === 'string') return key;
  return name;
}

function withoutLiteral(text: string): string {
  return REFERENCE.test(text) ? text : '';
}

function cleanedAddress(url: string): string {
  return cleanedParameters(url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@$]*@/i, '$1'), /([?&])([^=&#?]+)=([^&#]*)/g);
}

function cleanedParameters(text: string, pattern: RegExp): string {
  return text.replace(pattern, (whole, before: string, name: string, value: string) =>
    isCredentialName(name) ? `${before}${name}=${withoutLiteral(value)}` : whole,
  );
}

function cleanedText(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(cleaned(JSON.parse(text), false), null, 2);
    } catch {
      // JSON with expressions in it: members are found by their look.
      return text.replace(/("([^"\\]{1,100})"\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (whole, before: string, name: string, value: string) =>
        isCredentialName(name) ? `${before}"${withoutLiteral(value)}"` : whole,
      );
    }
  }
  return cleanedParameters(text, /(^|&)([^=&\s]{1,200})=([^&]*)/g);
}
