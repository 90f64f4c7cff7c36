import { delayDefaults, type EndStepScope, type Schedule, type StepOf } from '@portage/workflow';
import { operationNameKey, type ReferencedNames } from './step-view.ts';

export const endWords: Record<EndStepScope, string> = {
  Workflow: 'Ends the workflow',
  Loop: 'Ends the loop',
  LoopIteration: 'Ends this iteration',
};

export function callSummary({ url, httpMethod = 'GET' }: StepOf<'HttpRequest'>): string {
  return url.trim() === '' ? '' : `${httpMethod} ${parseHost(url)}`;
}

export function triggerSummary(step: StepOf<'Trigger'>): string {
  if (step.triggerType === 'Scheduled') return step.schedule ? scheduleSummary(step.schedule) : 'Scheduled';
  return { Manual: 'Manual', Webhook: 'Webhook', ConnectorEvent: 'Connector Event' }[step.triggerType];
}

function scheduleSummary({ period, frequency = 1 }: Schedule): string {
  if (period === 'OneTime') return 'Once';
  return frequency === 1 ? `Every ${period.toLowerCase()}` : `Every ${frequency} ${period.toLowerCase()}s`;
}

/** The host of the address, or the whole address if it has none. */
function parseHost(url: string): string {
  const match = /^\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url);
  return (match?.[1] ?? url).trim();
}

export function getFirstLine(script: string): string {
  const line = script.split('\n').find((one) => one.trim() !== '' && !/^\s*(\/\/|\/\*)/.test(one));
  return (line ?? '').trim().slice(0, 80);
}

/** Shortens `$Steps["start"].Payload.lines` to "start.Payload.lines". */
export function collectionSummary({ listContextDataEntityName }: StepOf<'Loop'>): string {
  const short = (listContextDataEntityName ?? '')
    .trim()
    .replace(/^\$\{?\s*/, '')
    .replace(/\}$/, '');
  return short.replace(/^Steps\["((?:[^"\\]|\\.)*)"\]/, '$1');
}

const REFERENCE = /\$\{([^{}]*)\}|\$(?:Steps\["(?:[^"\\]|\\.)*"\]|Data\b|Consts\b)(?:\.[\w$]+|\[\d+\])*/g;

/** Shortens each reference in a text to the last name of its path: `Pay ${Steps["start"].Payload.total}?` becomes "Pay {total}?". */
export function templateSummary(text: string): string {
  const short = text.replace(REFERENCE, (whole, inside: string | undefined) => {
    const expression = inside ?? whole;
    const last = /(?:\.([\w$]+)|\["((?:[^"\\]|\\.)*)"\])(?:\[\d+\])*\s*$/.exec(expression);
    return `{${last?.[1] ?? last?.[2] ?? expression.trim()}}`;
  });
  return short.trim().replace(/\s+/g, ' ').slice(0, 80);
}

export function calledSummary({ workflowId, doNotWait }: StepOf<'CallWorkflow'>, names: ReferencedNames): string {
  if (!workflowId) return '';
  const name = names.get(workflowId);
  if (name !== undefined) return `${doNotWait ? 'Starts' : 'Calls'} “${name}”`;
  return doNotWait ? 'Starts another workflow' : 'Waits for another workflow';
}

/** The operation's name; its method and path until the name is known. */
export function operationSummary({ connectorId, operationId }: StepOf<'ConnectorOperation'>, names: ReferencedNames): string {
  if (!operationId) return '';
  return (connectorId && names.get(operationNameKey(connectorId, operationId))) || operationId;
}

const STORAGE_WORDS = {
  Create: (keys: string) => `Sets ${keys}`,
  Update: (keys: string) => `Updates ${keys}`,
  Delete: (keys: string) => `Deletes ${keys}`,
  Add: (keys: string) => `Adds to ${keys}`,
  Append: (keys: string) => `Appends to ${keys}`,
  SetIf: (keys: string) => `Sets ${keys} if unchanged`,
};

export function storageSummary({ dataStorageOperation, keyValues }: StepOf<'DataStorage'>): string {
  const keys = keyValues.map(({ key }) => key).filter((key) => key !== '');
  return keys.length === 0 ? '' : STORAGE_WORDS[dataStorageOperation](keys.join(', '));
}

export function delaySummary({ delayValue, delayType = delayDefaults.delayType }: StepOf<'DelayStep'>): string {
  const unit = delayType.toLowerCase();
  return `Waits ${delayValue} ${delayValue === 1 ? unit.slice(0, -1) : unit}`;
}
