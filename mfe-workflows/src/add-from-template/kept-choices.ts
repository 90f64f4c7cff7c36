import { keep, readKept } from '@portage/area-kit/kept';
/** Connectors by the type they were chosen for. */
export type ConnectorChoices = Readonly<Record<string, string>>;

const keyOf = (templateId: string) => `portage:template-connectors:${templateId}`;

/** Stores the choices for a template in this tab while the person is away adding a connector (spec TPL-26). */
export function keepChoices(storage: Storage, templateId: string, choices: ConnectorChoices): void {
  keep(storage, keyOf(templateId), choices);
}

/** The stored choices; empty if there are none or they cannot be read. */
export function keptChoices(storage: Storage, templateId: string): ConnectorChoices {
  const kept = readKept(storage, keyOf(templateId));
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export function forgetChoices(storage: Storage, templateId: string): void {
  storage.removeItem(keyOf(templateId));
}
