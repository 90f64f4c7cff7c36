import {
  findTemplateConnectorTypes,
  type HttpDatabase,
  type TemplateConnectorType,
  type TemplateViewer,
  type WorkflowTemplateRow,
  type WorkflowTemplateSummary,
} from '@portage/database';
import { stepsFor } from '../hidden-steps/visible-to.ts';
import type { SignedInUser } from '../http/context.ts';

/** Templates as lists show them, with the systems they need that are available to the viewer. */
export async function presentTemplates(db: HttpDatabase, viewer: TemplateViewer, rows: readonly WorkflowTemplateSummary[]) {
  const ids = [...new Set(rows.flatMap(({ connectorTypeIds }) => connectorTypeIds))];
  const types = await findTemplateConnectorTypes(db, viewer, ids);
  return rows.map((row) => presentSummary(row, types));
}

export async function presentTemplate(db: HttpDatabase, viewer: TemplateViewer, row: WorkflowTemplateRow, user: SignedInUser) {
  return { ...presentSummary(row, await findTemplateConnectorTypes(db, viewer, row.connectorTypeIds)), ...stepsFor(user, row.steps) };
}

function presentSummary(row: WorkflowTemplateSummary, types: ReadonlyMap<string, TemplateConnectorType>) {
  const { id, name, description, isActive, isDashboard, dashboardSourceConnectorTypeId, isSystem } = row;
  return {
    id,
    name,
    description,
    isActive,
    isDashboard,
    dashboardSourceConnectorTypeId,
    isSystem,
    isStarter: row.starterOrder !== null,
    connectorTypes: row.connectorTypeIds.map((typeId) => neededType(typeId, types.get(typeId))),
    createdAt: row.createdAt.toISOString(),
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}

function neededType(id: string, type: TemplateConnectorType | undefined) {
  return type ? { ...type, isAvailable: true } : { id, name: null, hasLogo: false, isAvailable: false, isHiddenForNewConnectors: false };
}
