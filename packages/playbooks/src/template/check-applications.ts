import { listAnswerNames } from './answer-places.ts';
import { checkAnswerNames, connectorProblem, repeated } from './name-problems.ts';
import type { TemplateDefinition } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Checks the configuration of an integration application (PB-13). */
export function checkApplications(definition: TemplateDefinition): TemplateProblem[] {
  const { applications, integrationType, connectors } = definition;
  if (!applications) {
    if (integrationType !== 'IntegrationApplication') return [];
    return [{ path: 'applications', message: 'An integration application says what it can carry.' }];
  }
  const problems: TemplateProblem[] = [];
  if (integrationType !== 'IntegrationApplication') {
    problems.push({ path: 'integrationType', message: 'A template with applications is an IntegrationApplication.' });
  }
  if (connectors.length !== 2) problems.push({ path: 'connectors', message: 'An integration application joins two connectors.' });
  const pairName = (pair: (typeof applications.pairs)[number]) => `${pair.sourceEntity} to ${pair.targetEntity}`;
  for (const [at, name] of repeated(applications.pairs, pairName)) {
    problems.push({ path: `applications.pairs[${at}]`, message: `The pair “${name}” appears twice.` });
  }
  const questions = definition.setup?.questions.map(({ name }) => name) ?? [];
  for (const [at, { additionalFields }] of applications.pairs.entries()) {
    const path = `applications.pairs[${at}].additionalFields`;
    for (const [index, name] of repeated(additionalFields, (field) => field.name)) {
      problems.push({ path: `${path}[${index}].name`, message: `Two fields are called “${name}”.` });
    }
    for (const [index, { connector, type, format, lookup }] of additionalFields.entries()) {
      problems.push(...connectorProblem(definition, connector, `${path}[${index}].connector`));
      if (type === 'custom' && !lookup) problems.push({ path: `${path}[${index}].lookup`, message: 'A custom field needs a look-up.' });
      if (type !== 'string' && format) problems.push({ path: `${path}[${index}].format`, message: 'Only a string has a format.' });
      const others = additionalFields.filter((_, other) => other !== index).map(({ name }) => name);
      problems.push(...checkAnswerNames([...questions, ...others], listAnswerNames(lookup?.parameters), `${path}[${index}].lookup`));
    }
  }
  return problems;
}
