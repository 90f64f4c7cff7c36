import { useId, useRef } from 'react';
import styled, { css } from 'styled-components';
import { errorStyle, labelStyle } from '../field/field-style.ts';
import { visuallyHidden } from '../theme/hidden.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import { CopyButton } from './copy-button.tsx';

const frameStyle = css`
  position: relative;
  display: flex;
  min-width: 0;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font: ${font.weight.regular} ${font.size.small}/1.6 ${font.data};
  font-variant-ligatures: none;
`;
const Frame = styled.div<{ $isPage: boolean }>`
  ${frameStyle}
  pre {
    flex: 1;
    min-width: 0;
    max-height: ${({ $isPage }) => ($isPage ? `max(${size.listHeight}, calc(100dvh - ${size.aroundCode}))` : size.listHeight)};
    margin: 0;
    padding: ${space(2)} ${space(3)};
    overflow: auto;
    line-height: inherit;
  }
`;
/** Next to the code: on top of it, it would hide what scrolls below. */
const Corner = styled.div`
  flex: none;
  padding: ${space(1)};
`;

interface CodeBlockProps {
  code: string;
  label?: string | undefined;
  /** The page shows nothing else: the code is as tall as the window allows. */
  isPage?: boolean | undefined;
}

/** Code to read and copy. */
export function CodeBlock({ code, label = 'Code', isPage = false }: CodeBlockProps) {
  return (
    <Frame $isPage={isPage}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre role="group" tabIndex={0} aria-label={label}>
        {code}
      </pre>
      <Corner>
        <CopyButton text={code} label={`Copy ${label}`} />
      </Corner>
    </Frame>
  );
}

const Box = styled.div`
  display: flex;
  position: relative;
  flex-direction: column;
  gap: ${space(1)};
`;
const Label = styled.label<{ $isHidden: boolean }>`
  ${({ $isHidden }) => ($isHidden ? visuallyHidden : labelStyle)}
`;
const Problem = styled.p`
  ${errorStyle}
`;
const Editor = styled.div<{ $isInvalid: boolean }>`
  ${frameStyle}
  overflow: hidden;
  border-color: ${({ $isInvalid }) => ($isInvalid ? color.danger : color.lineStrong)};
  &:focus-within {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.hairline};
  }
  &:has(> textarea:read-only) {
    border-style: dashed;
  }
`;
const Gutter = styled.pre`
  flex: none;
  margin: 0;
  padding: ${space(2)};
  overflow: hidden;
  color: ${color.muted};
  line-height: inherit;
  text-align: right;
  user-select: none;
  border-right: ${size.hairline} solid ${color.line};
`;
const Area = styled.textarea`
  flex: 1;
  min-width: 0;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: 0;
  background: ${color.surface};
  color: ${color.text};
  font: inherit;
  font-variant-ligatures: none;
  line-height: inherit;
  white-space: pre;
  overflow: auto;
  resize: vertical;
  tab-size: 2;
  &:read-only {
    background: ${color.sunken};
  }
  &:focus-visible {
    outline: none;
  }
`;

export interface CodeEditorProps {
  label: string;
  /** For screen readers only; sighted people recognise the editor by its position. */
  isLabelHidden?: boolean | undefined;
  name?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  isReadOnly?: boolean | undefined;
  isRequired?: boolean | undefined;
  errorMessage?: string | undefined;
  /** Default 12. */
  rows?: number | undefined;
}

/** A plain code editor with line numbers. Tab leaves it, as in every field. */
export function CodeEditor({
  label,
  isLabelHidden = false,
  name,
  value,
  onChange,
  onBlur,
  isReadOnly,
  isRequired,
  errorMessage,
  rows = 12,
}: CodeEditorProps) {
  const id = useId();
  const gutter = useRef<HTMLPreElement>(null);
  const lineNumbers = Array.from({ length: value.split('\n').length }, (_, index) => index + 1).join('\n');
  return (
    <Box>
      <Label htmlFor={id} $isHidden={isLabelHidden}>
        {label}
      </Label>
      <Editor $isInvalid={errorMessage !== undefined}>
        <Gutter ref={gutter} aria-hidden>
          {lineNumbers}
        </Gutter>
        <Area
          id={id}
          name={name}
          rows={rows}
          value={value}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          aria-required={isRequired || undefined}
          aria-invalid={errorMessage ? true : undefined}
          aria-describedby={errorMessage ? `${id}-error` : undefined}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </Editor>
      {errorMessage ? (
        <Problem id={`${id}-error`} role="alert">
          {errorMessage}
        </Problem>
      ) : null}
    </Box>
  );
}
