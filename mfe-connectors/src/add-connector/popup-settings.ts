/** Settings that the opening window passes to the popup (spec CONN-14, CONN-15). */
export interface PopupSettings {
  connectorTypeId: string | null;
  /** True: proposes a name made from the application's name; a text: proposes that name. */
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

export function nameFor({ autofillName }: PopupSettings, typeName: string): string {
  if (autofillName === false) return '';
  return autofillName === true ? `My ${typeName}` : autofillName;
}
