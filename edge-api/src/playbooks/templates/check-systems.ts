import { findConnectorType } from '@portage/database';
import { checkSystems, type TemplateDefinition, type TemplateProblem, type TemplateSystem } from '@portage/playbooks';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import type { UserContext } from '../../http/context.ts';

/** Flaws of a template that only its systems' documents reveal. */
export async function systemProblems({ connectors, ...rest }: TemplateDefinition, context: UserContext): Promise<TemplateProblem[]> {
  const systems = new Map<string, TemplateSystem>();
  for (const { key, connectorTypeId } of connectors) {
    const type = await findConnectorType(context.db, 'everyone', connectorTypeId);
    if (!type?.openApiDocument) continue;
    systems.set(key, { name: type.name, document: await openUploaded(context.env, type.openApiDocument) });
  }
  return checkSystems({ connectors, ...rest }, systems);
}
