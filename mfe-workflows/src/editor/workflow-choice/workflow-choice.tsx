import { useWorkflowChoices } from '@portage/area-kit';
import { ComboBox, type ComboBoxProps } from '@portage/ui';
import { useState } from 'react';

interface WorkflowChoiceProps extends Omit<ComboBoxProps, 'options' | 'onSearch'> {
  value: string | null;
  /** Shown if the searched list doesn't contain the chosen workflow; null while unknown. */
  chosenName: string | null;
  /** Id of a workflow that can't be chosen. */
  leftOut?: string;
  onChange: (workflowId: string | null) => void;
}

export function WorkflowChoice({ value, chosenName, leftOut, onChange, ...field }: WorkflowChoiceProps) {
  const [text, setText] = useState('');
  const choices = useWorkflowChoices('own', text);
  const found = (choices.data ?? []).filter((choice) => choice.value !== leftOut);
  const isAmongThem = value === null || found.some((choice) => choice.value === value);
  const options = isAmongThem || chosenName === null ? found : [{ value, label: chosenName }, ...found];
  return <ComboBox {...field} value={value} options={options} onChange={onChange} onSearch={setText} />;
}
