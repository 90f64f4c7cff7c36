/** Connectors by the type they were chosen for. */
export type ConnectorChoices = Readonly<Record<string, string>>;

const keyOf = (templateId: string) => `portage:template-connectors:${templateId}`;

/** Keeps the choices for a template in this tab while the person is away adding a connector (spec TPL-26). */
export function keepChoices(storage: Storage, templateId: string, choices: ConnectorChoices): void {
  try {
    storage.setItem(keyOf(templateId), JSON.stringify(choices));
  } catch {
    // A browser that keeps nothing: it is chosen again.
  }
}

/** The kept choices; empty if there are none or they cannot be read. */
export function keptChoices(storage: Storage, templateId: string): ConnectorChoices {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(templateId)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

export function forgetChoices(storage: Storage, templateId: string): void {
  try {
    storage.removeItem(keyOf(templateId));
  } catch {
    // Nothing was kept either.
  }
}
