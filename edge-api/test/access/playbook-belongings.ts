import type { OwnerId } from '@portage/contracts';
import { type PlaybookRow, schema } from '@portage/database';
import { newWizard, type TemplateDefinition, templateDefinitionSchema, type Wizard } from '@portage/playbooks';
import { database } from '../api.ts';

const side = (connector: string, entity: string) => ({ connector, entity });
const connector = (key: string, connectorTypeId: string) => ({ key, connectorTypeId, stepName: `Connect ${key}`, text: 'Choose a zoo.' });

/** A zoo's newborns become its animals, with a question whose choices come from the zoo. */
function petsTemplate(connectorTypeId: string, more: object): TemplateDefinition {
  return templateDefinitionSchema.parse({
    name: 'Pets',
    description: 'Newborns become animals.',
    connectors: [connector('old', connectorTypeId), connector('new', connectorTypeId)],
    endPage: { title: 'Done', text: 'The pets move.' },
    ...more,
  });
}

const withQuestion = {
  setup: {
    name: 'Settings',
    text: 'Choose.',
    questions: [
      {
        name: 'vet',
        title: 'Vet',
        kind: 'choice',
        connector: 'old',
        lookup: { operation: 'GET /vets', itemsPath: 'vets' },
        isRequired: false,
      },
    ],
  },
  workflows: [
    {
      ...{ id: 'pets', name: 'Pets', description: 'Newborns become animals.' },
      ...{ from: side('old', 'Newborns'), to: side('new', 'Animals') },
      mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
    },
  ],
};

const withApplications = {
  integrationType: 'IntegrationApplication',
  applications: { pairs: [{ sourceEntity: 'Newborns', targetEntity: 'Animals', directions: ['SourceToTarget'] }] },
};

/** The owner's finished playbook, and one whose wizard has an added integration. */
export async function makePlaybooks(
  ownerUserId: OwnerId,
  { connectorTypeId, connectorId }: { connectorTypeId: string; connectorId: string },
) {
  const [playbookTemplateId, openTemplateId] = [`pets-${crypto.randomUUID()}`, `open-${crypto.randomUUID()}`];
  const [definition, open] = [petsTemplate(connectorTypeId, withQuestion), petsTemplate(connectorTypeId, withApplications)];
  await insertTemplate(playbookTemplateId, definition);
  await insertTemplate(openTemplateId, open);
  const steps = newWizard(definition).steps.map((step) => (step.type === 'ConnectorSetup' ? { ...step, connectorId } : step));
  const finished: Wizard = { ...newWizard(definition), steps, activeStep: steps.length - 1, isFinished: true };
  const fresh = newWizard(open);
  const added = fresh.steps.flatMap((step) => (step.id === 'flow-1' ? [step, { ...step, id: 'flow-2' }] : [step]));
  const [playbookId, openPlaybookId] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertPlaybook(ownerUserId, { id: playbookId, playbookTemplateId, definition, wizard: finished, convertedAt: new Date() });
  await insertPlaybook(ownerUserId, {
    id: openPlaybookId,
    playbookTemplateId: openTemplateId,
    definition: open,
    wizard: { ...fresh, steps: added },
  });
  return { playbookTemplateId, playbookId, openPlaybookId };
}

async function insertTemplate(id: string, definition: TemplateDefinition): Promise<void> {
  const { name, description, integrationType, connectors } = definition;
  const at = new Date();
  await database()
    .insert(schema.playbookTemplates)
    .values({
      ...{ id, name, description, integrationType, definition, isActive: true, createdAt: at, lastUpdatedAt: at },
      connectorTypeIds: connectors.map((one) => one.connectorTypeId),
    });
}

type NewRow = Pick<PlaybookRow, 'id' | 'playbookTemplateId' | 'definition' | 'wizard'> & { convertedAt?: Date };

async function insertPlaybook(ownerUserId: OwnerId, row: NewRow): Promise<void> {
  const at = new Date();
  await database()
    .insert(schema.playbooks)
    .values({ ...row, ownerUserId, workflowIds: {}, applied: {}, createdAt: at, lastUpdatedAt: at });
}
