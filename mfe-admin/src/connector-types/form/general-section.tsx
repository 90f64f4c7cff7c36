import { Checkbox, type Form, Select, TextField } from '@portage/ui';
import type { ConnectorType } from '../connector-type.ts';
import { Columns, FormSection } from './form-section.tsx';
import type { TypeValues } from './form-values.ts';
import { LogoField } from './logo-field.tsx';

const VISIBILITIES = [
  { value: 'User', label: 'User' },
  { value: 'AllUsers', label: 'All Users' },
] as const;

export function GeneralSection({ form, type }: { form: Form<TypeValues>; type: ConnectorType | null }) {
  const { values } = form;
  return (
    <FormSection title="General">
      <LogoField
        name={values.name}
        type={type}
        value={values.logo}
        onChange={(logo) => form.set('logo', logo)}
        errorMessage={form.bind('logo').errorMessage}
      />
      <Columns>
        <TextField label="Name" maxLength={200} {...form.bind('name')} autoFocus={type === null} />
        <TextField label="Label" maxLength={200} hint="Shown below the name." {...form.bind('label')} />
        <TextField label="Category" maxLength={100} hint="Groups applications where people pick one." {...form.bind('category')} />
        <TextField
          label="Base Url"
          type="url"
          isCode
          hint="Calls go below it. {slug} stands for a connector’s own part."
          {...form.bind('baseUrl')}
        />
        <Select label="Visibility" options={VISIBILITIES} {...form.bind('visibility')} />
        {values.visibility === 'User' ? (
          <TextField
            label="User Id"
            isCode
            hint="The person who may use it. If you leave this empty, it is you."
            {...form.bind('userId')}
          />
        ) : null}
      </Columns>
      <Checkbox {...flag(form, 'needSlug')}>Asks for a slug, the part of the address that differs between connectors</Checkbox>
      <Checkbox {...flag(form, 'hasCustomParameters')}>Accounts have their own parameters, which can be re-read</Checkbox>
      <Checkbox {...flag(form, 'isHiddenForNewConnectors')}>Hidden for new connectors</Checkbox>
      <Checkbox {...flag(form, 'subscriptionRequired')}>Subscription required</Checkbox>
    </FormSection>
  );
}

type FlagName = { [Name in keyof TypeValues]: TypeValues[Name] extends boolean ? Name : never }[keyof TypeValues];

export function flag(form: Form<TypeValues>, name: FlagName) {
  const { isRequired: _, ...bound } = form.bind(name);
  return bound;
}
