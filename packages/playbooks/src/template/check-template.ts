import { checkApplications } from './check-applications.ts';
import { checkQuestions } from './check-questions.ts';
import { checkWorkflows } from './check-workflows.ts';
import { repeated } from './name-problems.ts';
import type { TemplateDefinition } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Setup steps can't have these names: they are other steps of a wizard (PB-18). */
const TAKEN_TYPES = ['Connector', 'IntegrationFlow', 'Integrations'];

/** Problems that no single member shows: names that lead nowhere, and duplicate names. */
export function checkTemplate(definition: TemplateDefinition): TemplateProblem[] {
  const { connectors, customPlaybookType, workflows, workflowTemplateIds, applications } = definition;
  const problems = repeated(connectors, ({ key }) => key).map(([at, key]) => ({
    path: `connectors[${at}].key`,
    message: `Two connectors have the key “${key}”.`,
  }));
  if (customPlaybookType !== undefined && TAKEN_TYPES.includes(customPlaybookType)) {
    problems.push({ path: 'customPlaybookType', message: `“${customPlaybookType}” is the name of another step. Choose another one.` });
  }
  if (workflows.length === 0 && workflowTemplateIds.length === 0 && !applications) {
    problems.push({
      path: 'workflows',
      message: 'A template must create something: give it workflows, workflowTemplateIds or applications.',
    });
  }
  return [...problems, ...checkQuestions(definition), ...checkWorkflows(definition), ...checkApplications(definition)];
}
