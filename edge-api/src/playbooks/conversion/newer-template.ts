import { findPlaybookTemplate, findPlaybookTemplates } from '@portage/database';
import { takeTemplate, templateChanges, type Wizard } from '@portage/playbooks';
import { auditChange } from '../../audit/record-audit.ts';
import type { UserContext } from '../../http/context.ts';
import { changePlaybook, ownPlaybook } from '../model/change-playbook.ts';
import { connectorProblems, loadConnectors, type StoredConnectors } from '../model/connector-problems.ts';
import { type OpenPlaybook, parseDefinition } from '../model/stored-playbook.ts';
import { templateNotFound } from '../templates/save-template.ts';
import { loadTemplateNames } from '../templates/template-names.ts';
import { convertPlaybook } from './convert-playbook.ts';

/** What the template's newer version changes; empty: the playbook has the newest version. @throws ApiProblem 404 */
export async function listTemplateChanges(id: string, context: UserContext): Promise<string[]> {
  const row = await ownPlaybook(id, context);
  const template = (await findPlaybookTemplates(context.db, [row.playbookTemplateId])).get(row.playbookTemplateId);
  return template ? templateChanges(row.definition, parseDefinition(template)) : [];
}

/**
 * Switches to the newer version. Answers stay. If a new question has none, the wizard is open again; otherwise the workflows are updated at once.
 *
 * @throws ApiProblem 404, and as convertPlaybook
 */
export async function takeNewerTemplate(id: string, context: UserContext): Promise<OpenPlaybook> {
  const before = await ownPlaybook(id, context);
  const template = await findPlaybookTemplate(context.db, before.playbookTemplateId, { includeInactive: true });
  if (!template) throw templateNotFound();
  const definition = parseDefinition(template);
  const names = await loadTemplateNames(definition, context);
  const row = await changePlaybook(id, context, async (found) => {
    if (templateChanges(found.definition, definition).length === 0) return null;
    const connectors = await loadConnectors(found.wizard, context);
    const typeOf = (connectorId: string) => connectors.get(connectorId)?.connectorTypeId;
    return { definition, wizard: openedAtProblem(takeTemplate(definition, found.wizard, typeOf, names), connectors) };
  });
  await auditChange(context, 'playbook.newer-template-taken', { playbookId: id, playbookTemplateId: template.id });
  return row.convertedAt !== null && row.wizard.isFinished ? (await convertPlaybook(id, context)).row : row;
}

/** A broken connector leaves the workflows unchanged, and the wizard waits at its step. */
function openedAtProblem(wizard: Wizard, connectors: StoredConnectors): Wizard {
  const [problem] = connectorProblems(wizard, connectors);
  if (!problem || !wizard.isFinished) return wizard;
  return { ...wizard, isFinished: false, activeStep: wizard.steps.findIndex(({ id }) => id === problem.stepId) };
}
