import { asksPerson, authSchemes } from '@portage/connectors/authorization';
import { getConnectorForm } from '@portage/contracts';
import { Banner, Checkbox, Select, TextArea, TextField } from '@portage/ui';
import type { ReactNode } from 'react';
import { authorizationChoices, offersSandbox } from '../connector-types/offered-types.ts';
import type { AuthorizationType, Connector, ConnectorType } from '../connectors/api-types.ts';
import { AccountLink } from './account-link.tsx';
import { type ShownField, typedSecret } from './connector-values.ts';
import { parseSlug } from './slug.ts';
import type { ConnectorForm } from './use-connector-form.ts';

interface ConnectorFieldsProps {
  connectorForm: ConnectorForm;
  type: ConnectorType | undefined;
  /** Omitted for a new connector. */
  stored?: Connector | undefined;
  isImpersonating: boolean;
  isAuthorizationRequired?: boolean;
  autoFocusName?: boolean;
  /** For an aggregation service: the purpose that the popup was opened for (spec CONN-14). */
  integrationType?: string | null | undefined;
  /** Other requirements of this connector, shown before its description. */
  children?: ReactNode;
}

/** Name, the fields of the type and its authorization, the sandbox, and last the description, which nothing depends on. */
export function ConnectorFields(props: ConnectorFieldsProps) {
  const { connectorForm, type, stored, isImpersonating, integrationType, children } = props;
  const { isAuthorizationRequired = false, autoFocusName = false } = props;
  const { form, fields, set } = connectorForm;
  const bind = (name: string) => ({ ...form.bind(name), onChange: (value: string) => set(name, value) });
  const choices = type ? authorizationChoices(type) : [];
  const authorizationType = (form.values.authorizationType || null) as AuthorizationType | null;
  return (
    <>
      <TextField label="Name" {...bind('name')} maxLength={200} autoFocus={autoFocusName} autoComplete="off" />
      {isAuthorizationRequired || choices.length > 1 ? (
        <Select
          label="Authorization Type"
          {...bind('authorizationType')}
          value={authorizationType}
          placeholder="Select how to sign in"
          options={choices.map((value) => ({ value, label: authSchemes[value].label }))}
          isDisabled={!type}
        />
      ) : null}
      {type && !stored?.isSimulated && lacksClient(type, authorizationType) ? <Banner tone="neutral">{noClientText(type)}</Banner> : null}
      {fields.map((field) =>
        field.isHidden ? null : <OneField key={field.field} field={field} connectorForm={connectorForm} type={type} />,
      )}
      {type && getConnectorForm(type.additionalData.connection ?? {}) === 'Aggregation' ? (
        <AccountLink type={type} connectorForm={connectorForm} integrationType={integrationType} />
      ) : null}
      {type && (offersSandbox(type, isImpersonating) || stored?.useSandbox) ? (
        <Checkbox
          value={form.values.useSandbox === 'true'}
          onChange={(isOn) => set('useSandbox', isOn ? 'true' : '')}
          isDisabled={stored !== undefined}
          errorMessage={form.bind('useSandbox').errorMessage}
        >
          Use the sandbox of {type.name}
        </Checkbox>
      ) : null}
      {children}
      <TextArea label="Description" {...bind('description')} maxLength={5_000} />
    </>
  );
}

/** Each person needs their own app at the system, because this Portage has none set up. */
function lacksClient({ clientId, additionalData }: ConnectorType, authorizationType: AuthorizationType | null): boolean {
  return clientId === null && authorizationType !== null && asksPerson(authorizationType, additionalData.connection ?? {});
}

function noClientText({ name, additionalData }: ConnectorType): string {
  const other = additionalData.connection?.form === 'Shopify' ? ', or use Shopify Private with an access token' : '';
  return `Sign-in to ${name} is not set up here. Enter the Client Id and Client Secret of your own app${other}.`;
}

function OneField({
  field: { field, label, isSecret, hint, ending },
  connectorForm: { form, set },
  type,
}: {
  field: ShownField;
  connectorForm: ConnectorForm;
  type: ConnectorType | undefined;
}) {
  const bound = form.bind(field);
  const value = bound.value ?? '';
  return (
    <TextField
      {...bound}
      label={label}
      hint={hint}
      ending={ending}
      value={value}
      onChange={(next) => set(field, isSecret ? typedSecret(value, next) : field === 'slug' && type ? parseSlug(next, type) : next)}
      maxLength={isSecret ? 20_000 : 500}
      // This form doesn't ask for the passwords of the person's own account.
      {...(isSecret ? { type: 'password' as const, autoComplete: 'new-password', isCode: true } : { autoComplete: 'off' })}
    />
  );
}
