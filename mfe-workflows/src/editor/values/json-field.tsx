import { Button, CodeEditor, color, Dialog, font, IconButton, space } from '@portage/ui';
import { AlignLeft, Maximize2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import styled from 'styled-components';
import { CodeBox } from './code/code-box.tsx';
import { formatJson, type JsonProblem, jsonProblem } from './json/json-problem.ts';
import type { JsonFieldProps } from './value-types.ts';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
`;
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

/** A text that should be JSON: a sample, headers. Light in the form; Monaco in its larger window. */
export function JsonField({
  label,
  value,
  onChange,
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
    <Box>
      <Head>
        <span aria-hidden>
          {isLabelHidden ? null : label}
          {isRequired && !isLabelHidden ? <b> *</b> : null}
        </span>
        {format}
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
        errorMessage={errorMessage ?? messageOf(problem)}
        rows={rows}
        {...(onBlur ? { onBlur } : {})}
      />
      {isLarge ? (
        <Dialog
          isOpen
          isWide
          title={label}
          onClose={() => setIsLarge(false)}
          actions={
            <Button variant="primary" onPress={() => setIsLarge(false)}>
              Done
            </Button>
          }
        >
          <CodeBox
            language="json"
            label={label}
            isLabelHidden
            stepId=""
            value={value}
            onChange={onChange}
            isReadOnly={isReadOnly}
            problem={problem}
            actions={format}
            isLarge
          />
        </Dialog>
      ) : null}
    </Box>
  );
}

function messageOf(problem: JsonProblem | null): string | undefined {
  return problem ? `Line ${problem.line}, column ${problem.column}: ${problem.message}` : undefined;
}
