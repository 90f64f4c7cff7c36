import { type Form, Select, TextField } from '@portage/ui';
import { useState } from 'react';
import { fillServer, type OwnApiValues, type Proposal } from './own-api-values.ts';

interface ServerFieldsProps {
  servers: Proposal['servers'];
  form: Form<OwnApiValues>;
}

/** The address to call: one of the document's servers with its variables filled in, or any other. */
export function ServerFields({ servers, form }: ServerFieldsProps) {
  const [index, setIndex] = useState(0);
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const server = servers[index];

  function choose(at: number, variables: Readonly<Record<string, string>>): void {
    setIndex(at);
    setGiven(variables);
    form.set('baseUrl', fillServer(servers[at], variables));
  }

  return (
    <>
      {servers.length > 1 ? (
        <Select
          label="Server"
          options={servers.map(({ url, description }, at) => ({ value: String(at), label: description ? `${url} (${description})` : url }))}
          value={String(index)}
          onChange={(at) => choose(Number(at), {})}
        />
      ) : null}
      {server?.variables.map(({ name, value, choices, description }) => {
        const field = {
          label: name,
          hint: description ?? undefined,
          value: given[name] ?? value,
          onChange: (next: string) => choose(index, { ...given, [name]: next }),
        };
        return choices.length > 0 ? (
          <Select key={name} {...field} options={choices.map((choice) => ({ value: choice, label: choice }))} />
        ) : (
          <TextField key={name} {...field} autoComplete="off" />
        );
      })}
      <TextField
        label="Address"
        isCode
        autoComplete="off"
        maxLength={2_000}
        placeholder="https://api.example.com/v1"
        {...form.bind('baseUrl')}
      />
    </>
  );
}
