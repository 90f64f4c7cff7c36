import {
  bringsValue,
  broughtValue,
  caretAt,
  type InsertTarget,
  useSelectorTarget,
  useValueActions,
  writeText,
} from '@portage/mapping-editor/value-field';
import { CodeEditor, color, font, IconButton, Stack, space } from '@portage/ui';
import { formulaText, writePath } from '@portage/workflow';
import { AlignLeft, Braces, Maximize2 } from 'lucide-react';
import { type DragEvent, type FocusEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { formatJson, type JsonProblem, jsonProblem } from '../../run-with-data/json-problem.ts';
import { CodeBox } from './code/code-box.tsx';
import { LargerWindow } from './code/code-field.tsx';
import type { JsonFieldProps } from './code-field-types.ts';
import { insertIntoJson } from './json/json-insertion.ts';

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  > span {
    flex: 1;
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
  }
  b {
    color: ${color.danger};
  }
`;

/** A text that should be JSON, such as a sample or headers. A plain field in the form, and Monaco in the larger window. */
export function JsonField({
  label,
  value,
  onChange,
  stepId,
  isReadOnly = false,
  errorMessage,
  isLabelHidden,
  isRequired,
  rows = 8,
  onBlur,
}: JsonFieldProps) {
  const [isLarge, setIsLarge] = useState(false);
  const shown = useDeferredValue(value);
  const problem = useMemo(() => jsonProblem(shown), [shown]);
  const { box, insertButton, handlers } = useInserting(label, isReadOnly ? undefined : stepId);
  const formatted = () => formatJson(value) ?? value;
  const format = (
    <IconButton
      label="Format"
      icon={<AlignLeft aria-hidden />}
      size="dense"
      isDisabled={isReadOnly || problem !== null || value.trim() === ''}
      onPress={() => onChange(formatted())}
    />
  );
  return (
    <Stack $gap={1} ref={box} {...handlers}>
      <Head>
        <span aria-hidden>
          {isLabelHidden ? null : label}
          {isRequired && !isLabelHidden ? <b> *</b> : null}
        </span>
        {format}
        {insertButton}
        <IconButton
          label={`Open ${label} in a larger window`}
          icon={<Maximize2 aria-hidden />}
          size="dense"
          onPress={() => setIsLarge(true)}
        />
      </Head>
      <CodeEditor
        label={label}
        isLabelHidden
        value={value}
        onChange={onChange}
        isReadOnly={isReadOnly}
        isRequired={isRequired}
        errorMessage={errorMessage ?? formatProblem(problem)}
        rows={rows}
        {...(onBlur ? { onBlur } : {})}
      />
      {isLarge ? (
        <LargerWindow title={label} onClose={() => setIsLarge(false)}>
          <CodeBox
            language="json"
            label={label}
            isLabelHidden
            stepId=""
            value={value}
            onChange={onChange}
            isReadOnly={isReadOnly}
            problem={problem}
            errorMessage={problem ? undefined : errorMessage}
            actions={format}
            isLarge
          />
        </LargerWindow>
      ) : null}
    </Stack>
  );
}

/** The button that inserts references into the field; without a step there is none. */
function useInserting(label: string, stepId: string | undefined) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const actions = useValueActions();
  const isOpen = useSelectorTarget()?.id === id;
  if (!actions || stepId === undefined) return { box, insertButton: null, handlers: {} };
  const area = () => box.current?.querySelector('textarea');
  const insert = (expression: string, selected?: { start: number; end: number }) => {
    const element = area();
    if (element) writeText(element, insertIntoJson(element.value, element.selectionStart, element.selectionEnd, expression, selected));
  };
  const target: InsertTarget = {
    id,
    label,
    stepId,
    language: 'expression',
    get element() {
      return area() ?? document.body;
    },
    insertPath: (root, keys) => insert(writePath(root, keys)),
    insertFormula(name) {
      const { text, argumentStart, argumentEnd } = formulaText(name);
      insert(text, { start: argumentStart, end: argumentEnd });
    },
    focus: () => area()?.focus(),
  };
  const insertButton = (
    <IconButton
      label={`Insert a value into ${label}`}
      icon={<Braces aria-hidden />}
      size="dense"
      aria-expanded={isOpen}
      onPress={() => (isOpen ? actions.closeSelector() : actions.openSelector(target))}
    />
  );
  const onDrop = (event: DragEvent) => {
    const element = area();
    const brought = bringsValue(event.dataTransfer) ? broughtValue(event.dataTransfer) : null;
    if (!element || !brought || event.target !== element) return;
    event.preventDefault();
    const at = caretAt(element, event.clientX, event.clientY);
    element.setSelectionRange(at, at);
    target.insertPath(brought.root, brought.keys);
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target === area()) actions.retarget(target);
  };
  return { box, insertButton, handlers: { 'data-value-field': '', onDrop, onFocus } };
}

function formatProblem(problem: JsonProblem | null): string | undefined {
  return problem ? `Line ${problem.line}, column ${problem.column}: ${problem.message}` : undefined;
}
