import { font } from '@portage/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import type { CodeHandle, CodeViewProps, CodeWarning } from './code-view-props.ts';
import { editor, KeyCode, KeyMod, languages, MarkerSeverity, Range } from './monaco.ts';
import { followTheme } from './monaco-theme.ts';
import { provideScriptHelp } from './script-help.ts';

const Host = styled.div`
  position: absolute;
  inset: 0;
  /* Lists and hints of the editor are text of the page, too. */
  .monaco-editor .suggest-widget,
  .monaco-hover {
    font-family: ${font.interface};
  }
`;

const MARKERS = 'portage';

/** Monaco in a box of a certain size. Loaded by `import()` only. */
export function CodeView({
  language,
  value,
  onChange,
  label,
  isReadOnly,
  problem,
  warnings,
  help,
  handle,
  onBlur,
  onEscape,
}: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor>(null);
  const latest = useRef({ onChange, onBlur, onEscape, help });
  latest.current = { onChange, onBlur, onEscape, help };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; the effects below bring it up to date.
  useLayoutEffect(() => {
    if (!host.current) return;
    const model = editor.createModel(value, language);
    const made = editor.create(host.current, {
      model,
      readOnly: isReadOnly,
      ariaLabel: label,
      automaticLayout: true,
      accessibilitySupport: 'auto',
      fontFamily: font.data,
      fontSize: 13,
      lineHeight: 20,
      fontLigatures: false,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      fixedOverflowWidgets: true,
      folding: true,
      lineNumbersMinChars: 3,
      tabSize: 2,
      // These would need a worker; the words of the script are among our own suggestions.
      wordBasedSuggestions: 'off',
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
      links: false,
      quickSuggestions: { other: true, comments: false, strings: true },
      contextmenu: false,
      padding: { top: 8, bottom: 8 },
      renderLineHighlight: 'line',
      overviewRulerLanes: 0,
      scrollbar: { alwaysConsumeMouseWheel: false },
      stickyScroll: { enabled: false },
    });
    view.current = made;
    const stopTheme = followTheme();
    const stopHelp = language === 'javascript' ? provideScriptHelp(languages, model, () => latest.current.help) : undefined;
    made.onDidChangeModelContent(() => latest.current.onChange(model.getValue()));
    made.onDidBlurEditorWidget(() => latest.current.onBlur?.());
    // Escape first closes what the editor has open; then it leaves, and Tab goes on from there.
    made.addCommand(
      KeyCode.Escape,
      () => latest.current.onEscape(),
      '!suggestWidgetVisible && !findWidgetVisible && !parameterHintsVisible && !editorHoverFocused && !hasNextTabstop && !markersNavigationVisible && !editorHasMultipleSelections && !inSnippetMode && !renameInputVisible',
    );
    // In the page Ctrl+S saves and Ctrl+Enter runs nothing in here.
    made.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => undefined);
    return () => {
      stopHelp?.();
      stopTheme();
      made.dispose();
      model.dispose();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    const model = view.current?.getModel();
    // An undo of the whole editor, or a rename, changes the text from outside; the person can take that back here, too.
    if (model && model.getValue() !== value) model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value]);

  useEffect(() => {
    view.current?.updateOptions({ readOnly: isReadOnly });
  }, [isReadOnly]);

  useEffect(() => {
    const model = view.current?.getModel();
    if (!model) return;
    editor.setModelMarkers(model, MARKERS, markersOf(problem, warnings));
  }, [problem, warnings]);

  useHandle(handle, view);
  return <Host ref={host} />;
}

function markersOf(problem: CodeViewProps['problem'], warnings: readonly CodeWarning[] = []): editor.IMarkerData[] {
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

function useHandle(handle: RefObject<CodeHandle | null>, view: RefObject<editor.IStandaloneCodeEditor | null>): void {
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
