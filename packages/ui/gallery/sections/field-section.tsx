import { useState } from 'react';
import styled from 'styled-components';
import {
  Checkbox,
  CodeEditor,
  ComboBox,
  ExpressionField,
  Inline,
  NumberField,
  RadioGroup,
  SearchField,
  Select,
  Stack,
  Switch,
  size,
  space,
  TextArea,
  TextField,
} from '../../src/index.ts';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${size.field}, 100%), 1fr));
  gap: ${space(5)};
  align-items: start;
`;

const statuses = [
  { value: '', label: 'All' },
  { value: 'Succeeded', label: 'Succeeded' },
  { value: 'Failed', label: 'Failed' },
] as const;
const countries = ['Denmark', 'Estonia', 'Finland', 'Iceland', 'Latvia', 'Lithuania', 'Norway', 'Sweden'].map((name) => ({
  value: name,
  label: name,
}));

export function FieldSection() {
  const [text, setText] = useState('Orders of the day');
  const [expression, setExpression] = useState('$Steps["start"].Payload.lines');
  const [long, setLong] = useState('One line\nand another');
  const [count, setCount] = useState<number | null>(3);
  const [status, setStatus] = useState<(typeof statuses)[number]['value']>('');
  const [country, setCountry] = useState<string | null>(null);
  const [isOn, setIsOn] = useState(true);
  const [trigger, setTrigger] = useState<'Manual' | 'Webhook' | 'Scheduled'>('Manual');
  const [search, setSearch] = useState('');
  const [code, setCode] = useState('const total = lines.reduce((sum, line) => sum + line.price, 0);\nreturn { total };');
  return (
    <Stack $gap={5}>
      <Columns>
        <TextField label="Workflow Name" isRequired value={text} onChange={setText} hint="Shown in lists and in the run history." />
        <TextField label="Wrong" isRequired value="" onChange={() => undefined} errorMessage="Please input Workflow Name" />
        <TextField label="Disabled" isDisabled value="cannot be changed" onChange={() => undefined} />
        <TextField label="Code" isCode value="$Steps[&quot;start&quot;].Payload.id" onChange={() => undefined} />
        <ExpressionField label="Expression" value={expression} onChange={setExpression} />
        <NumberField label="Attempts" value={count} onChange={setCount} minValue={1} maxValue={10} />
        <SearchField label="Search" value={search} onChange={setSearch} placeholder="User Email" />
        <Select label="Status" value={status} onChange={setStatus} options={statuses} />
        <Select label="Status, wrong" value={null} onChange={setStatus} options={statuses} errorMessage="Please input Status" isRequired />
        <ComboBox label="Country" value={country} onChange={setCountry} options={countries} placeholder="Type to find" />
        <TextArea label="Description" value={long} onChange={setLong} />
        <RadioGroup
          label="Trigger"
          value={trigger}
          onChange={setTrigger}
          options={[
            { value: 'Manual', label: 'Manual', hint: 'A person presses Run.' },
            { value: 'Webhook', label: 'Webhook', hint: 'Another system calls an address.' },
            { value: 'Scheduled', label: 'Scheduled', isDisabled: true },
          ]}
        />
        <Stack>
          <Checkbox value={isOn} onChange={setIsOn}>
            Show only Active
          </Checkbox>
          <Checkbox value={false} isIndeterminate onChange={() => undefined}>
            Some of them
          </Checkbox>
          <Checkbox value={false} onChange={() => undefined} errorMessage="Please input Terms" isRequired>
            I accept the terms
          </Checkbox>
          <Inline $gap={5}>
            <Switch value={isOn} onChange={setIsOn}>
              Active
            </Switch>
            <Switch value={false} isDisabled onChange={() => undefined}>
              Cannot
            </Switch>
          </Inline>
        </Stack>
      </Columns>
      <CodeEditor label="Script" value={code} onChange={setCode} rows={5} />
    </Stack>
  );
}
