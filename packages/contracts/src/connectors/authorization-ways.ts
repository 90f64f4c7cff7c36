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
 * How a connector of a type can be authorised, the type's own way first.
 *
 * A type that somebody made may also be used with a key or a password of one's own, which many systems take. One that comes with
 * Portage says itself what its system takes.
 */
export function authorizationWays({ authorizationType, baseUrl, isSystem, additionalData }: AuthorizedType): readonly AuthorizationType[] {
  const { form, baseUrlMember, authorizationTypes } = additionalData.connection ?? {};
  if (formOf({ form }) !== 'Default') return [authorizationType];
  if (authorizationTypes) return [...new Set([authorizationType, ...authorizationTypes])];
  // Where the system is comes with its tokens: without a sign-in there is no address to call.
  const hasOwnAddress = !baseUrlMember || Boolean(baseUrl);
  return isSystem || !hasOwnAddress ? [authorizationType] : [...new Set([authorizationType, 'ApiKey' as const, 'Basic' as const])];
}
