import { readPath } from '@portage/primitives/paths';
import { withoutPathSecrets } from '../secrets/path-secrets.ts';
import { isSecretName, isSecretNumberName, type NameLocation } from '../secrets/secret-names.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { sampleShape } from './sample-shape.ts';

/** Ids of the owner's connectors: useless to others, and private. */
const OF_THE_OWNER: readonly string[] = ['connectorId', 'sourceConnectorId', 'targetConnectorId', 'clientId'];
/** Texts that may contain JSON or a form with credentials. */
const DATA_TEXTS: readonly string[] = ['body'];
/** Often a real call with personal data. */
const SAMPLES: readonly string[] = ['payloadSampleJson', 'responseSampleJson'];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** The whole text is a reference, or a scheme such as `Bearer` and a reference: none of it is secret. */
const REFERENCE = /^(?:\w{1,20} )?\$(?:\{[^{}]*\}|[A-Za-z_][^\s$]*)$/;

/**
 * Steps as they may be given to another person (spec API-38, API-39): without ids of the owner's connectors, with empty texts for
 * credentials written out in headers, addresses, bodies, mappings and stored values, and with samples that keep their shape but lose their
 * values. Expressions stay, because they name secrets without containing them; scripts stay unchanged.
 */
export function shareableSteps(steps: readonly WorkflowStep[]): WorkflowStep[] {
  return steps.map((step) => cleaned(step, step.type === 'IntegrationStep') as WorkflowStep);
}

function cleaned(value: unknown, dropsIds: boolean, place: NameLocation = 'member'): unknown {
  if (Array.isArray(value)) return value.map((one) => cleaned(one, dropsIds, place));
  if (typeof value !== 'object' || value === null) return dropsIds && typeof value === 'string' && UUID.test(value) ? '' : value;
  const entries = Object.entries(value)
    .filter(([name]) => !OF_THE_OWNER.includes(name))
    .map(([name, member]) => [name, cleanedMember(name, member, value, dropsIds, place)]);
  // Object.fromEntries, not assignment: a member may be called __proto__.
  return Object.fromEntries(entries);
}

function cleanedMember(name: string, member: unknown, holder: object, dropsIds: boolean, place: NameLocation): unknown {
  if (SAMPLES.includes(name)) return sampleShape(member);
  if (typeof member === 'number' && isSecretNumberName(name)) return '';
  if (typeof member !== 'string') return cleaned(member, dropsIds, getMemberLocation(name, place));
  const named = nameOfValue(name, holder, place);
  if (isSecretName(named.name, named.place)) return withoutLiteral(member);
  if (name === 'url') return cleanedAddress(member);
  if (DATA_TEXTS.includes(name)) return cleanedText(member);
  return cleaned(member, dropsIds);
}

/** The name of a value; in mappings and stored values it is next to the value. */
function nameOfValue(name: string, holder: object, place: NameLocation): { name: string; place: NameLocation } {
  const { toParameterPath, key, name: row } = holder as { toParameterPath?: unknown; key?: unknown; name?: unknown };
  if (name === 'fromParameterExpression' && typeof toParameterPath === 'string') {
    const [root = '', ...path] = readPath(toParameterPath);
    return { name: path.at(-1) ?? root, place: root === 'header' ? 'header' : root === 'query' ? 'parameter' : 'member' };
  }
  if (name === 'valueExpression' && typeof key === 'string') return { name: key, place: 'member' };
  if (name === 'valueExpression' && typeof row === 'string') return { name: row, place: 'parameter' };
  return { name, place };
}

function getMemberLocation(name: string, place: NameLocation): NameLocation {
  return name === 'headers' ? 'header' : place;
}

function withoutLiteral(text: string): string {
  return REFERENCE.test(text) ? text : '';
}

function cleanedAddress(url: string): string {
  const withoutUser = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@$]*@/i, '$1');
  return cleanedParameters(withoutPathSecrets(withoutUser), /([?&])([^=&#?]+)=([^&#]*)/g, 'parameter');
}

function cleanedParameters(text: string, pattern: RegExp, place: NameLocation): string {
  return text.replace(pattern, (whole, before: string, name: string, value: string) =>
    isSecretName(name, place) ? `${before}${name}=${withoutLiteral(value)}` : whole,
  );
}

function cleanedText(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(cleaned(JSON.parse(text), false), null, 2);
    } catch {
      // JSON with expressions in it: members are found by pattern.
      return text
        .replace(/("([^"\\]{1,100})"\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (whole, before: string, name: string, value: string) =>
          isSecretName(name, 'member') ? `${before}"${withoutLiteral(value)}"` : whole,
        )
        .replace(/("([^"\\]{1,100})"\s*:\s*)-?\d+/g, (whole, before: string, name: string) =>
          isSecretNumberName(name) ? `${before}""` : whole,
        );
    }
  }
  return cleanedParameters(text, /(^|&)([^=&\s]{1,200})=([^&]*)/g, 'member');
}
