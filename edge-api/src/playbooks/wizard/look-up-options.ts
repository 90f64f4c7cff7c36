import {
  collectAnswers,
  collectConnectorIds,
  getStepKind,
  pairOfStep,
  type TemplateDefinition,
  type Wizard,
  type WizardStep,
} from '@portage/playbooks';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { ownPlaybook } from '../model/change-playbook.ts';
import { loadPriceLists } from '../price-lists/price-lists.ts';
import { lookUp } from './look-up.ts';
import { findRecord } from './step-facts.ts';

interface AskedField {
  fieldName: string;
  search: string;
}

interface Option {
  value: string;
  label: string;
}

/**
 * API-138: the choices for a step's question. For a setup step with a price mapping, `priceLevels` and `priceBooks` are choices too.
 *
 * @throws ApiProblem 404 for steps and fields that don't exist, 400 before what they need is chosen, 502 with the system's words
 */
export async function lookUpOptions(
  { id, stepId, ...field }: { id: string; stepId: string } & AskedField,
  context: UserContext,
): Promise<Option[]> {
  const row = await ownPlaybook(id, context);
  const { definition, wizard } = row;
  const step = wizard.steps.find((one) => one.id === stepId);
  if (!step) throw notFound('This step');
  if (getStepKind(step) === 'setup') return setupOptions(definition, wizard, field, context);
  if (getStepKind(step) === 'flow') return fieldOptions(definition, wizard, step, field, context);
  throw fieldNotFound();
}

async function setupOptions(definition: TemplateDefinition, wizard: Wizard, { fieldName: name, search }: AskedField, context: UserContext) {
  const connectorIds = collectConnectorIds(definition, wizard);
  if (definition.setup?.priceMapping && (name === 'priceLevels' || name === 'priceBooks')) {
    const lists = await loadPriceLists(definition, connectorIds, context);
    return asOptions((name === 'priceLevels' ? lists?.priceLevels : lists?.priceBooks) ?? []);
  }
  const question = definition.setup?.questions.find((one) => one.name === name);
  if (!question?.lookup || question.connector === undefined) throw fieldNotFound();
  const connectorId = connectorIds.get(question.connector);
  if (connectorId === undefined) throw connectorNotChosen(definition, question.connector);
  const answers = collectAnswers(definition, wizard);
  if (question.kind === 'found') {
    const found = await findRecord(question, connectorIds, answers, context);
    return asOptions(found === null ? [] : [question.showsValue ? { ...found, name: found.id } : found]);
  }
  return asOptions(await lookUp({ connectorId, lookup: question.lookup, answers, search }, context));
}

async function fieldOptions(
  definition: TemplateDefinition,
  wizard: Wizard,
  step: WizardStep,
  { fieldName: name, search }: AskedField,
  context: UserContext,
) {
  const { applications } = definition;
  const fields = (applications?.pairs ?? []).flatMap(({ additionalFields }) => additionalFields);
  const ofPair = applications ? pairOfStep(applications, step)?.additionalFields : undefined;
  // Before the step is saved, the pair isn't known: a field with this name is looked up the same way for any pair.
  const field = ofPair?.find((one) => one.name === name) ?? fields.find((one) => one.name === name);
  if (!field?.lookup) throw fieldNotFound();
  const connectorId = collectConnectorIds(definition, wizard).get(field.connector);
  if (connectorId === undefined) throw connectorNotChosen(definition, field.connector);
  const answers = collectAnswers(definition, wizard);
  for (const [key, value] of Object.entries(step.integrationFlowAdditionalData ?? {})) if (value) answers.set(key, value);
  return asOptions(await lookUp({ connectorId, lookup: field.lookup, answers, search }, context));
}

function asOptions(choices: readonly { id: string; name: string }[]): Option[] {
  return choices.map(({ id, name }) => ({ value: id, label: name }));
}

function connectorNotChosen({ connectors }: TemplateDefinition, key: string) {
  const name = connectors.find((connector) => connector.key === key)?.stepName ?? key;
  return invalid(`Choose a connector in “${name}” first.`);
}

function fieldNotFound() {
  return notFound('A list of choices for this field');
}
