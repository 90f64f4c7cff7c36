import type { TemplateDefinition } from '../template/template-definition.ts';

/** The changes in a newer version of a template, in sentences for the owner of a playbook; empty: none. */
export function templateChanges(before: TemplateDefinition, after: TemplateDefinition): string[] {
  const sentences = [...workflowChanges(before, after), ...questionChanges(before, after), ...connectorChanges(before, after)];
  if (sentences.length > 0) return sentences;
  // Name and description come from the list, whatever version a playbook has.
  const rest = ({ name: _, description: __, ...definition }: TemplateDefinition) => JSON.stringify(definition);
  return rest(before) === rest(after) ? [] : ['Texts and settings of the wizard change. What is synced stays the same.'];
}

function workflowChanges(before: TemplateDefinition, after: TemplateDefinition): string[] {
  const sentences: string[] = [];
  for (const workflow of after.workflows) {
    const old = before.workflows.find(({ id }) => id === workflow.id);
    if (!old) sentences.push(`“${workflow.name}” is new: ${sentence(workflow.description)}`);
    else if (!isSame(withoutTexts(old), withoutTexts(workflow))) sentences.push(`“${workflow.name}” changes what it reads or writes.`);
    else if (old.name !== workflow.name) sentences.push(`“${old.name}” is called “${workflow.name}”.`);
  }
  for (const { id, name } of before.workflows) {
    if (!after.workflows.some((workflow) => workflow.id === id))
      sentences.push(`“${name}” is no longer part of it: its workflow is deleted.`);
  }
  for (const id of after.workflowTemplateIds) {
    if (!before.workflowTemplateIds.includes(id)) sentences.push('It creates one more workflow.');
  }
  for (const id of before.workflowTemplateIds) {
    if (!after.workflowTemplateIds.includes(id)) sentences.push('It has one workflow fewer; that workflow is deleted.');
  }
  return sentences;
}

function questionChanges(before: TemplateDefinition, after: TemplateDefinition): string[] {
  const [old, questions] = [before.setup?.questions ?? [], after.setup?.questions ?? []];
  const isNew = questions.filter(({ name }) => !old.some((question) => question.name === name));
  const isGone = old.filter(({ name }) => !questions.some((question) => question.name === name));
  return [
    ...isNew.map(({ title, isRequired }) => `The wizard asks for “${title}”${isRequired ? '' : ', which may stay empty'}.`),
    ...isGone.map(({ title }) => `The wizard no longer asks for “${title}”.`),
    ...(after.setup?.priceMapping && !before.setup?.priceMapping ? ['The wizard asks which price book belongs to which price level.'] : []),
  ];
}

function connectorChanges(before: TemplateDefinition, after: TemplateDefinition): string[] {
  return after.connectors.flatMap(({ key, stepName, connectorTypeId }) => {
    const old = before.connectors.find((connector) => connector.key === key);
    if (!old) return [`It needs one more connector: “${stepName}”.`];
    return old.connectorTypeId === connectorTypeId ? [] : [`“${stepName}” belongs to another application.`];
  });
}

function withoutTexts({ name: _, description: __, ...rest }: TemplateDefinition['workflows'][number]) {
  return rest;
}

/** Both were parsed by the same schema, so their members have the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
