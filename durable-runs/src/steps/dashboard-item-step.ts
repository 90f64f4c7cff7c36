import { cutText } from '@portage/primitives/cut-text';
import { isObject } from '@portage/primitives/json';
import {
  type DashboardItemStep,
  dashboardItemDefaults,
  evaluateExpression,
  evaluateTemplate,
  getItemFields,
  type ItemField,
  itemFieldLabels,
} from '@portage/workflow';
import type { DashboardItemWritten } from '../data/dashboard-item-port.ts';
import { failed, type StepContext, type StepHandler } from '../step-context/step-handler.ts';

/** A page of a hundred items must fit into one response. */
const LONGEST_OBJECT = 100_000;
/** The longest text that fits a PostgreSQL index and a table on a page. */
const LONGEST_TEXT = 500;

class ItemProblem extends Error {
  override readonly name = 'ItemProblem';
}

/**
 * Spec ENG-29, STEP-94..101. Create writes the item, even over an existing one. Update needs an existing item. Delete removes it, and
 * succeeds if there is none. A write that is repeated after a crash takes effect once. The fields of the item's kind go into its object.
 */
export const dashboardItemStep: StepHandler<DashboardItemStep> = {
  actsOutside: () => true,
  async run(step, context) {
    try {
      const { operation = dashboardItemDefaults.operation } = step;
      const { content, ...item } = buildItem(step, context);
      const outcome = await context.writeDashboardItem({
        ...item,
        content: operation === 'Delete' ? null : { ...content, mustExist: operation === 'Update' },
      });
      if (outcome !== 'written') throw new ItemProblem(refusal(outcome, item));
      const response = { ...item, name: content.name };
      return {
        outcome: { kind: 'succeeded' },
        values: { Response: response },
        detail: { request: { operation, ...item, ...(operation === 'Delete' ? {} : content) } },
      };
    } catch (error) {
      if (error instanceof ItemProblem) return failed(error.message);
      throw error;
    }
  },
  describe: (_step, values, detail) => ({ request: detail.request, response: { body: values.Response } }),
};

function refusal(
  outcome: Exclude<DashboardItemWritten, 'written'>,
  item: { dashboardId: string; type: string; externalId: string },
): string {
  if (outcome === 'no-dashboard') return `There is no dashboard "${item.dashboardId}" of this workflow's owner.`;
  return `There is no ${item.type} "${item.externalId}" on the dashboard to update.`;
}

function buildItem(step: DashboardItemStep, { scope }: StepContext) {
  const type = step.itemType ?? dashboardItemDefaults.itemType;
  const { required, named } = getItemFields(type);
  const read = (text: string | null | undefined, label: string) => {
    const value = evaluateTemplate(text ?? '', scope).trim();
    if (value === '') throw new ItemProblem(`${label} is empty.`);
    if (value.includes('\u0000') || !value.isWellFormed()) throw new ItemProblem(`${label} contains characters that cannot be stored.`);
    return value;
  };
  const readShort = (text: string | null | undefined, label: string) => {
    const value = read(text, label);
    if (value.length > LONGEST_TEXT) throw new ItemProblem(`${label} is longer than ${LONGEST_TEXT} characters.`);
    return value;
  };
  const readField = (field: ItemField) => read(step[field], itemFieldLabels[field]);
  const dashboardId = step.dashboardId?.trim() ?? '';
  const source = readShort(step.source ?? dashboardItemDefaults.source, itemFieldLabels.source);
  const externalId = readShort(step.externalId, itemFieldLabels.externalId);
  const own: Record<string, string> = {};
  // The name has its own column.
  for (const field of required) if (field !== 'name') own[field] = readField(field);
  const object = { ...evaluateObject(step.object ?? '', scope), ...own };
  const { length } = JSON.stringify(object);
  if (length > LONGEST_OBJECT) {
    const longest = LONGEST_OBJECT.toLocaleString('en');
    throw new ItemProblem(`Object has ${length.toLocaleString('en')} characters as JSON; an item can have at most ${longest}.`);
  }
  const nameText = named.map((field) => own[field] ?? readField(field)).join(' ');
  // Titles from other systems may have any length; the object keeps them whole.
  return { dashboardId, type, source, externalId, content: { name: cutText(nameText, LONGEST_TEXT), object } };
}

/** A reference to an object, or JSON in which values are filled in, as in an HTTP body. */
function evaluateObject(text: string, scope: StepContext['scope']): object {
  const value = evaluateExpression(text, scope);
  const candidates = typeof value === 'string' ? [() => value, () => evaluateTemplate(text, scope, { escape: 'json' })] : [];
  for (const candidate of candidates) {
    const parsed = tryParseJson(candidate());
    if (isObject(parsed)) return parsed;
  }
  if (isObject(value)) return value;
  throw new ItemProblem('Object is not a JSON object.');
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
