/** Settings that the opening window passes to the popup (spec CONN-14, CONN-15). */
export interface PopupSettings {
  connectorTypeId: string | null;
  /** True: a name made from the application's name; a text: that name. */
  autofillName: boolean | string;
  autoSave: boolean;
  redirectToBilling: boolean;
  integrationType: string | null;
}

export function readPopupSettings(query: URLSearchParams): PopupSettings {
  const flag = (name: string) => /^(true|1|yes)$/i.test(query.get(name) ?? '');
  const name = query.get('autofillConnectorName')?.trim() ?? '';
  const isPlainFlag = /^(true|false|1|0|yes|no)?$/i.test(name);
  return {
    connectorTypeId: query.get('connectorTypeId') || null,
    autofillName: isPlainFlag ? flag('autofillConnectorName') : name,
    autoSave: flag('autoSaveConnector'),
    redirectToBilling: flag('redirectToBilling'),
    integrationType: query.get('integrationType') || null,
  };
}

/** The initial name of a new connector. */
export function nameFor({ autofillName }: PopupSettings, typeName: string): string {
  if (autofillName === false) return '';
  return autofillName === true ? `My ${typeName}` : autofillName;
}
