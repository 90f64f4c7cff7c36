import { font } from '@portage/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { jsonConfiguration, jsonGrammar } from './json-grammar.ts';
import { editor, languages } from './monaco.ts';
import { followTheme } from './theme.ts';

/** Defaults for every editor; each adds what it needs. */
const OPTIONS = {
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
  // These would need a worker.
  wordBasedSuggestions: 'off',
  links: false,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  contextmenu: false,
  padding: { top: 8, bottom: 8 },
  stickyScroll: { enabled: false },
} as const satisfies editor.IStandaloneEditorConstructionOptions;

const MARKERS = 'portage';

export interface EditorSettings {
  language: string;
  text: string;
  label: string;
  isReadOnly: boolean;
  options: editor.IStandaloneEditorConstructionOptions;
  /** Other values create a new editor. Always pass the same number of them. */
  identity: readonly unknown[];
  /** Called once an editor is created. @returns what to dispose with it */
  onMade(made: editor.IStandaloneCodeEditor, model: editor.ITextModel): (() => void) | undefined;
  /** The marks in the text; an unchanged list isn't applied again. */
  marksOf(model: editor.ITextModel): editor.IMarkerData[];
  marks: readonly unknown[];
}

/** An editor in a sized box, for the component's lifetime. */
export function useEditor(settings: EditorSettings): {
  host: RefObject<HTMLDivElement | null>;
  view: RefObject<editor.IStandaloneCodeEditor | null>;
} {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor>(null);
  const { identity, isReadOnly, marks, marksOf } = settings;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; the effects below bring it up to date.
  useLayoutEffect(() => {
    if (!host.current) return;
    const { text, language, label, options } = settings;
    knowJson();
    const model = editor.createModel(text, language);
    const made = editor.create(host.current, { ...OPTIONS, ...options, model, readOnly: isReadOnly, ariaLabel: label });
    view.current = made;
    const stopTheme = followTheme();
    const stop = settings.onMade(made, model);
    return () => {
      stop?.();
      stopTheme();
      made.dispose();
      model.dispose();
      view.current = null;
    };
  }, [...identity]);

  useEffect(() => {
    view.current?.updateOptions({ readOnly: isReadOnly });
  }, [isReadOnly]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `marks` says when what `toMarkers` gives is another.
  useEffect(() => {
    const model = view.current?.getModel();
    if (model) editor.setModelMarkers(model, MARKERS, marksOf(model));
  }, [...identity, ...marks]);

  return { host, view };
}

let isRegistered = false;

/** Registers JSON, once. Not at module load: the first call to Monaco fixes its services, and later parts would be missing. */
function knowJson(): void {
  if (isRegistered) return;
  isRegistered = true;
  languages.register({ id: 'json' });
  languages.setLanguageConfiguration('json', jsonConfiguration);
  languages.setMonarchTokensProvider('json', jsonGrammar);
}
