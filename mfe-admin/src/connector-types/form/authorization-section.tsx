import { authorizationTypes, authSchemes } from '@portage/connectors/authorization';
import { type Form, Select, TextArea, TextField } from '@portage/ui';
import { Columns, FormSection } from './form-section.tsx';
import { hasAuthorizationForm, type TypeValues } from './form-values.ts';
import { RecordRows } from './record-rows.tsx';
import { SchemeSettings } from './scheme-settings.tsx';
import { SecretField } from './secret-field.tsx';

const TYPES = authorizationTypes.map((value) => ({ value, label: authSchemes[value].typeLabel }));
const CONTENT_TYPES = [
  { value: '', label: 'Form (application/x-www-form-urlencoded)' },
  { value: 'application/json', label: 'JSON (application/json)' },
];
const GRANTS = [
  { value: 'authorization_code', label: 'A person grants access (authorization code)' },
  { value: 'client_credentials', label: 'Without a sign-in (client credentials)' },
] as const;
const TOKEN_AUTHS = [
  { value: 'client_secret_post', label: 'In the body' },
  { value: 'client_secret_basic', label: 'As a Basic header' },
  { value: 'none', label: 'No secret is sent (public client)' },
] as const;
const SIGNATURES = [
  { value: 'HMAC-SHA1', label: 'HMAC-SHA1' },
  { value: 'HMAC-SHA256', label: 'HMAC-SHA256' },
] as const;

/** How connectors are authorized; the OAuth part is shown only if it applies (spec CTYPE-05, CTYPE-09). */
export function AuthorizationSection({ form }: { form: Form<TypeValues> }) {
  const { values } = form;
  return (
    <FormSection title="Authorization">
      <Columns>
        <Select label="Authorization Type" options={TYPES} {...form.bind('authorizationType')} />
      </Columns>
      <SchemeSettings form={form} />
      {hasAuthorizationForm(values) ? <OAuthFields form={form} /> : null}
    </FormSection>
  );
}

function OAuthFields({ form }: { form: Form<TypeValues> }) {
  const { values, set } = form;
  const { connection } = values;
  const isOAuth1 = authSchemes[values.authorizationType].signIn === 'oauth1';
  return (
    <>
      <Columns>
        {isOAuth1 ? <TextField label="Request Token Url" type="url" isCode {...form.bind('requestTokenUrl')} /> : null}
        <TextField label="Authorization Url" type="url" isCode {...form.bind('authUrl')} />
        <TextField label="Token Url" type="url" isCode {...form.bind('tokenUrl')} />
        <TextField label="Client Id" isCode autoComplete="off" {...form.bind('clientId')} />
        <SecretField label="Client Secret" {...form.bind('clientSecret')} />
        {isOAuth1 ? (
          <Select
            label="Signature Method"
            options={SIGNATURES}
            value={connection.signatureMethod ?? 'HMAC-SHA1'}
            onChange={(signatureMethod) => set('connection', { ...connection, signatureMethod })}
          />
        ) : (
          <>
            <Select
              label="Who grants access"
              options={GRANTS}
              value={connection.grantType ?? 'authorization_code'}
              onChange={(grantType) => set('connection', { ...connection, grantType })}
            />
            <Select
              label="How the secret is sent"
              options={TOKEN_AUTHS}
              value={connection.tokenAuthMethod ?? 'client_secret_post'}
              onChange={(tokenAuthMethod) => set('connection', { ...connection, tokenAuthMethod })}
            />
            <Select label="Token Request Content Type" options={CONTENT_TYPES} {...form.bind('tokenRequestContentType')} />
          </>
        )}
        <TextField
          label="Callback Url Root"
          type="url"
          isCode
          hint="The address that the system sends people back to, if it differs from this Portage’s own address."
          {...form.bind('callbackUrlRoot')}
        />
      </Columns>
      {isOAuth1 ? null : <TextArea label="Scope" isCode {...form.bind('scope')} />}
      {isOAuth1 ? null : (
        <>
          <RecordRows
            label="Parameters of the authorization address"
            hint="Sent when a person is asked: prompt, access_type, audience."
            addLabel="Add parameter"
            value={connection.authorizationParameters}
            onChange={(authorizationParameters) => set('connection', { ...connection, authorizationParameters })}
          />
          <RecordRows
            label="Parameters of the token request"
            hint="Sent with token requests."
            addLabel="Add token parameter"
            value={connection.tokenParameters}
            onChange={(tokenParameters) => set('connection', { ...connection, tokenParameters })}
          />
          <RecordRows
            label="Headers of the token request"
            hint="The connector’s fields can be filled in, as elsewhere."
            addLabel="Add token header"
            value={connection.tokenHeaders}
            onChange={(tokenHeaders) => set('connection', { ...connection, tokenHeaders })}
          />
          <TextField
            label="Disconnect Url"
            type="url"
            isCode
            hint="Called when a connector is disconnected."
            value={connection.disconnectUrl ?? ''}
            onChange={(disconnectUrl) => set('connection', { ...connection, disconnectUrl: disconnectUrl || undefined })}
          />
        </>
      )}
    </>
  );
}
