import { type Form, Select, TextArea, TextField } from '@portage/ui';
import type { OwnApiValues, SignInChoice } from './own-api-values.ts';

const POSITIONS = [
  { value: 'bearer', label: 'Authorization header, as a bearer token' },
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query parameter' },
] as const;
const GRANTS = [
  { value: 'authorization_code', label: 'A person grants access (authorization code)' },
  { value: 'client_credentials', label: 'Without a sign-in (client credentials)' },
] as const;

interface AdvancedFieldsProps {
  form: Form<OwnApiValues>;
  choice: SignInChoice;
  testPaths: readonly string[];
}

/** What documents usually say right. */
export function AdvancedFields({ form, choice: { signIn }, testPaths }: AdvancedFieldsProps) {
  const { authorizationType, authParameters } = signIn;
  const { testPath } = form.values;
  const paths = testPath === '' || testPaths.includes(testPath) ? testPaths : [testPath, ...testPaths];
  return (
    <>
      {authorizationType === 'ApiKey' && authParameters.length < 2 ? (
        <>
          <Select label="Where the key goes" options={POSITIONS} {...form.bind('keyIn')} />
          {form.values.keyIn === 'bearer' ? null : (
            <TextField
              label="Name of the key"
              isCode
              autoComplete="off"
              placeholder="X-Api-Key"
              maxLength={200}
              {...form.bind('keyName')}
            />
          )}
        </>
      ) : null}
      {authorizationType === 'OAuth' ? (
        <>
          <Select label="Who grants access" options={GRANTS} {...form.bind('grantType')} />
          {form.values.grantType === 'authorization_code' ? (
            <TextField label="Authorization Url" type="url" isCode maxLength={2_000} {...form.bind('authUrl')} />
          ) : null}
          <TextField label="Token Url" type="url" isCode maxLength={2_000} {...form.bind('tokenUrl')} />
          <TextField label="Scope" isCode maxLength={5_000} hint="Separated by spaces" {...form.bind('scope')} />
        </>
      ) : null}
      <Select
        label="Test call"
        hint="A harmless call that shows whether the connection works"
        options={[{ value: '', label: 'Only the address' }, ...paths.map((path) => ({ value: path, label: `GET ${path}` }))]}
        {...form.bind('testPath')}
      />
      <TextArea
        label="Allowed hosts"
        hint="Other hosts that may receive the credentials: one per line, *.example.com for all subdomains"
        isCode
        minRows={2}
        {...form.bind('allowedHosts')}
      />
    </>
  );
}
