import { ComboBox, type SelectOption } from '@portage/ui';
import { useState } from 'react';
import type { RunScope } from './run-filter.ts';
import { useWorkflowChoices } from './run-list.ts';

interface WorkflowFilterProps {
  scope: RunScope;
  value: string;
  /** The workflow in the list's filter. The name comes from its runs, so that a linked or deleted workflow also has one. */
  searched: { workflowId: string; name: string | undefined; isLoaded: boolean };
  onChange: (workflowId: string) => void;
}

/** Finds a workflow by typing, however many there are (spec RUN-01). */
export function WorkflowFilter({ scope, value, searched, onChange }: WorkflowFilterProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<SelectOption | null>(null);
  const choices = useWorkflowChoices(scope, text);
  const isLoaded = searched.isLoaded && choices.data !== undefined;
  const found = choices.data ?? [];
  const known = [picked, { value: searched.workflowId, label: searched.name }].find((one) => one?.value === value);
  const isAmongThem = value === '' || found.some((choice) => choice.value === value);
  const options = isAmongThem ? found : [{ value, label: known?.label ?? (isLoaded ? 'Another workflow' : '') }, ...found];
  return (
    <ComboBox
      label="Workflow"
      placeholder="All workflows"
      value={value || null}
      onChange={(id) => {
        setPicked(options.find((option) => option.value === id) ?? null);
        onChange(id ?? '');
      }}
      options={options}
      onSearch={setText}
    />
  );
}
