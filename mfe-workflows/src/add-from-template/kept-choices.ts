import { keep, readStoredJson } from '@portage/area-kit/kept';
/** Connector ids by connector type id. */
export type ConnectorChoices = Readonly<Record<string, string>>;

const buildStorageKey = (templateId: string) => `portage:template-connectors:${templateId}`;

/** Stores the choices for a template in this tab while the person is away adding a connector (spec TPL-26). */
export function keepChoices(storage: Storage, templateId: string, choices: ConnectorChoices): void {
  keep(storage, buildStorageKey(templateId), choices);
}

/** The stored choices; empty if there are none or they cannot be read. */
export function readStoredChoices(storage: Storage, templateId: string): ConnectorChoices {
  const kept = readStoredJson(storage, buildStorageKey(templateId));
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export function forgetChoices(storage: Storage, templateId: string): void {
  storage.removeItem(buildStorageKey(templateId));
}
