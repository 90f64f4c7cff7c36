import { useHost } from '@portage/area-kit/base';
import { ApiError, type ApiKeyScope } from '@portage/contracts';
import { Button, Card, Checkbox, color, font, Inline, Problem, SelectField, space, TextField, useForm } from '@portage/ui/base';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { API_KEYS } from '../account-queries.ts';
import { Fields } from '../section-parts.tsx';
import { SCOPES } from './scope-words.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until I revoke it' },
] as const;
type Life = (typeof LIVES)[number]['value'];

interface Values {
  name: string;
  read: boolean;
  run: boolean;
  manage: boolean;
  life: Life;
}

const START: Values = { name: '', read: true, run: false, manage: false, life: '90' };
const RULES = { name: { required: true, requiredMessage: 'Please enter a name' } };

const Scopes = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space(2)};
    padding: 0;
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
  }
  small {
    display: block;
    color: ${color.muted};
    font-size: ${font.size.tiny};
  }
`;

export interface MadeKey {
  name: string;
  secret: string;
}

interface NewKeyFormProps {
  onMade: (key: MadeKey) => void;
  onCancel: () => void;
}

export function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const form = useForm<Values>({ initial: START, rules: RULES });
  const [isScopeMissing, setIsScopeMissing] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const scopes = SCOPES.map(({ scope }) => scope).filter((scope) => form.values[scope]);

  useEffect(() => fields.current?.querySelector('input')?.focus(), []);

  const make = form.handleSubmit(async ({ name, life }) => {
    setIsScopeMissing(scopes.length === 0);
    if (scopes.length === 0) return;
    try {
      const { key, secret } = await api('POST /api/account/keys', { body: { name, scopes, expiresAt: computeExpiry(life) } });
      await queryClient.invalidateQueries({ queryKey: API_KEYS });
      onMade({ name: key.name, secret });
    } catch (error) {
      // The list may be older than a key that was created in another tab.
      if (error instanceof ApiError && error.status === 409) await queryClient.invalidateQueries({ queryKey: API_KEYS });
      notify.error(error);
    }
  });

  function choose(scope: ApiKeyScope, isChosen: boolean): void {
    setIsScopeMissing(false);
    form.set(scope, isChosen);
  }

  return (
    <Card title="New API key">
      <Fields ref={fields} noValidate onSubmit={(event) => void make(event)}>
        <TextField
          label="Name"
          maxLength={100}
          autoComplete="off"
          hint="What will use it, such as “Nightly export”"
          {...form.bind('name')}
        />
        <Scopes aria-describedby={isScopeMissing ? 'portage-scope-missing' : undefined}>
          <legend>Scopes</legend>
          {SCOPES.map(({ scope, label, hint }) => (
            <Checkbox key={scope} name={scope} value={form.values[scope]} onChange={(isChosen) => choose(scope, isChosen)}>
              {label}
              <small>{hint}</small>
            </Checkbox>
          ))}
          {isScopeMissing ? (
            <Problem $size="tiny" id="portage-scope-missing" role="alert">
              Please choose at least one scope
            </Problem>
          ) : null}
        </Scopes>
        <SelectField label="Expires after" options={LIVES} {...form.bind('life')} />
        <Inline>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            Create key
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </Inline>
      </Fields>
    </Card>
  );
}

function computeExpiry(life: Life): string | null {
  return life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString();
}
