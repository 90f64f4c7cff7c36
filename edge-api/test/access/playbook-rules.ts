import type { Calls } from '@portage/contracts/calls';
import type { Belongings } from './belongings.ts';
import type { Rule } from './rule.ts';

const ofPlaybook = (suffix: string) => (of: Belongings) => ({ path: `/api/playbooks/${of.playbookId}${suffix}` });
const ofTemplate = (of: Belongings) => ({ path: `/api/playbook-templates/${of.playbookTemplateId}` });

function newTemplate({ commonConnectorTypeId }: Belongings): string {
  return JSON.stringify({
    name: 'New pets',
    description: 'Pets move.',
    connectors: ['old', 'new'].map((key) => ({ key, connectorTypeId: commonConnectorTypeId, stepName: key, text: 'Choose.' })),
    workflows: [
      {
        ...{ id: 'pets', name: 'Pets', description: 'Pets move.' },
        ...{ from: { connector: 'old', entity: 'Pets' }, to: { connector: 'new', entity: 'Pets' } },
        mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
      },
    ],
    endPage: { title: 'Done', text: 'They moved.' },
  });
}

export const playbookRules = {
  'GET /api/playbook-templates': { kind: 'list', ask: () => ({ path: '/api/playbook-templates' }) },
  'GET /api/playbook-templates/{id}': { kind: 'common', ask: ofTemplate },
  'POST /api/playbook-templates': {
    kind: 'admin',
    ask: (of) => ({ path: '/api/playbook-templates', body: { id: `new-${crypto.randomUUID()}`, yaml: newTemplate(of) } }),
  },
  'GET /api/playbook-templates/{id}/yaml': { kind: 'admin', ask: (of) => ({ path: `${ofTemplate(of).path}/yaml` }) },
  'PUT /api/playbook-templates/{id}': { kind: 'admin', ask: (of) => ({ ...ofTemplate(of), body: { yaml: newTemplate(of) } }) },
  'PATCH /api/playbook-templates/{id}': { kind: 'admin', ask: (of) => ({ ...ofTemplate(of), body: { isActive: false } }) },
  'DELETE /api/playbook-templates/{id}': { kind: 'admin', ask: ofTemplate },
  'GET /api/playbooks': { kind: 'list', ask: () => ({ path: '/api/playbooks' }) },
  'POST /api/playbooks': {
    kind: 'self',
    ask: (of) => ({ path: '/api/playbooks', body: { playbookTemplateId: of.playbookTemplateId } }),
  },
  'GET /api/playbooks/schema-fields': {
    kind: 'thing',
    ask: (of) => ({
      path: `/api/playbooks/schema-fields?sourceEntity=Newborns&targetEntity=Animals&targetConnectorId=${of.connectorId}`,
    }),
  },
  'GET /api/playbooks/{id}': { kind: 'thing', ask: ofPlaybook('') },
  'DELETE /api/playbooks/{id}': { kind: 'thing', ask: ofPlaybook('') },
  'PUT /api/playbooks/{id}/wizard/steps/{stepId}/save': {
    kind: 'thing',
    ask: (of) => ({ ...ofPlaybook('/wizard/steps/preview/save')(of), body: { step: { id: 'preview' } } }),
  },
  'DELETE /api/playbooks/{id}/wizard/steps/{stepId}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/playbooks/${of.openPlaybookId}/wizard/steps/flow-2` }),
  },
  'GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill': {
    kind: 'thing',
    // This step has its own question instead of values to fill.
    ownerStatus: 400,
    ask: ofPlaybook('/wizard/steps/setup/values-to-fill'),
  },
  'POST /api/playbooks/{id}/preview': {
    kind: 'thing',
    ask: (of) => ({ ...ofPlaybook('/preview')(of), body: { workflowTemplateId: 'pets' } }),
  },
  'POST /api/playbooks/{id}/update-from-wizard': { kind: 'thing', ask: ofPlaybook('/update-from-wizard') },
  'GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}': { kind: 'thing', ask: ofPlaybook('/lookup-options/setup/vet') },
  'GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}': { kind: 'thing', ask: ofPlaybook('/default-mappings/pets') },
  'POST /api/playbooks/{id}/pause': { kind: 'thing', ask: ofPlaybook('/pause') },
  'POST /api/playbooks/{id}/resume': { kind: 'thing', ask: ofPlaybook('/resume') },
  'GET /api/playbooks/{id}/template-changes': { kind: 'thing', ask: ofPlaybook('/template-changes') },
  'POST /api/playbooks/{id}/take-newer-template': { kind: 'thing', ask: ofPlaybook('/take-newer-template') },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
