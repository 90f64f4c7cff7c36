// `features/suggest/register` of 0.57.0 registers something else. This import must precede Monaco's first use, by base/monaco.ts while
// it loads: its editors don't know services that come later.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import { font } from '@portage/ui';
import { type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { type editor, KeyCode, KeyMod, languages, MarkerSeverity, Range } from '../base/monaco.ts';
import { useEditor } from '../base/use-editor.ts';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/languages/definitions/javascript/register';

const Host = styled.div`
  position: absolute;
  inset: 0;
  /* Lists and hints of the editor are text of the page, too. */
  .monaco-editor .suggest-widget,
  .monaco-hover {
    font-family: ${font.interface};
  }
`;

export type { editor, languages } from '../base/monaco.ts';

/** Provides completion and hints: receives Monaco's language registry and the script's text. @returns a function that stops it */
export type ProvideHelp = (registry: typeof languages, model: editor.ITextModel) => () => void;

/** A warning about a piece of a text. Lines and columns count from 1. */
export interface ScriptWarning {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
}

/** Functions of the editor for other components. */
export interface ScriptHandle {
  /** Replaces the selection, as one step of the editor's undo. */
  insert(text: string): void;
  focus(): void;
  goTo(line: number, column: number): void;
}

export interface ScriptViewProps {
  language: 'javascript' | 'json';
  value: string;
  onChange: (value: string) => void;
  label: string;
  isReadOnly: boolean;
  problem: { line: number; column: number; message: string } | null;
  warnings?: readonly ScriptWarning[] | undefined;
  /** Called once, for a script. */
  provideHelp?: ProvideHelp | undefined;
  handle: RefObject<ScriptHandle | null>;
  onBlur?: (() => void) | undefined;
  /** Called when Escape is pressed while nothing is open in the editor. */
  onEscape: () => void;
}

/** A script, or JSON, in Monaco. Loaded only by `import()`. */
export function ScriptView(props: ScriptViewProps) {
  const { language, value, label, isReadOnly, problem, warnings, handle } = props;
  const latest = useRef(props);
  latest.current = props;
  const { host, view } = useEditor({
    language,
    text: value,
    label,
    isReadOnly,
    identity: [],
    options: {
      folding: true,
      lineNumbersMinChars: 3,
      quickSuggestions: { other: true, comments: false, strings: true },
      renderLineHighlight: 'line',
      overviewRulerLanes: 0,
      scrollbar: { alwaysConsumeMouseWheel: false },
    },
    onMade(made, model) {
      made.onDidChangeModelContent(() => latest.current.onChange(model.getValue()));
      made.onDidBlurEditorWidget(() => latest.current.onBlur?.());
      // Escape first closes what the editor has open; then it leaves, and Tab continues from there.
      made.addCommand(
        KeyCode.Escape,
        () => latest.current.onEscape(),
        '!suggestWidgetVisible && !findWidgetVisible && !parameterHintsVisible && !editorHoverFocused && !hasNextTabstop && !markersNavigationVisible && !editorHasMultipleSelections && !inSnippetMode && !renameInputVisible',
      );
      // Ctrl+Enter would insert a line below. Ctrl+S is left to the page, where it saves.
      made.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => undefined);
      return language === 'javascript' ? latest.current.provideHelp?.(languages, model) : undefined;
    },
    marks: [problem, warnings],
    marksOf: () => toMarkers(problem, warnings),
  });

  useEffect(() => {
    const model = view.current?.getModel();
    // An undo of the whole editor, or a rename, changes the text from outside; the person can revert that here, too.
    if (model && model.getValue() !== value) model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value, view]);

  useHandle(handle, view);
  return <Host ref={host} />;
}

function toMarkers(problem: ScriptViewProps['problem'], warnings: readonly ScriptWarning[] = []): editor.IMarkerData[] {
  const fault = problem ? [{ ...problem, endLine: problem.line, endColumn: problem.column + 1, severity: MarkerSeverity.Error }] : [];
  const doubts = warnings.map((warning) => ({ ...warning, severity: MarkerSeverity.Warning }));
  return [...fault, ...doubts].map(({ line, column, endLine, endColumn, message, severity }) => ({
    severity,
    message,
    startLineNumber: line,
    startColumn: column,
    endLineNumber: endLine,
    endColumn,
  }));
}

function useHandle(handle: RefObject<ScriptHandle | null>, view: RefObject<editor.IStandaloneCodeEditor | null>): void {
  useEffect(() => {
    handle.current = {
      insert(text) {
        const made = view.current;
        const selection = made?.getSelection();
        if (!made || !selection) return;
        made.pushUndoStop();
        made.executeEdits('value-selector', [{ range: selection, text, forceMoveMarkers: true }]);
        made.pushUndoStop();
        made.focus();
      },
      focus: () => view.current?.focus(),
      goTo(line, column) {
        view.current?.setPosition({ lineNumber: line, column });
        view.current?.revealRangeInCenterIfOutsideViewport(new Range(line, column, line, column));
        view.current?.focus();
      },
    };
    return () => {
      handle.current = null;
    };
  }, [handle, view]);
}
