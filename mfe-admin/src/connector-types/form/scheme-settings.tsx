import { authSchemes, type SchemeSetting } from '@portage/connectors/authorization';
import { type Form, Select, TextArea, TextField } from '@portage/ui';
import { Columns } from './form-section.tsx';
import { settingProblems, type TypeValues } from './form-values.ts';

/** The settings that the authorization type's scheme needs once for all connectors, such as what is signed. */
export function SchemeSettings({ form }: { form: Form<TypeValues> }) {
  const { authorizationType } = form.values;
  const { settings } = authSchemes[authorizationType];
  if (settings.length === 0) return null;
  const { value: values, onChange, errorMessage } = form.bind('authorizationSettings');
  const problems = errorMessage === undefined ? {} : settingProblems(form.values);
  const fields = settings.map((setting) => (
    <OneSetting
      key={setting.name}
      setting={setting}
      value={values[setting.name] ?? ''}
      errorMessage={problems[setting.name]}
      onChange={(value) => onChange({ ...values, [setting.name]: value })}
    />
  ));
  return (
    <>
      {fields.filter((_, at) => settings[at]?.isLong)}
      <Columns>{fields.filter((_, at) => !settings[at]?.isLong)}</Columns>
    </>
  );
}

interface OneSettingProps {
  setting: SchemeSetting;
  value: string;
  errorMessage: string | undefined;
  onChange: (value: string) => void;
}

function OneSetting({ setting: { label, hint, choices, usual = '', isLong }, value, errorMessage, onChange }: OneSettingProps) {
  const shared = { label, hint, errorMessage, onChange };
  if (choices) return <Select {...shared} options={choices} value={value || usual} />;
  if (isLong) return <TextArea {...shared} isCode value={value} maxLength={10_000} />;
  return <TextField {...shared} isCode autoComplete="off" placeholder={usual} value={value} maxLength={2_000} />;
}
