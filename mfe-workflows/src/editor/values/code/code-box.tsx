import { bringsValue, broughtValue, type InsertTarget, useSelectorTarget, useValueActions } from '@portage/mapping-editor/value-field';
import {
  Banner,
  CodeEditor,
  color,
  font,
  IconButton,
  Inline,
  LoadingBoundary,
  Problem,
  radius,
  Stack,
  Star,
  size,
  space,
  visuallyHidden,
} from '@portage/ui';
import { type PathKey, writePath } from '@portage/workflow';
import { Braces, Maximize2 } from 'lucide-react';
import { Component, type KeyboardEvent, lazy, type ReactNode, useId, useRef } from 'react';
import styled from 'styled-components';
import type { ScriptRoot } from '../script/script-paths.ts';
import type { CodeHandle, CodeWarning, ScriptHelp } from './code-view-props.ts';

const CodeView = lazy(() => import('./code-view.tsx').then((file) => ({ default: file.CodeView })));

const Label = styled.div<{ $isHidden: boolean }>`
  flex: 1;
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  > span {
    ${({ $isHidden }) => $isHidden && visuallyHidden}
  }
`;
const Frame = styled.div<{ $isInvalid: boolean; $isLarge: boolean; $isReadOnly: boolean }>`
  position: relative;
  height: ${({ $isLarge }) => ($isLarge ? '60vh' : '320px')};
  min-height: ${space(30)};
  overflow: hidden;
  resize: vertical;
  background: ${color.surface};
  border: ${size.hairline} ${({ $isReadOnly }) => ($isReadOnly ? 'dashed' : 'solid')} ${({ $isInvalid }) => ($isInvalid ? color.danger : color.lineStrong)};
  border-radius: ${radius.control};
  &:focus-within {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.hairline};
  }
`;
const Hint = styled.p`
  color: ${color.muted};
  font-size: ${font.size.tiny};
  kbd {
    font-family: ${font.data};
  }
`;
const ProblemButton = styled.button<{ $isWarning?: boolean }>`
  padding: 0;
  border: 0;
  background: none;
  color: ${({ $isWarning = false }) => ($isWarning ? color.warning : color.danger)};
  font-size: ${font.size.tiny};
  text-align: left;
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
`;

/** More warnings are only marked in the text. */
const MOST_WARNINGS = 3;

export interface CodeBoxProps {
  language: 'javascript' | 'json';
  label: string;
  value: string;
  onChange: (value: string) => void;
  stepId: string;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  errorMessage?: string | undefined;
  onBlur?: (() => void) | undefined;
  problem: { line: number; column: number; message: string } | null;
  /** Marked and listed below the editor; the text is accepted despite them. */
  warnings?: readonly CodeWarning[] | undefined;
  help?: ScriptHelp | undefined;
  actions?: ReactNode;
  /** The editor is in the larger window. */
  isLarge?: boolean | undefined;
  onLarge?: (() => void) | undefined;
}

