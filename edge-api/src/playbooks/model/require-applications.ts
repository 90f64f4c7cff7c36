import type { TemplateDefinition } from '@portage/playbooks';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';

/** PB-04, PB-05: a person who doesn't see the integration applications tab can't start or make one through a call either. @throws ApiProblem 403 */
export function requireApplications({ integrationType }: Pick<TemplateDefinition, 'integrationType'>, { user }: UserContext): void {
  if (integrationType !== 'IntegrationApplication' || user.showIntegrationApplications) return;
  throw new ApiProblem(403, 'applications-off', 'Integration applications are off for your account. Ask an admin to switch them on.');
}
