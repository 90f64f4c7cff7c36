import { Button, Checkbox, FormLayout, Inline, TextArea, TextField, useForm } from '../../src/index.ts';
import { notify } from '../toasts.ts';

const rules = {
  name: { displayName: 'Workflow Name', required: true },
  email: {
    displayName: 'Email',
    required: true,
    validate: (text: string) => (text.includes('@') ? undefined : 'Please input a valid email'),
  },
  accepted: { required: true },
};

/** A form with the specification's rules: errors after touch, all of them on Save. */
export function FormSection() {
  const form = useForm({ initial: { name: '', email: '', note: '', accepted: false }, rules });
  return (
    <FormLayout noValidate onSubmit={form.handleSubmit((values) => notify.success(`Saved ${values.name}`))}>
      <TextField label="Workflow Name" {...form.bind('name')} />
      <TextField label="Email" type="email" {...form.bind('email')} />
      <TextArea label="Note" {...form.bind('note')} />
      <Checkbox {...form.bind('accepted')}>I have read it</Checkbox>
      <Inline>
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          Save
        </Button>
        <Button onPress={() => form.reset()}>Start again</Button>
      </Inline>
    </FormLayout>
  );
}