/** A code editor: Monaco, loaded when first shown, or a plain text field if it can't be loaded. */
export function CodeBox(props: CodeBoxProps) {
  const { label, value, onChange, onBlur, language, stepId, isReadOnly = false, isRequired = false, isLabelHidden = false } = props;
  const { errorMessage, problem, warnings, help, actions, isLarge = false, onLarge } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  const handle = useRef<CodeHandle>(null);
  const selector = useValueActions();
  const isOpen = useSelectorTarget()?.id === id;
  const target: InsertTarget = {
    id,
    label,
    stepId,
    language: 'script',
    get element() {
      return frame.current ?? document.body;
    },
    insertPath: (root, keys) => handle.current?.insert(scriptPath(root, keys)),
    insertFormula: () => undefined,
    focus: () => handle.current?.focus(),
  };
  const shownMessage = problem ? `Line ${problem.line}, column ${problem.column}: ${problem.message}` : undefined;
  return (
    <Stack $gap={1} data-value-field={id}>
      <Inline $gap={1} $isNowrap>
        <Label $isHidden={isLabelHidden}>
          <span>
            {label}
            {isRequired ? <Star /> : null}
          </span>
        </Label>
        {actions}
        {help && selector && !isReadOnly ? (
          <IconButton
            label={`Insert a value into ${label}`}
            icon={<Braces aria-hidden />}
            size="dense"
            aria-expanded={isOpen}
            onPress={() => (isOpen ? selector.closeSelector() : selector.openSelector(target))}
          />
        ) : null}
        {onLarge ? (
          <IconButton label={`Open ${label} in a larger window`} icon={<Maximize2 aria-hidden />} size="dense" onPress={onLarge} />
        ) : null}
      </Inline>
      <WithoutMonaco
        fallback={
          <>
            <Banner tone="warning">The code editor couldn’t be loaded. You can keep editing in this plain field.</Banner>
            <CodeEditor
              label={label}
              isLabelHidden
              value={value}
              onChange={onChange}
              isReadOnly={isReadOnly}
              errorMessage={shownMessage}
              rows={isLarge ? 24 : 14}
              {...(onBlur ? { onBlur } : {})}
            />
          </>
        }
      >
        <Frame
          ref={frame}
          $isInvalid={problem !== null || errorMessage !== undefined}
          $isLarge={isLarge}
          $isReadOnly={isReadOnly}
          onFocus={() => selector?.retarget(target)}
          onDragOver={(event) => (help && !isReadOnly && bringsValue(event.dataTransfer) ? event.preventDefault() : undefined)}
          onDropCapture={(event) => {
            const brought = bringsValue(event.dataTransfer) ? broughtValue(event.dataTransfer) : null;
            if (!brought || !help || isReadOnly) return;
            event.preventDefault();
            event.stopPropagation();
            target.insertPath(brought.root, brought.keys);
          }}
          // Keys in the editor belong to the script. Of the page's shortcuts, only saving works there.
          onKeyDown={(event) => (isSaveKey(event) ? undefined : event.stopPropagation())}
        >
          <LoadingBoundary>
            <CodeView
              language={language}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              label={label}
              isReadOnly={isReadOnly}
              problem={problem}
              warnings={warnings}
              help={help}
              handle={handle}
              onEscape={() => hint.current?.focus()}
            />
          </LoadingBoundary>
        </Frame>
        <Hint ref={hint} tabIndex={-1}>
          Press <kbd>Esc</kbd>, then <kbd>Tab</kbd>, to leave the editor. <kbd>Ctrl+M</kbd> lets <kbd>Tab</kbd> leave it.
        </Hint>
        {shownMessage ? (
          <ProblemButton type="button" onClick={() => problem && handle.current?.goTo(problem.line, problem.column)}>
            {shownMessage}
          </ProblemButton>
        ) : null}
        {warnings?.slice(0, MOST_WARNINGS).map(({ line, column, message }) => (
          <ProblemButton key={`${line}:${column}`} type="button" $isWarning onClick={() => handle.current?.goTo(line, column)}>
            {`Line ${line}, column ${column}: ${message}`}
          </ProblemButton>
        ))}
      </WithoutMonaco>
      {errorMessage ? <Problem $size="tiny">{errorMessage}</Problem> : null}
    </Stack>
  );
}

function isSaveKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key === 's';
}

/** Shows the plain field if Monaco's files can't be loaded. */
class WithoutMonaco extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Writes a path for scripts: `Steps["start"].Payload.id`, `$Data.lastOrder`, `$Consts.WorkflowId`. */
function scriptPath(root: ScriptRoot, keys: readonly PathKey[]): string {
  if (root === 'Steps') return writePath(root, keys);
  const written = keys.map((key) => (typeof key === 'string' && IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
  return `$${root}${written.join('')}`;
}
