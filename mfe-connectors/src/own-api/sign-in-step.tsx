import { isSecretConnectorField } from '@portage/contracts';
import { countWords } from '@portage/primitives/count-words';
import { Banner, Button, Card, FoldingPanel, type Form, Hint, Inline, PlainList, Select, Stack, TextField } from '@portage/ui';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { AdvancedFields } from './advanced-fields.tsx';
import {
  type FoundApi,
  listCredentialFields,
  listSignInChoices,
  type OwnApiValues,
  type SignInChoice,
  valuesForSignIn,
} from './own-api-values.ts';
import { ServerFields } from './server-fields.tsx';

export interface SignInStepProps {
  found: FoundApi;
  form: Form<OwnApiValues>;
  choice: SignInChoice;
  onSubmit: (event: SyntheticEvent) => void;
  submitLabel: string;
  /** The API's connectors have the credentials. */
  isExisting: boolean;
  actions: ReactNode;
}

/** Step 2: what the document says, to be confirmed or changed, and the person's credentials. */
export function SignInStep({ found, form, choice, onSubmit, submitLabel, isExisting, actions }: SignInStepProps) {
  const [isAdvanced, setIsAdvanced] = useState(false);
  const { values, set, errors } = form;
  const choices = listSignInChoices(found.proposal);
  const { authorizationType } = choice.signIn;
  const isOAuth = authorizationType === 'OAuth';
  // A field that must be filled in isn't hidden.
  const hidesProblem = [errors.keyName, errors.authUrl, errors.tokenUrl].some(Boolean);
  const fields = isExisting ? [] : listCredentialFields(values, found, choice);

  function chooseSignIn(id: string): void {
    const next = choices.find((one) => one.id === id);
    if (!next) return;
    const { signIn, keyIn, keyName, authUrl, tokenUrl, scope, grantType } = valuesForSignIn(next);
    set('signIn', signIn);
    set('keyIn', keyIn);
    set('keyName', keyName);
    set('authUrl', authUrl);
    set('tokenUrl', tokenUrl);
    set('scope', scope);
    set('grantType', grantType);
  }

  return (
    <Stack as="form" noValidate onSubmit={onSubmit}>
      <FoundNote found={found} />
      <Card title="API">
        <Stack>
          <TextField label="Name" autoFocus autoComplete="off" maxLength={200} {...form.bind('name')} />
          <ServerFields servers={found.proposal.servers} form={form} />
        </Stack>
      </Card>
      <Card title="Sign-in">
        <Stack>
          <Select
            label="How to sign in"
            options={choices.map(({ id, label }) => ({ value: id, label }))}
            value={values.signIn}
            onChange={chooseSignIn}
          />
          {isOAuth ? (
            <Hint>
              Register an app at the system, with the redirect address <code>{window.location.origin}/api/connectors/callback</code>.
            </Hint>
          ) : null}
          {fields.map(({ field, label }) => (
            <TextField
              key={field}
              label={label}
              maxLength={20_000}
              {...(isSecretConnectorField(field)
                ? { type: 'password' as const, autoComplete: 'new-password', isCode: true }
                : { autoComplete: 'off' })}
              {...form.bind(field)}
            />
          ))}
          {authorizationType === 'None' && !isExisting ? <Hint>Calls are sent without any credentials.</Hint> : null}
        </Stack>
      </Card>
      <FoldingPanel title="Advanced" isOpen={isAdvanced || hidesProblem} onOpenChange={setIsAdvanced}>
        <AdvancedFields form={form} choice={choice} testPaths={found.proposal.testPaths} />
      </FoldingPanel>
      <Inline>
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          {submitLabel}
        </Button>
        {actions}
      </Inline>
    </Stack>
  );
}

function FoundNote({ found: { proposal, warnings } }: { found: FoundApi }) {
  const [isOpen, setIsOpen] = useState(false);
  const { operationCount, eventCount } = proposal;
  const events = eventCount > 0 ? ` and ${countWords(eventCount, 'event')}` : '';
  return (
    <>
      <Banner tone={operationCount > 0 ? 'success' : 'warning'}>
        {countWords(operationCount, 'operation')}
        {events} found
      </Banner>
      {warnings.length > 0 ? (
        <FoldingPanel title={`${countWords(warnings.length, 'note')} about the document`} isOpen={isOpen} onOpenChange={setIsOpen}>
          <PlainList $gap={1} $size="small">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </PlainList>
        </FoldingPanel>
      ) : null}
    </>
  );
}
