import type { DocumentSummary, ExtractedSecurityScheme } from './extracted.ts';

/** The suggested settings of a new connector type (spec CTYPE-05); the admin decides, because documents are often wrong. */
export type SuggestedAuthorization =
  | { authorizationType: 'OAuth'; flow: string; authUrl: string | null; tokenUrl: string | null; scopes: readonly string[] }
  /** All of them together. */
  | { authorizationType: 'ApiKey'; keys: readonly { in: 'header' | 'query' | 'cookie'; name: string; prefix: string }[] }
  | { authorizationType: 'Basic' };

type Scheme = ExtractedSecurityScheme;

/**
 * How a document says its calls are authorised: by the first requirement it has, or by whatever schemes it defines. OAuth
 * goes before keys, for a person can say yes to it without looking for anything.
 *
 * @returns null where the document says nothing that can be used.
 */
export function suggestAuthorization({ security, securitySchemes }: DocumentSummary): SuggestedAuthorization | null {
  const alternatives = security.map((requirement) => Object.keys(requirement).flatMap((name) => schemeOf(securitySchemes, name)));
  const defined = Object.values(securitySchemes).map((scheme) => [scheme]);
  const candidates = [...alternatives, ...defined].map(suggestionOf).filter((one) => one !== null);
  return candidates.find(({ authorizationType }) => authorizationType === 'OAuth') ?? candidates[0] ?? null;
}

function schemeOf(schemes: DocumentSummary['securitySchemes'], name: string): Scheme[] {
  const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  return scheme ? [scheme] : [];
}

/** Of schemes that are wanted together. */
function suggestionOf(schemes: readonly Scheme[]): SuggestedAuthorization | null {
  const oauth = schemes.find((scheme) => scheme.kind === 'oauth2');
  if (oauth) {
    const { flow, authorizationUrl, tokenUrl, scopes } = oauth;
    return { authorizationType: 'OAuth', flow, authUrl: authorizationUrl ?? null, tokenUrl: tokenUrl ?? null, scopes };
  }
  if (schemes.some(({ kind }) => kind === 'basic')) return { authorizationType: 'Basic' };
  const keys = schemes.flatMap((scheme) => {
    if (scheme.kind === 'apiKey') return [{ in: scheme.in, name: scheme.parameterName, prefix: '' }];
    return scheme.kind === 'bearer' ? [{ in: 'header' as const, name: 'Authorization', prefix: 'Bearer ' }] : [];
  });
  return keys.length > 0 ? { authorizationType: 'ApiKey', keys } : null;
}
