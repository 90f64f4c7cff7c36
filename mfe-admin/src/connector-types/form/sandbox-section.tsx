import { authSchemes } from '@portage/connectors/authorization';
import { Checkbox, type Form, TextField } from '@portage/ui';
import { Columns, FormSection } from './form-section.tsx';
import { hasAuthorizationForm, type TypeValues } from './form-values.ts';
import { flag } from './general-section.tsx';
import { SecretField } from './secret-field.tsx';

/** The system's own sandbox (spec CTYPE-06). */
export function SandboxSection({ form }: { form: Form<TypeValues> }) {
  const isOAuth = hasAuthorizationForm(form.values);
  return (
    <FormSection title="Sandbox">
      <Checkbox {...flag(form, 'hasSandboxOption')}>Connectors can use a sandbox</Checkbox>
      {form.values.hasSandboxOption ? (
        <Columns>
          <TextField label="Sandbox Base Url" type="url" isCode {...form.bind('sandboxBaseUrl')} />
          {isOAuth ? (
            <>
              {authSchemes[form.values.authorizationType].signIn === 'oauth1' ? (
                <TextField label="Sandbox Request Token Url" type="url" isCode {...form.bind('sandboxRequestTokenUrl')} />
              ) : null}
              <TextField label="Sandbox Authorization Url" type="url" isCode {...form.bind('sandboxAuthUrl')} />
              <TextField label="Sandbox Token Url" type="url" isCode {...form.bind('sandboxTokenUrl')} />
              <TextField label="Sandbox Client Id" isCode autoComplete="off" {...form.bind('sandboxClientId')} />
              <SecretField label="Sandbox Client Secret" {...form.bind('sandboxClientSecret')} />
            </>
          ) : null}
        </Columns>
      ) : null}
    </FormSection>
  );
}
