import { type DeploymentKind, findDeploymentKind, isVersion } from '@portage/registry';
import { ApiProblem, invalid, notFound, unauthorized } from '../http/api-problem.ts';
import type { DeployContext, Deployer, RequestContext } from '../http/context.ts';
import type { CallerNeeds } from '../http/router.ts';
import { authorize } from '../sessions/authorize.ts';
import { DEPLOY_TOKEN_PREFIX, findDeployToken, parseDeployTokens } from './deploy-tokens.ts';

/**
 * Finds who is deploying.
 *
 * @throws ApiProblem 401 for an unknown token, 401 and 403 as calls for admins do
 */
export async function authorizeDeployer(context: RequestContext, { apiKeyUse }: Pick<CallerNeeds, 'apiKeyUse'>): Promise<DeployContext> {
  const [, token] = /^Bearer +([\w-]+)$/i.exec(context.request.headers.get('authorization') ?? '') ?? [];
  if (token?.startsWith(DEPLOY_TOKEN_PREFIX)) {
    const found = findDeployToken(parseDeployTokens(context.env.DEPLOY_TOKENS), token);
    if (!found) throw unauthorized();
    return { ...context, deployer: { by: found.name, user: null, names: found.names } };
  }
  const { user } = await authorize(context, { access: 'admin', apiKeyUse });
  return { ...context, deployer: { by: user.email, user, names: null } };
}

/**
 * The area or Worker with that name, if this deployer may change it.
 *
 * @throws ApiProblem 404 for unknown names, 403 for names the token isn't for
 */
export function requireDeployable(deployer: Deployer, name: string): { name: string; kind: DeploymentKind } {
  const kind = findDeploymentKind(name);
  if (!kind) throw notFound('This area');
  if (deployer.names && !deployer.names.includes(name)) {
    throw new ApiProblem(403, 'forbidden', `The deploy token "${deployer.by}" may not touch ${name}.`);
  }
  return { name, kind };
}

/** @throws ApiProblem 400 */
export function requireVersionName(kind: DeploymentKind, version: string): string {
  if (isVersion(kind, version)) return version;
  const allowed = kind === 'area' ? 'letters, digits and _' : 'letters, digits, _, - and .';
  throw invalid(`A version is 1 to 64 ${allowed}, beginning with a letter or digit.`, 'version');
}
