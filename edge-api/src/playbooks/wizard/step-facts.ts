import { textAt } from '@portage/connectors/events';
import type { LookupEntry } from '@portage/connectors/schema';
import { findConnector } from '@portage/database';
import {
  collectAnswers,
  collectConnectorIds,
  fillText,
  getStepKind,
  getWrittenAnswer,
  listAnswerNames,
  type StepAnswers,
  type StepFacts,
  type TemplateDefinition,
  type TemplateQuestion,
  type Wizard,
  type WizardStep,
  withStepIntegrations,
} from '@portage/playbooks';
import { connectionObject } from '../../connectors/connection-object.ts';
import { hiddenNamesFor, stepsFor } from '../../hidden-steps/visible-to.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { mappingProblem } from '../../integrations/check-mappings.ts';
import { findInConnectorSteps } from '../../workflows/connector-step-problems.ts';
import type { OpenPlaybook } from '../model/stored-playbook.ts';
import { connectedSteps } from '../model/workflow-template-steps.ts';
import { loadPriceLists } from '../price-lists/price-lists.ts';
import { findNamed, lookUp, searchesItself } from './look-up.ts';

/** External facts that saving a step needs. @throws ApiProblem with words that the step shows */
export async function gatherFacts(row: OpenPlaybook, step: WizardStep, written: StepAnswers, context: UserContext): Promise<StepFacts> {
  const { definition, wizard } = row;
  for (const mappings of Object.values(written.mappings ?? {})) {
    const problem = mappingProblem(mappings, () => false);
    if (problem) throw new ApiProblem(400, 'mapping', problem.message);
  }
  switch (getStepKind(step)) {
    case 'connector':
      return { connector: await usableConnector(step, written, context) };
    case 'setup':
      return setupFacts(definition, wizard, written, context);
    case 'integrations':
      return integrationsFacts(row, step, written, context);
    default:
      return {};
  }
}

/** The caller's own connector, with whether it works: tested again only if the step gets another one, or the last test failed. */
async function usableConnector(step: WizardStep, written: StepAnswers, { db, env, user }: UserContext) {
  const connectorId = written.connectorId === undefined ? step.connectorId : written.connectorId;
  const connector = connectorId ? await findConnector(db, user.id, connectorId) : null;
  if (!connector) return null;
  const { id, name, connectorTypeId, testedAt, connectionProblem } = connector;
  const known = { id, name, connectorTypeId };
  if (id === step.connectorId && testedAt !== null && connectionProblem === null) return { ...known, isWorking: true, message: '' };
  const { isSuccess, message } = await connectionObject(env, id).testConnection({ ownerUserId: user.id, connectorId: id });
  return { ...known, isWorking: isSuccess, message: `“${name}” does not work: ${message}` };
}

async function setupFacts(definition: TemplateDefinition, wizard: Wizard, written: StepAnswers, context: UserContext): Promise<StepFacts> {
  const connectorIds = collectConnectorIds(definition, wizard);
  const answers = collectAnswers(definition, wizard);
  for (const { name } of definition.setup?.questions ?? []) {
    const value = getWrittenAnswer(written, name);
    if (value) answers.set(name, value);
    else if (value === null) answers.delete(name);
  }
  const found = new Map<string, string | null>();
  for (const question of definition.setup?.questions ?? []) {
    if (question.kind !== 'found') continue;
    // A record found before the step changed says nothing about the new answers.
    answers.delete(question.name);
    const record = await findRecord(question, connectorIds, answers, context);
    const id = record?.id ?? null;
    found.set(question.name, id);
    if (id !== null) answers.set(question.name, id);
    // The step reports it: later records are looked up once it exists.
    else if (question.isRequired) break;
  }
  const [choices, lists] = await Promise.all([
    offeredChoices(definition, wizard, connectorIds, answers, context),
    loadPriceLists(definition, connectorIds, context),
  ]);
  const now = context.now();
  if (!lists) return { found, choices, now };
  const priceLists = { levelIds: lists.priceLevels.map(({ id }) => id), bookIds: lists.priceBooks.map(({ id }) => id) };
  return { found, choices, priceLists, now };
}

/** Choices for questions whose answer changes in this save. Skips lists the remote system searches. */
async function offeredChoices(
  definition: TemplateDefinition,
  wizard: Wizard,
  connectorIds: ReadonlyMap<string, string>,
  answers: ReadonlyMap<string, string>,
  context: UserContext,
): Promise<Map<string, string[]>> {
  const before = collectAnswers(definition, wizard);
  const changed = (definition.setup?.questions ?? []).filter(
    ({ kind, name }) => kind === 'choice' && answers.has(name) && answers.get(name) !== before.get(name),
  );
  const offered = await Promise.all(
    changed.map(async ({ name, connector, lookup }) => {
      const connectorId = connectorIds.get(connector ?? '');
      if (connectorId === undefined || !lookup || searchesItself(lookup)) return null;
      const choices = await lookUp({ connectorId, lookup, answers, search: '' }, context);
      return [name, choices.map(({ id }) => id)] as const;
    }),
  );
  return new Map(offered.filter((one) => one !== null));
}

/** The record that a `found` question names; null: the system has no such record, or it can't be looked up yet. */
export async function findRecord(
  { connector, connectorField, lookup, equals }: TemplateQuestion,
  connectorIds: ReadonlyMap<string, string>,
  answers: ReadonlyMap<string, string>,
  context: UserContext,
): Promise<LookupEntry | null> {
  const connectorId = connectorIds.get(connector ?? '');
  if (connectorId === undefined || !lookup || listAnswerNames(lookup.parameters).some((name) => !answers.has(name))) return null;
  if (connectorField !== undefined && (await lacksField(connectorId, connectorField, context))) return null;
  if (equals === undefined) return (await lookUp({ connectorId, lookup, answers, search: '' }, context))[0] ?? null;
  const name = fillText(equals, answers);
  return name ? findNamed({ connectorId, lookup, answers }, name, context) : null;
}

/** @param field such as `customOptions.locationId` */
async function lacksField(connectorId: string, field: string, { db, user }: UserContext): Promise<boolean> {
  const connector = await findConnector(db, user.id, connectorId);
  return connector !== null && textAt(connector, field) === null;
}

async function integrationsFacts(row: OpenPlaybook, step: WizardStep, written: StepAnswers, context: UserContext): Promise<StepFacts> {
  const workflowSteps = await connectedSteps(row, step, context);
  if (!workflowSteps) return {};
  const filled = withStepIntegrations(workflowSteps, written.stepIntegrations ?? step.stepIntegrations ?? []);
  const { problems } = await findInConnectorSteps(context, filled);
  const hidden = hiddenNamesFor(context.user, workflowSteps);
  return {
    workflowSteps,
    shownSteps: stepsFor(context.user, workflowSteps).steps,
    stepProblems: problems.filter(({ stepId }) => !hidden.has(stepId)),
  };
}
