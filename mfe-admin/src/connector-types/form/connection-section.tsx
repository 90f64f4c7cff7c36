import { connectorForms } from '@portage/contracts';
import { type Form, NumberField, Problem, Select, TextArea, TextField } from '@portage/ui';
import type { ConnectionSettings } from '../connector-type.ts';
import { Columns, FormSection } from './form-section.tsx';
import { hasAuthorizationForm, type TypeValues } from './form-values.ts';
import { RowList } from './row-list.tsx';

type Key = NonNullable<ConnectionSettings['authParameters']>[number];
type Sign = NonNullable<ConnectionSettings['expirySigns']>[number];

const PLACES = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query' },
  { value: 'body', label: 'Body' },
  { value: 'path', label: 'Path' },
] as const;
const METHODS = [
  { value: '', label: 'No test call' },
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
  { value: 'HEAD', label: 'HEAD' },
];
const FORMS = connectorForms.map((value) => ({ value, label: value === 'Default' ? 'What the authorization type asks for' : value }));

/** Settings beyond the specification's fields: where keys go, which hosts are allowed, what a refusal looks like. */
export function ConnectionSection({ form }: { form: Form<TypeValues> }) {
  const { connection } = form.values;
  const change = (changes: Partial<ConnectionSettings>) => form.set('connection', { ...connection, ...changes });
  const { errorMessage } = form.bind('connection');
  const { healthCheck } = connection;
  const isOAuth = hasAuthorizationForm(form.values);
  return (
    <FormSection title="Connection">
      {errorMessage ? <Problem role="alert">{errorMessage}</Problem> : null}
      <Columns>
        <Select
          label="Fields of a connector"
          hint="The kind of credentials people are asked for."
          options={FORMS}
          value={connection.form ?? 'Default'}
          onChange={(kind) => change({ form: kind === 'Default' ? undefined : kind })}
        />
        {isOAuth ? (
          <TextField
            label="Address from the token response"
            isCode
            hint="Member of the token response that has the address, such as Salesforce’s instance_url. Base Url isn’t needed then."
            value={connection.baseUrlMember ?? ''}
            onChange={(value) => change({ baseUrlMember: value || undefined })}
          />
        ) : null}
        {isOAuth ? (
          <TextField
            label="Realm id parameter"
            isCode
            hint="From the callback address, like QuickBooks’ realmId."
            value={connection.realmIdParameter ?? ''}
            onChange={(value) => change({ realmIdParameter: value || undefined })}
          />
        ) : null}
      </Columns>
      <RowList<Key>
        label="Where keys go"
        hint="{apiKey}, {username}, {password}, {accessToken} and the connector’s other fields are filled in. If there are none, the authorization type’s usual place is used."
        items={connection.authParameters ?? []}
        newItem={() => ({ in: 'header', name: '', template: '{apiKey}' })}
        addLabel="Add place"
        onChange={(authParameters) => change({ authParameters })}
        row={(key, edit) => (
          <>
            <Select label="In" options={PLACES} value={key.in} onChange={(place) => edit({ in: place })} />
            <TextField label="Name" isCode placeholder="X-Api-Key" value={key.name} onChange={(name) => edit({ name })} />
            <TextField label="Value" isCode value={key.template} onChange={(template) => edit({ template })} />
          </>
        )}
      />
      <TextArea
        label="Allowed hosts"
        hint="Hosts other than the base URL’s that may receive the connector’s credentials: one per line, *.example.com for all subdomains."
        isCode
        value={(connection.allowedHosts ?? []).join('\n')}
        onChange={(text) => change({ allowedHosts: text === '' ? undefined : text.split('\n').map((line) => line.trim()) })}
      />
      <Columns>
        <Select
          label="Test connection: method"
          hint="The call that “Test connection” makes."
          options={METHODS}
          value={healthCheck?.method ?? ''}
          onChange={(method) =>
            change({
              healthCheck:
                method === '' ? undefined : { ...healthCheck, path: healthCheck?.path ?? '/', method: method as 'GET' | 'POST' | 'HEAD' },
            })
          }
        />
        {healthCheck ? (
          <TextField
            label="Test connection: path"
            isCode
            value={healthCheck.path}
            onChange={(path) => change({ healthCheck: { ...healthCheck, path } })}
          />
        ) : null}
      </Columns>
      {healthCheck?.method === 'POST' ? (
        <TextArea
          label="Test connection: body"
          isCode
          value={healthCheck.body ?? ''}
          onChange={(body) => change({ healthCheck: { ...healthCheck, body: body || undefined } })}
        />
      ) : null}
      <Signs
        label="Signs of an expired token"
        hint="Responses besides 401 that mean the token is no longer valid."
        items={connection.expirySigns ?? []}
        onChange={(expirySigns) => change({ expirySigns })}
      />
      <Signs
        label="Signs of a rate limit"
        hint="Responses besides 429 that ask Portage to wait."
        items={connection.rateLimitSigns ?? []}
        onChange={(rateLimitSigns) => change({ rateLimitSigns })}
      />
    </FormSection>
  );
}

interface SignsProps {
  label: string;
  hint: string;
  items: readonly Sign[];
  onChange: (signs: Sign[]) => void;
}

/** Responses that are recognized by their status and a value in their body. */
function Signs({ label, hint, items, onChange }: SignsProps) {
  return (
    <RowList<Sign>
      label={label}
      hint={hint}
      items={items}
      newItem={() => ({})}
      addLabel="Add sign"
      onChange={onChange}
      row={(sign, edit) => (
        <>
          <NumberField label="Status" value={sign.status ?? null} onChange={(status) => edit({ status: status ?? undefined })} />
          <TextField
            label="Place in the body"
            isCode
            placeholder="error.code"
            value={sign.path ?? ''}
            onChange={(path) => edit({ path: path || undefined })}
          />
          <TextField label="Is" isCode value={sign.equals ?? ''} onChange={(equals) => edit({ equals: equals || undefined })} />
          <TextField
            label="Contains"
            isCode
            value={sign.contains ?? ''}
            onChange={(contains) => edit({ contains: contains || undefined })}
          />
        </>
      )}
    />
  );
}
