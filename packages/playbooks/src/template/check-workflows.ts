import { parsePath } from '@portage/connectors/schema';
import { brokenPath, ExpressionError, expressionReferences } from '@portage/workflow';
import { listAnswerNames } from './answer-places.ts';
import { findTemplateMappings } from './known-mappings.ts';
import { checkAnswerNames, connectorProblem, repeated } from './name-problems.ts';
import type { TemplateDefinition, TemplateWorkflow } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

export function checkWorkflows(definition: TemplateDefinition): TemplateProblem[] {
  const { workflows, workflowTemplateIds, workflowTemplateIdsToRunAfterFinish } = definition;
  return [
    ...repeated(workflows, ({ id }) => id).map(([at, id]) => ({
      path: `workflows[${at}].id`,
      message: `Two workflows have the id “${id}”.`,
    })),
    ...repeated(workflowTemplateIds, (id) => id).map(([at, id]) => ({
      path: `workflowTemplateIds[${at}]`,
      message: `“${id}” appears twice.`,
    })),
    ...workflowTemplateIds.flatMap((id, at) =>
      workflows.some((workflow) => workflow.id === id)
        ? [{ path: `workflowTemplateIds[${at}]`, message: `A workflow of this template has the id “${id}”.` }]
        : [],
    ),
    ...workflowTemplateIdsToRunAfterFinish.flatMap((id, at) =>
      workflowTemplateIds.includes(id)
        ? []
        : [{ path: `workflowTemplateIdsToRunAfterFinish[${at}]`, message: `workflowTemplateIds does not name “${id}”.` }],
    ),
    ...workflows.flatMap((workflow, at) => checkWorkflow(definition, workflow, `workflows[${at}]`)),
  ];
}

function checkWorkflow(definition: TemplateDefinition, workflow: TemplateWorkflow, path: string): TemplateProblem[] {
  const { from, to, dependents, isForEachPriceLevel } = workflow;
  const questions = definition.setup?.questions.map(({ name }) => name) ?? [];
  const problems = [
    ...connectorProblem(definition, from.connector, `${path}.from.connector`),
    ...connectorProblem(definition, to.connector, `${path}.to.connector`),
  ];
  if (problems.length > 0) return problems;
  if (from.connector === to.connector)
    problems.push({ path: `${path}.to.connector`, message: 'Choose a connector other than the one that’s read.' });
  if (isForEachPriceLevel && !definition.setup?.priceMapping) {
    problems.push({ path: `${path}.isForEachPriceLevel`, message: 'The setup step has no priceMapping.' });
  }
  if (!workflow.mappings && findTemplateMappings(definition, from, to) === null) {
    problems.push({ path: `${path}.mappings`, message: `Portage knows no mappings of ${from.entity} to ${to.entity}: give them here.` });
  }
  const deletions = typeof workflow.carriesDeletions === 'object' ? [workflow.carriesDeletions.answer] : [];
  problems.push(...checkAnswerNames(questions, deletions, `${path}.carriesDeletions`));
  for (const member of ['from', 'to', 'mappings', 'addMappings'] as const) {
    problems.push(...checkAnswerNames(questions, listAnswerNames(workflow[member]), `${path}.${member}`));
  }
  problems.push(...expressionProblems([...(workflow.mappings ?? []), ...toRows(workflow.addMappings)], path));
  problems.push(
    ...repeated(dependents, (one) => one.to).map(([at, name]) => ({
      path: `${path}.dependents[${at}].to`,
      message: `“${name}” appears twice.`,
    })),
  );
  for (const [at, dependent] of dependents.entries()) {
    const place = `${path}.dependents[${at}]`;
    const { mappings = [], addMappings, link } = dependent;
    problems.push(...expressionProblems([...mappings, ...toRows(addMappings), ...(link ? [link] : [])], place));
    problems.push(...checkAnswerNames(questions, listAnswerNames([dependent.mappings, dependent.addMappings, dependent.link]), place));
  }
  return problems;
}

interface Row {
  fromParameterExpression: string;
  toParameterPath: string;
}

function toRows(added: Readonly<Record<string, string>>): Row[] {
  return Object.entries(added).map(([toParameterPath, fromParameterExpression]) => ({ fromParameterExpression, toParameterPath }));
}

/** Expressions and paths that no sync could execute. */
function expressionProblems(rows: readonly Row[], path: string): TemplateProblem[] {
  return rows.flatMap(({ fromParameterExpression, toParameterPath }) => {
    const at = `${path}.mappings["${toParameterPath}"]`;
    const [group] = parsePath(toParameterPath.replaceAll(/\[\+?\]/g, '[0]')) ?? [];
    if (!['body', 'query', 'path', 'header', 'match'].includes(String(group))) {
      return [{ path: at, message: `“${toParameterPath}” is not the path of a field, such as body.name.` }];
    }
    const message = expressionFlaw(fromParameterExpression);
    return message === null ? [] : [{ path: at, message }];
  });
}

function expressionFlaw(expression: string): string | null {
  try {
    expressionReferences(expression);
    return brokenPath(expression)?.message ?? null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
