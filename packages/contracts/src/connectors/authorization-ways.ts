import { formOf } from './connector-form.ts';

type AuthorizationType = 'OAuth1' | 'OAuth' | 'ApiKey' | 'Basic';

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
 * The ways to authorise a connector of a type, the type's own way first. A type that a person made may also be used with an own
 * key or password, which many systems accept. A type that comes with Portage names the ways of its system.
 */
export function authorizationWays({ authorizationType, baseUrl, isSystem, additionalData }: AuthorizedType): readonly AuthorizationType[] {
  const { form, baseUrlMember, authorizationTypes } = additionalData.connection ?? {};
  if (formOf({ form }) !== 'Default') return [authorizationType];
  if (authorizationTypes) return [...new Set([authorizationType, ...authorizationTypes])];
  // Where the system is comes with its tokens: without a sign-in there is no address to call.
  const hasOwnAddress = !baseUrlMember || Boolean(baseUrl);
  return isSystem || !hasOwnAddress ? [authorizationType] : [...new Set([authorizationType, 'ApiKey' as const, 'Basic' as const])];
}
