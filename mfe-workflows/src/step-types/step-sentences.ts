import { formatTimeOfDay } from '@portage/primitives/locale';
import { formatLocale } from '@portage/ui';
import {
  delayDefaults,
  type EndResponse,
  type EndStepScope,
  endDefaults,
  expressionWords,
  memberNames,
  type StepOf,
  templateWords,
  triggerWords,
} from '@portage/workflow';
import { conditionWords } from './condition-words.ts';
import { operationNameKey, type ReferencedNames } from './step-view.ts';

/** "Every day at 8:00 AM, Berlin", on the clock of the person's language. */
export function describeTrigger(step: StepOf<'Trigger'>, names: ReferencedNames): string {
  return triggerWords(step, (step.connectorId && names.get(step.connectorId)) || null, (wall) => formatTimeOfDay(wall, formatLocale()));
}

/** A script's size: its text is code. */
export function describeScript({ script }: StepOf<'CustomScript'>): string {
  const text = script.trim();
  const lines = text.split('\n').length;
  return text === '' ? '' : `JavaScript, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
}

/** "Yes if total > 100, otherwise No" */
export function describeBranch({ conditionGroups }: StepOf<'Branch'>): string {
  const last = conditionGroups.length - 1;
  return conditionGroups
    .map((group, index) => {
      const words = conditionWords(group, index === last);
      if (words === 'otherwise') return `otherwise ${group.name}`;
      if (!group.useScript && (group.conditions ?? []).length === 0) return `always ${group.name}`;
      return group.useScript ? `${group.name} by script` : `${group.name} if ${words}`;
    })
    .join(', ');
}

/** "each of orders where status = open" */
export function describeLoop({ listContextDataEntityName }: StepOf<'Loop'>): string {
  const list = expressionWords(listContextDataEntityName ?? '');
  return list === '' ? '' : `each of ${list}`;
}

/** "POST api.example.com/orders" */
export function describeCall({ url, httpMethod = 'GET' }: StepOf<'HttpRequest'>): string {
  return url.trim() === '' ? '' : `${httpMethod} ${withoutScheme(templateWords(url))}`;
}

/** Host and path of an address; its query and a password aren't shown. */
function withoutScheme(url: string): string {
  const match = /^\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^?#]+)/i.exec(url);
  return (match?.[1] ?? url).trim().replace(/\/$/, '');
}

type KeyValue = StepOf<'DataStorage'>['keyValues'][number];

const equation = (verb: string) => (rows: readonly KeyValue[]) =>
  `${verb} ${rows.map((row) => [templateWords(row.key), writeValue(row)].filter(Boolean).join(' = ')).join(', ')}`;
const into = (verb: string, word: string) => (rows: readonly KeyValue[]) =>
  rows.map((row) => `${verb} ${writeValue(row) || 'a value'} ${word} ${templateWords(row.key)}`).join(', ');

const STORAGE_SENTENCES = {
  Create: equation('Sets'),
  Update: equation('Updates'),
  Delete: (rows: readonly KeyValue[]) => `Deletes ${rows.map(({ key }) => templateWords(key)).join(', ')}`,
  Add: into('Adds', 'to'),
  Append: into('Appends', 'to'),
  SetIf: (rows: readonly KeyValue[]) => `${equation('Sets')(rows)} if unchanged`,
};

function writeValue({ valueExpression }: KeyValue): string {
  return expressionWords(valueExpression ?? '');
}

/** "Sets total = sum of lines price" */
export function describeStorage({ dataStorageOperation, keyValues }: StepOf<'DataStorage'>): string {
  const rows = keyValues.filter(({ key }) => key.trim() !== '');
  return rows.length === 0 ? '' : STORAGE_SENTENCES[dataStorageOperation](rows);
}

const END_SENTENCES: Record<EndStepScope, string> = {
  Workflow: 'Ends the workflow',
  Loop: 'Ends the loop',
  LoopIteration: 'Ends this iteration',
};

/** "Responds 200 with order, total" */
export function describeEnd({ endStepScope = endDefaults.endStepScope, response }: StepOf<'EndStep'>): string {
  return response ? describeResponse(response) : END_SENTENCES[endStepScope];
}

function describeResponse({ status, body }: EndResponse): string {
  const responds = `Responds ${expressionWords(status ?? '') || 200}`;
  const text = body?.trim() ?? '';
  if (text === '') return responds;
  const names = memberNames(text)?.join(', ') ?? expressionWords(text);
  return names === '' ? responds : `${responds} with ${names}`;
}

export function describeDelay({ delayValue, delayType = delayDefaults.delayType }: StepOf<'DelayStep'>): string {
  const unit = delayType.toLowerCase();
  return `Waits ${delayValue} ${delayValue === 1 ? unit.slice(0, -1) : unit}`;
}

export function describeCalledWorkflow({ workflowId, doNotWait }: StepOf<'CallWorkflow'>, names: ReferencedNames): string {
  if (!workflowId) return '';
  const name = names.get(workflowId);
  if (name !== undefined) return `${doNotWait ? 'Starts' : 'Calls'} “${name}”`;
  return doNotWait ? 'Starts another workflow' : 'Waits for another workflow';
}

/** "List orders in Shopify"; its method and path until the name is known. */
export function describeOperation({ connectorId, operationId }: StepOf<'ConnectorOperation'>, names: ReferencedNames): string {
  if (!operationId) return '';
  const connector = connectorId ? names.get(connectorId) : undefined;
  const operation = (connectorId && names.get(operationNameKey(connectorId, operationId))) || operationId;
  return connector === undefined ? operation : `${operation} in ${connector}`;
}
