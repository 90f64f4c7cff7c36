import { type AuthorizationType, authorizationTypes, authSchemes } from '@portage/connectors/authorization';
import { getConnectorForm } from './connector-form.ts';

interface AuthorizedType {
  authorizationType: AuthorizationType;
  baseUrl: string | null;
  /** Comes with Portage. */
  isSystem: boolean;
  additionalData: {
    connection?:
      | { form?: string | undefined; baseUrlMember?: string | undefined; authorizationTypes?: readonly AuthorizationType[] | undefined }
      | undefined;
  };
}

/**
 * The ways to authorise a connector of a type, the type's own way first. A type that a person made may also be used with the connector's
 * own key or password, which many systems accept. A type that comes with Portage, or that has settings for its scheme, lists the ways of
 * its system.
 */
export function authorizationWays({ authorizationType, baseUrl, isSystem, additionalData }: AuthorizedType): readonly AuthorizationType[] {
  const { form, baseUrlMember, authorizationTypes: named } = additionalData.connection ?? {};
  if (getConnectorForm({ form }) !== 'Default') return [authorizationType];
  if (named) return [...new Set([authorizationType, ...named])];
  // The system's address comes with its tokens: without a sign-in there is no address to call.
  const hasOwnAddress = !baseUrlMember || Boolean(baseUrl);
  if (isSystem || !hasOwnAddress || authSchemes[authorizationType].settings.length > 0) return [authorizationType];
  const plain = authorizationTypes.filter((type) => authSchemes[type].isOffered === 'beside-others');
  return [...new Set([authorizationType, ...plain])];
}
