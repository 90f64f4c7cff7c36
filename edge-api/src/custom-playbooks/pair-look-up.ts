import { shippedTemplateBundle } from '@portage/playbooks/shipped';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { findRecord } from '../playbooks/wizard/step-facts.ts';

/**
 * Looks up the choices of a setup question for a built-in pair.
 *
 * @param parameters replace the look-up's own
 * @returns null if there is no such record, and for a connector to another system
 * @throws ApiProblem 404 for others' connectors, 502 with the system's own words
 */
export async function findForPair(
  templateId: string,
  name: string,
  connectorId: string,
  context: UserContext,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const template = shippedTemplateBundle.templates.find(({ id }) => id === templateId);
  const question = template?.definition.setup?.questions.find((one) => one.name === name);
  if (!question?.lookup) throw new Error(`${templateId} doesn’t ask for ${name}`);
  const asked = { ...question, lookup: { ...question.lookup, parameters: { ...question.lookup.parameters, ...parameters } } };
  try {
    const record = await findRecord(asked, new Map([[question.connector ?? '', connectorId]]), new Map(), context);
    return record?.id ?? null;
  } catch (error) {
    // The connector's document has no such operation.
    if (error instanceof ApiProblem && error.status === 400) return null;
    throw error;
  }
}
