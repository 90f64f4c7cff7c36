import type { Schedule, StepOf, StepType, WorkflowStep } from '@portage/workflow';

/** Kinds whose summary says enough without the name of the kind; their icon is beside it. */
const speaksForItself: readonly StepType[] = ['HttpRequest', 'CustomScript', 'DelayStep', 'EndStep', 'DataStorage'];

/**
 * The second line of a step's card: what the person wrote about it, else what it does, else its kind.
 *
 * @param word the name of its kind.
 */
export function aboutStep(step: WorkflowStep, word: string): string {
  const description = step.description?.trim();
  if (description) return description;
  const summary = summaryOf(step);
  if (summary === '') return word;
  return speaksForItself.includes(step.type) ? summary : `${word} · ${summary}`;
}

/** What a step does, in a few words for its card: "POST example.com"; empty when nothing can be said yet. */
export function summaryOf(step: WorkflowStep): string {
  switch (step.type) {
    case 'Trigger':
      return triggerSummary(step);
    case 'HttpRequest':
      return step.url.trim() === '' ? '' : `${step.httpMethod ?? 'GET'} ${hostOf(step.url)}`;
    case 'CustomScript':
      return firstLineOf(step.script);
    case 'Branch':
      return step.conditionGroups.map((group) => group.name).join(' / ');
    case 'Loop':
      return collectionOf(step.listContextDataEntityName ?? '');
    case 'DataStorage':
      return storageSummary(step);
    case 'DelayStep':
      return delaySummary(step);
    case 'EndStep':
      return { Workflow: 'Ends the workflow', Loop: 'Ends the loop', LoopIteration: 'Ends this round' }[step.endStepScope ?? 'Workflow'];
    case 'ConnectorOperation':
      return step.operationId ?? '';
    case 'SyncStep':
      return step.syncType ?? 'Products';
    case 'GetDataStep':
    case 'DashboardStep':
      return step.getDataDataType ?? 'Orders';
    case 'DashboardItemStep':
      return `${step.operation ?? 'Create'} ${step.itemType ?? 'Company'}`;
    case 'IntegrationStep':
      return step.implementationType ?? '';
    default:
      return step satisfies never;
  }
}

function triggerSummary(step: StepOf<'Trigger'>): string {
  if (step.triggerType === 'Scheduled') return step.schedule ? scheduleSummary(step.schedule) : 'Scheduled';
  return { Manual: 'Manual', Webhook: 'Webhook', ConnectorEvent: 'Connector Event' }[step.triggerType];
}

function scheduleSummary({ period, frequency = 1 }: Schedule): string {
  if (period === 'OneTime') return 'Once';
  return frequency === 1 ? `Every ${period.toLowerCase()}` : `Every ${frequency} ${period.toLowerCase()}s`;
}

/** The host where the address has one, else the address as it stands. */
function hostOf(url: string): string {
  const match = /^\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url);
  return (match?.[1] ?? url).trim();
}

function firstLineOf(script: string): string {
  const line = script.split('\n').find((one) => one.trim() !== '' && !/^\s*(\/\/|\/\*)/.test(one));
  return (line ?? '').trim().slice(0, 80);
}

/** `$Steps["start"].Payload.lines` reads as "start.Payload.lines". */
function collectionOf(expression: string): string {
  const short = expression
    .trim()
    .replace(/^\$\{?\s*/, '')
    .replace(/\}$/, '');
  return short.replace(/^Steps\["((?:[^"\\]|\\.)*)"\]/, '$1');
}

function storageSummary({ dataStorageOperation, keyValues }: StepOf<'DataStorage'>): string {
  const keys = keyValues.map(({ key }) => key).filter((key) => key !== '');
  return keys.length === 0 ? '' : `${{ Create: 'Sets', Update: 'Updates', Delete: 'Deletes' }[dataStorageOperation]} ${keys.join(', ')}`;
}

function delaySummary({ delayValue, delayType = 'Seconds' }: StepOf<'DelayStep'>): string {
  const unit = delayType.toLowerCase();
  return `Waits ${delayValue} ${delayValue === 1 ? unit.slice(0, -1) : unit}`;
}
