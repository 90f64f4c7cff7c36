/** The action in words, for people who do not know its name in the log. */
const ACTIONS: Readonly<Record<string, string>> = {
  'session.signed-in': 'Signed in',
  'session.sign-in-failed': 'Wrong password',
  'session.sign-in-limited': 'Too many wrong passwords',
  'session.signed-out': 'Signed out',
  'session.refresh-token-reused': 'Session ended: its token was used twice',
  'session.ended': 'Sessions ended',
  'session.impersonation-begun': 'Began to act as another user',
  'impersonation.call': 'Call while acting as another user',
  'user.signed-up': 'Signed up',
  'user.email-confirmed': 'Confirmed the email',
  'user.saved': 'User saved',
  'user.deleted': 'User deleted',
  'user.default-quotas-saved': 'Quotas of new accounts saved',
  'subscription.granted': 'Subscription granted without payment',
  'subscription.grant-ended': 'Granted subscription ended',
  'api-key.created': 'API key made',
  'api-key.revoked': 'API key revoked',
  'api-key.call': 'Call with an API key',
  'password.changed': 'Password changed',
  'password.reset-asked': 'Asked to reset the password',
  'password.reset': 'Password reset',
  'password.reset-failed': 'Password not reset: the link was not valid',
  'workflow.created': 'Workflow created',
  'workflow.saved': 'Workflow saved',
  'workflow.activated': 'Workflow activated',
  'workflow.deactivated': 'Workflow deactivated',
  'workflow.deleted': 'Workflow deleted',
  'workflow.shared': 'Workflow shared by link',
  'workflow.sharing-stopped': 'Link to a workflow withdrawn',
  'workflow.run-by-hand': 'Workflow run by hand',
  'workflow-template.created': 'Template created',
  'workflow-template.saved': 'Template saved',
  'workflow-template.deleted': 'Template deleted',
  'dashboard.created': 'Dashboard created',
  'dashboard-item.deleted': 'Dashboard item deleted',
  'integration.created': 'Integration set up',
  'integration.saved': 'Integration saved',
  'sync-flow.paused': 'Sync paused',
  'sync-flow.resumed': 'Sync resumed',
  'sync-flow.synced-again': 'Records synced again',
  'webhook.refused': 'Webhook refused',
  'connector.created': 'Connector created',
  'connector.saved': 'Connector saved',
  'connector.deleted': 'Connector deleted',
  'connector.authorization-begun': 'Connector: sign-in begun',
  'app.installed': 'Application installed',
  'connector-type.created': 'Connector type created',
  'connector-type.saved': 'Connector type saved',
  'connector-type.deleted': 'Connector type deleted',
  'deployment.registered': 'Version uploaded',
  'deployment.deployed': 'Version went live',
  'deployment.rolled-back': 'Rolled back',
  'deployment.canary-set': 'Canary set',
  'deployment.canary-ended': 'Canary ended',
  'deployment.fell-back': 'Fell back: a version failed',
  'deployment.failing': 'A version fails for people',
  'deployment.held': 'Version held',
  'deployment.released': 'Version no longer held',
  'maintenance.reconciled': 'Schedules and listeners compared with the database',
};

/** An action that is newer than this page keeps its name, in words: `sync.rule-saved` is "Sync: rule saved". */
export function wordsOfAction(action: string): string {
  if (Object.hasOwn(ACTIONS, action)) return ACTIONS[action] ?? action;
  const [kind = '', done = ''] = action.split('.', 2).map((part) => part.replaceAll('-', ' '));
  return capitalised(done ? `${kind}: ${done}` : kind);
}

/** `Email: ada@example.com; Changed: hide billing, dashboard type`. */
export function wordsOfDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && wordsOfValue(value) !== '')
    .map(
      ([name, value]) =>
        `${capitalised(spaced(name))}: ${name === 'changed' && Array.isArray(value) ? value.map((one) => spaced(String(one))).join(', ') : wordsOfValue(value)}`,
    )
    .join('; ');
}

function wordsOfValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(wordsOfValue).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, one]) => `${spaced(name)} ${wordsOfValue(one)}`)
      .join(', ');
  }
  return String(value);
}

/** `workflowQuotaSettings` is "workflow quota settings". */
function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('-', ' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
