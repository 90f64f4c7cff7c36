import { listAnswerNames } from './answer-places.ts';
import { checkAnswerNames, connectorProblem, repeated } from './name-problems.ts';
import type { TemplateDefinition, TemplateQuestion } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

export function checkQuestions(definition: TemplateDefinition): TemplateProblem[] {
  const { setup, workflows } = definition;
  if (!setup) return [];
  const { questions, priceMapping, showsMappingOf } = setup;
  const names = questions.map(({ name }) => name);
  return [
    ...repeated(questions, ({ name }) => name).map(([at, name]) => ({
      path: `setup.questions[${at}].name`,
      message: `Two questions are called “${name}”.`,
    })),
    ...questions.flatMap((question, at) => checkQuestion(definition, question, `setup.questions[${at}]`, names)),
    ...circles(questions),
    ...(priceMapping ? connectorProblem(definition, priceMapping.netSuiteConnector, 'setup.priceMapping.netSuiteConnector') : []),
    ...(priceMapping ? connectorProblem(definition, priceMapping.salesForceConnector, 'setup.priceMapping.salesForceConnector') : []),
    ...showsMappingOf.flatMap((id, at) =>
      workflows.some((workflow) => workflow.id === id)
        ? []
        : [{ path: `setup.showsMappingOf[${at}]`, message: `There is no workflow “${id}”.` }],
    ),
  ];
}

function checkQuestion(
  definition: TemplateDefinition,
  question: TemplateQuestion,
  path: string,
  names: readonly string[],
): TemplateProblem[] {
  const { kind, connector, connectorField, lookup, equals, name } = question;
  const problems: TemplateProblem[] = [];
  const isAsked = kind === 'choice' || kind === 'found';
  if (isAsked && connector === undefined) problems.push({ path: `${path}.connector`, message: `A ${kind} is asked from a connector.` });
  if (isAsked && !lookup) problems.push({ path: `${path}.lookup`, message: `A ${kind} needs a look-up.` });
  if (!isAsked && lookup) problems.push({ path: `${path}.lookup`, message: `A ${kind} is typed, so it has no look-up.` });
  problems.push(...checkAnswers(question, path));
  if (kind !== 'found' && equals !== undefined) {
    problems.push({ path: `${path}.equals`, message: 'Only a question of the kind found has a name to look for.' });
  }
  if (kind !== 'found' && question.showsValue !== undefined) {
    problems.push({ path: `${path}.showsValue`, message: 'Only a question of the kind found shows what it found.' });
  }
  if (kind !== 'found' && connectorField !== undefined) {
    problems.push({ path: `${path}.connectorField`, message: 'Only a question of the kind found looks at a field of the connector.' });
  }
  if (connector !== undefined) problems.push(...connectorProblem(definition, connector, `${path}.connector`));
  const used = listAnswerNames([lookup?.parameters, equals]);
  problems.push(...checkAnswerNames(names, used, `${path}.lookup`));
  if (used.includes(name)) problems.push({ path: `${path}.lookup`, message: 'A question cannot need its own answer.' });
  return problems;
}

function checkAnswers({ kind, options, default: usual }: TemplateQuestion, path: string): TemplateProblem[] {
  if ((kind === 'options') !== (options !== undefined && options.length > 0)) {
    const message = kind === 'options' ? 'A question of the kind options needs options.' : `A ${kind} has no options.`;
    return [{ path: `${path}.options`, message }];
  }
  if (usual === undefined) return [];
  const known =
    kind === 'options' ? (options ?? []).map(({ value }) => value) : kind === 'date' ? ['today'] : kind === 'start' ? ['now'] : [];
  if (known.includes(usual)) return [];
  const message = known.length > 0 ? `The default of this question is ${known.join(' or ')}.` : `A ${kind} has no default.`;
  return [{ path: `${path}.default`, message }];
}

/** Questions that need each other's answers can never be asked. */
function circles(questions: readonly TemplateQuestion[]): TemplateProblem[] {
  const needs = new Map(questions.map((question) => [question.name, listNeededAnswers(question).filter((name) => name !== question.name)]));
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  return questions.flatMap(({ name }, at) =>
    reaches(name, name, new Set())
      ? [{ path: `setup.questions[${at}].lookup`, message: `“${name}” needs the answer to a question that needs this one.` }]
      : [],
  );
}

/** Names of the questions that must be answered before a question's look-up. */
export function listNeededAnswers({ lookup, equals }: Pick<TemplateQuestion, 'lookup' | 'equals'>): string[] {
  return listAnswerNames([lookup?.parameters, equals]);
}
