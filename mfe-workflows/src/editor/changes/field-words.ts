/** The label of a field in its form, if it differs from its name. */
const LABELS: Readonly<Record<string, string>> = {
  stepId: 'Name',
  nextStepId: 'Next step',
  loopFirstStepId: 'First step of the loop',
  listContextDataEntityName: 'List',
  continueOnFailure: 'Continue on error',
  useErrorPath: 'Error path',
  errorFirstStepId: 'First step of the error path',
  isHiddenFromCustomer: 'Hidden from customer',
  httpMethod: 'HTTP Method',
  url: 'URL',
  useRetry: 'Retry',
  retryAttempts: 'Attempts',
  retryPauseSeconds: 'First pause in seconds',
  retryGrowth: 'Later pauses',
  retryFailures: 'Repeat after',
  timeoutSeconds: 'Time limit',
  responseSampleJson: 'Response Sample JSON',
  payloadSampleJson: 'Payload Sample JSON',
  connectorId: 'Connector',
  connectorTypeId: 'Application',
  sourceConnectorId: 'Source connector',
  targetConnectorId: 'Target connector',
  operationId: 'Operation',
  resourceId: 'Resource',
  eventId: 'Event',
  runTags: 'Run tag',
  notes: 'Note',
  requestParameterMappings: 'Parameter',
  fromParameterExpression: 'Value',
  toParameterPath: 'Name',
  requestParametersSourceType: 'Parameters from',
  pagedItemsLimit: 'Limit',
  resultExpression: 'Collect',
  useAutoPaging: 'All pages',
  dataStorageOperation: 'Operation',
  expirationInHours: 'Expires after (hours)',
  keyValues: 'Item',
  valueExpression: 'Value',
  delayValue: 'Delay',
  delayType: 'Unit',
  endStepScope: 'Ends',
  conditionGroups: 'Condition',
  conditions: 'Comparison',
  logicalOperator: 'And / Or',
  leftExpression: 'Value',
  rightExpression: 'Compare with',
  dashboardId: 'Dashboard ID',
};

/**
 * Where a change is, in the words of the form: `conditionGroups[0].nextStepId` is "Condition 1 › Next step".
 *
 * @param path of a `VersionChange`; names that people wrote, such as those of headers, stay as they are
 */
export function fieldWords(path: string): string {
  return path
    .split('.')
    .map((part, at, parts) => {
      const [name = '', ...places] = part.split('[');
      const isOwn = at > 0 && parts[at - 1] === 'headers';
      return [isOwn ? name : getFieldLabel(name), ...places.map((place) => Number.parseInt(place, 10) + 1)]
        .filter((word) => word !== '')
        .join(' ');
    })
    .join(' › ');
}

function getFieldLabel(name: string): string {
  const label = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
  if (label !== undefined) return label;
  const words = name
    .replace(/(?<=[a-z])Id$/, '')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
