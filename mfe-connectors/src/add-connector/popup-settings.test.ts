import { expect, test } from 'vitest';
import { nameFor, readPopupSettings } from './popup-settings.ts';

const read = (query: string) => readPopupSettings(new URLSearchParams(query));

test('CONN-14: every flag of the popup is read; missing flags are off', () => {
  expect(read('')).toEqual({
    connectorTypeId: null,
    autofillName: false,
    autoSave: false,
    redirectToBilling: false,
    integrationType: null,
  });
  expect(read('connectorTypeId=t&autofillConnectorName=true&autoSaveConnector=true&redirectToBilling=1&integrationType=ledger')).toEqual({
    connectorTypeId: 't',
    autofillName: true,
    autoSave: true,
    redirectToBilling: true,
    integrationType: 'ledger',
  });
  expect(read('autoSaveConnector=false&autofillConnectorName=false')).toMatchObject({ autoSave: false, autofillName: false });
});

test('CONN-15: the name is made from the application’s, or is the given one', () => {
  expect(nameFor(read('autofillConnectorName=true'), 'Xero')).toBe('My Xero');
  expect(nameFor(read('autofillConnectorName=Books%20of%20Ada'), 'Xero')).toBe('Books of Ada');
  expect(nameFor(read(''), 'Xero')).toBe('');
});
