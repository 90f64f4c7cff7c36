import type { ExtractedSecurityScheme } from '../extracted/extracted.ts';
import { isObject, member, textMember } from '../json/json.ts';
import { inside } from '../json/place.ts';
import { type Extraction, listMembers, resolve, warn } from './extraction.ts';

/** How a document says that its calls are authorised. Only a hint for the connector type, because it's often missing or wrong. */
export function extractSecuritySchemes(extraction: Extraction): Record<string, ExtractedSecurityScheme> {
  const { document, isSwagger2 } = extraction;
  const holder = isSwagger2
    ? { value: document, place: null }
    : { value: member(document, 'components'), place: inside(null, 'components') };
  const found = listMembers(holder, isSwagger2 ? 'securityDefinitions' : 'securitySchemes');
  return Object.fromEntries(
    found.flatMap((item): [string, ExtractedSecurityScheme][] => {
      const scheme = resolve(extraction, item);
      if (!scheme) return [];
      const read = readScheme(scheme.value);
      if (read.kind === 'other') {
        warn(extraction, 'security-unknown', item.place, `The security scheme "${item.name}" has the unknown type "${read.type}".`);
      }
      return [[item.name, read]];
    }),
  );
}

function readScheme(value: unknown): ExtractedSecurityScheme {
  const type = textMember(value, 'type') ?? '';
  switch (type) {
    case 'apiKey': {
      const place = textMember(value, 'in');
      const parameterName = textMember(value, 'name');
      if (!parameterName || (place !== 'header' && place !== 'query' && place !== 'cookie')) return { kind: 'other', type };
      return { kind: 'apiKey', in: place, parameterName };
    }
    case 'basic':
      return { kind: 'basic' };
    case 'http': {
      const scheme = textMember(value, 'scheme')?.toLowerCase();
      return scheme === 'basic' || scheme === 'bearer' ? { kind: scheme } : { kind: 'other', type: `http ${scheme ?? ''}`.trim() };
    }
    case 'oauth2':
      return oauth2Scheme(value);
    // Its discovery document isn't fetched. The resulting token is sent like any other.
    case 'openIdConnect':
      return { kind: 'oauth2', flow: 'openIdConnect', scopes: [] };
    default:
      return { kind: 'other', type };
  }
}

/** The flow that suits a connector best. Swagger 2.0 has only one, next to its type. */
function oauth2Scheme(value: unknown): ExtractedSecurityScheme {
  const flows = member(value, 'flows');
  const names = ['authorizationCode', 'clientCredentials', 'implicit', 'password'];
  const flow = isObject(flows) ? (names.find((name) => isObject(member(flows, name))) ?? '') : (textMember(value, 'flow') ?? '');
  const settings = isObject(flows) ? member(flows, flow) : value;
  const scopes = member(settings, 'scopes');
  const url = (name: string) => textMember(settings, name);
  const [authorizationUrl, tokenUrl, refreshUrl] = [url('authorizationUrl'), url('tokenUrl'), url('refreshUrl')];
  return {
    kind: 'oauth2',
    flow: flow === 'accessCode' ? 'authorizationCode' : flow === 'application' ? 'clientCredentials' : flow,
    ...(authorizationUrl ? { authorizationUrl } : {}),
    ...(tokenUrl ? { tokenUrl } : {}),
    ...(refreshUrl ? { refreshUrl } : {}),
    scopes: isObject(scopes) ? Object.keys(scopes) : [],
  };
}
