import { font } from '@portage/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { editor, KeyCode, KeyMod, MarkerSeverity, Range } from './monaco.ts';
import { followTheme } from './monaco-theme.ts';

const Host = styled.div`
  position: absolute;
  inset: 0;
`;
const MARKERS = 'portage';

export interface TextHandle {
  goTo(line: number): void;
  text(): string;
}

export interface TextViewProps {
  language: 'json' | 'yaml';
  /** What it begins with; another one makes another editor. */
  initial: string;
  label: string;
  isReadOnly: boolean;
  problems: readonly { line: number; message: string; isError: boolean }[];
  handle: RefObject<TextHandle | null>;
  /** Something was written; asking for the text costs what the text is long. */
  onEdit: () => void;
  onSave: () => void;
  onEscape: () => void;
}

/** The text of a document in Monaco. Loaded by `import()` only. */
export function TextView(props: TextViewProps) {
  const { language, initial, label, isReadOnly, problems, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor>(null);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once a text.
  useLayoutEffect(() => {
    if (!host.current) return;
    const model = editor.createModel(initial, language);
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
      tabSize: 2,
      wordBasedSuggestions: 'off',
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
      links: false,
      quickSuggestions: false,
      contextmenu: false,
      padding: { top: 8, bottom: 8 },
      stickyScroll: { enabled: false },
      largeFileOptimizations: true,
    });
    view.current = made;
    const stopTheme = followTheme();
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
      stopTheme();
      made.dispose();
      model.dispose();
      view.current = null;
    };
  }, [initial, language]);

  useEffect(() => {
    view.current?.updateOptions({ readOnly: isReadOnly });
  }, [isReadOnly]);

  useEffect(() => {
    const model = view.current?.getModel();
    if (!model) return;
    const markers = problems.map(({ line, message, isError }) => {
      const at = Math.min(Math.max(1, line), model.getLineCount());
      const severity = isError ? MarkerSeverity.Error : MarkerSeverity.Warning;
      return { severity, message, startLineNumber: at, endLineNumber: at, startColumn: 1, endColumn: model.getLineMaxColumn(at) };
    });
    editor.setModelMarkers(model, MARKERS, markers);
  }, [problems]);

  return <Host ref={host} />;
}
