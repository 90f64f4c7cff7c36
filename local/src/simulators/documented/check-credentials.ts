import type { ExtractedOperation, ExtractedSecurityScheme } from '@portage/connectors/openapi';
import { CREDENTIAL, SIMULATED_SECRET, SIMULATED_TOKEN } from '../client-apps.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { DescribedSystem } from './described-system.ts';

const KNOWN = [SIMULATED_TOKEN, SIMULATED_SECRET, CREDENTIAL];
const hasCredential = (text: string | null): boolean => text !== null && KNOWN.some((credential) => text.includes(credential));

/** The authorization that the document names and the call lacks; null: none. */
export function credentialsProblem({ summary, type }: DescribedSystem, operation: ExtractedOperation, call: SimulatedCall): string | null {
  const required = operation.security ?? summary.security;
  const { authParameters = [] } = type.settings.additionalData.connection ?? {};
  // Credentials that the type itself adds to its calls count, too: documents are often wrong here.
  const keys = authParameters.filter(
    (parameter) => (parameter.in === 'header' || parameter.in === 'query') && parameter.template.includes('{'),
  );
  const isOfType = keys.length > 0 && keys.some((key) => hasCredential(givenAt(call, key.in as 'header' | 'query', key.name)));
  if (isOfType) return null;
  if (required.length === 0) return null;
  const schemes = summary.securitySchemes;
  const problems = required.map((requirement) =>
    Object.keys(requirement).flatMap((name) => {
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
      return findProblem(scheme, call) ?? [];
    }),
  );
  if (problems.some((missing) => missing.length === 0)) return null;
  return problems[0]?.join(' ') ?? null;
}

function findProblem(scheme: ExtractedSecurityScheme | undefined, call: SimulatedCall): string | null {
  const authorization = call.header('authorization');
  switch (scheme?.kind) {
    case 'apiKey': {
      if (scheme.in === 'cookie')
        return hasCredential(call.header('cookie')) ? null : `The cookie "${scheme.parameterName}" lacks a key that is known.`;
      const value = givenAt(call, scheme.in, scheme.parameterName);
      const place = `${scheme.in === 'header' ? 'header' : 'query parameter'} "${scheme.parameterName}"`;
      return hasCredential(value) ? null : value === null ? `The ${place} is missing.` : `The ${place} has a key that is not known.`;
    }
    case 'basic': {
      const [, encoded] = /^Basic\s+(.+)$/i.exec(authorization ?? '') ?? [];
      if (encoded === undefined) return 'A user name and a password are missing (HTTP Basic).';
      return hasCredential(Buffer.from(encoded, 'base64').toString('utf8')) ? null : 'The user name or the password is not known.';
    }
    case 'bearer':
    case 'oauth2': {
      const [, token = null] = /^(?:Bearer|token|OAuth)\s+(.+)$/i.exec(authorization ?? '') ?? [];
      return token === null ? 'A bearer token is missing.' : hasCredential(token) ? null : 'The bearer token is not known.';
    }
    default: {
      // Signatures and other schemes a document can't express: any credential is accepted.
      const texts = [authorization, call.header('cookie'), ...call.url.searchParams.values()];
      return texts.some((text) => hasCredential(text)) || authorization !== null ? null : 'The authorization is missing.';
    }
  }
}

function givenAt(call: SimulatedCall, place: 'header' | 'query', name: string): string | null {
  return place === 'header' ? call.header(name) : call.url.searchParams.get(name);
}
