import { type RefObject, useRef } from 'react';
import styled from 'styled-components';
import { type editor, KeyCode, KeyMod, MarkerSeverity, Range } from '../base/monaco.ts';
import { useEditor } from '../base/use-editor.ts';
import 'monaco-editor/features/gotoLine/register';
import 'monaco-editor/languages/definitions/yaml/register';

const Host = styled.div`
  position: absolute;
  inset: 0;
`;

export interface DocumentHandle {
  goTo(line: number): void;
  text(): string;
}

export interface DocumentViewProps {
  language: 'json' | 'yaml';
  /** The initial text. Another value creates a new editor. */
  initial: string;
  label: string;
  isReadOnly: boolean;
  problems: readonly { line: number; message: string; isError: boolean }[];
  handle: RefObject<DocumentHandle | null>;
  /** The text has changed. It isn't passed along: reading it takes time proportional to its length. */
  onEdit: () => void;
  onSave: () => void;
  onEscape: () => void;
}

/** The text of a document in Monaco. Loaded only by `import()`. */
export function DocumentView(props: DocumentViewProps) {
  const { language, initial, label, isReadOnly, problems, handle } = props;
  const latest = useRef(props);
  latest.current = props;
  const { host } = useEditor({
    language,
    text: initial,
    label,
    isReadOnly,
    identity: [initial, language],
    options: { quickSuggestions: false, largeFileOptimizations: true },
    onMade(made, model) {
      made.onDidChangeModelContent(() => latest.current.onEdit());
      made.addCommand(
        KeyCode.Escape,
        () => latest.current.onEscape(),
        '!findWidgetVisible && !editorHoverFocused && !markersNavigationVisible && !editorHasMultipleSelections',
      );
      made.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, () => latest.current.onSave());
      handle.current = {
        goTo(line) {
          made.setPosition({ lineNumber: line, column: 1 });
          made.revealRangeInCenterIfOutsideViewport(new Range(line, 1, line, 1));
          made.focus();
        },
        text: () => model.getValue(),
      };
      return () => {
        handle.current = null;
      };
    },
    marks: [problems],
    marksOf: (model) => problems.map((problem) => toMarker(model, problem)),
  });
  return <Host ref={host} />;
}

function toMarker(model: editor.ITextModel, { line, message, isError }: DocumentViewProps['problems'][number]): editor.IMarkerData {
  const at = Math.min(Math.max(1, line), model.getLineCount());
  const severity = isError ? MarkerSeverity.Error : MarkerSeverity.Warning;
  return { severity, message, startLineNumber: at, endLineNumber: at, startColumn: 1, endColumn: model.getLineMaxColumn(at) };
}
