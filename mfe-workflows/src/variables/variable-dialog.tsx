import { useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import type { Variable } from '@portage/contracts/calls';
import { Button, Checkbox, Dialog, Select, Stack, TextArea, TextField, useForm } from '@portage/ui';
import { type VariableType, variableLimits, variableNameProblem, variableTypes } from '@portage/workflow';
import { readChange, readEntered, textOfVariable } from './entered-value.ts';

interface VariableDialogProps {
  /** Null for a new variable. */
  variable: Variable | null;
  onClose: () => void;
  onSaved: (name: string) => void;
}

const typeOptions = variableTypes.map((type) => ({ value: type, label: type }));
const booleans = ['true', 'false'].map((text) => ({ value: text, label: text }));

export function VariableDialog({ variable, onClose, onSaved }: VariableDialogProps) {
  const { api, notify } = useHost();
  const wasSecret = variable?.isSecret ?? false;
  const form = useForm({
    initial: {
      name: variable?.name ?? '',
      type: (variable?.type ?? 'Text') as VariableType,
      text: variable ? textOfVariable(variable) : '',
      isSecret: wasSecret,
      description: variable?.description ?? '',
    },
    rules: {
      name: { displayName: 'Name', required: true, validate: (name) => variableNameProblem(name) ?? undefined },
      text: {
        validate: (text, { type, isSecret }) => {
          const entered = readEntered(type, text, isSecret && type === 'Text');
          return 'problem' in entered ? entered.problem : undefined;
        },
      },
    },
  });
  const { type, isSecret } = form.values;
  const keepsSecret = wasSecret && isSecret && type === 'Text';
  const submit = form.handleSubmit(async ({ name, text, description }) => {
    const settings = { type, isSecret: isSecret && type === 'Text', description: description.trim() || null };
    const change = readChange(variable, type, text, settings.isSecret);
    if ('problem' in change) {
      form.setServerErrors({ text: change.problem });
      return;
    }
    try {
      if (variable) await api('PUT /api/variables/{id}', { params: { id: variable.id }, body: { ...settings, ...change } });
      else if (change.value !== undefined) await api('POST /api/variables', { body: { name, ...settings, value: change.value } });
      onSaved(name);
    } catch (error) {
      if (isApiError(error) && error.code === 'variable-name-taken') form.setServerErrors({ name: error.message });
      else if (isApiError(error) && error.code === 'validation') form.setServerErrors({ text: error.message });
      else notify.error(error);
    }
  });
  const bound = { label: 'Value', ...form.bind('text') };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={variable ? `Edit ${variable.name}` : 'Add Variable'}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={form.isSubmitting} onPress={() => submit()}>
            {variable ? 'Save' : 'Add Variable'}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {variable ? null : (
            <TextField
              label="Name"
              autoFocus
              maxLength={variableLimits.nameLength}
              hint="Workflows read it as $Vars.name."
              {...form.bind('name')}
            />
          )}
          <Select label="Type" options={typeOptions} {...form.bind('type')} />
          {type === 'Text' ? <Checkbox {...form.bind('isSecret')}>Secret: never shown again, and hidden in runs</Checkbox> : null}
          {type === 'Boolean' ? (
            <Select options={booleans} {...bound} />
          ) : type === 'JSON' || (type === 'Text' && !isSecret) ? (
            <TextArea isCode={type === 'JSON'} minRows={2} {...bound} />
          ) : (
            <TextField
              type={type === 'Text' ? 'password' : 'text'}
              placeholder={keepsSecret ? 'Unchanged' : type === 'Date' ? '2027-01-31' : undefined}
              autoComplete="off"
              {...bound}
            />
          )}
          <TextField label="Description" maxLength={variableLimits.descriptionLength} {...form.bind('description')} />
        </Stack>
      </form>
    </Dialog>
  );
}
