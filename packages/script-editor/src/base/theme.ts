import { editor } from './monaco.ts';

const THEME = 'portage';
const DARK = '(prefers-color-scheme: dark)';

/** Gives Monaco the page's current colours (packages/ui/README.md): it needs literal values. */
function applyTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--portage-${name}`).trim();
  const rule = (kind: string, name: string) => ({ token: kind, foreground: token(name).slice(1) });
  editor.defineTheme(THEME, {
    base: style.colorScheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'text'),
      rule('comment', 'muted'),
      rule('keyword', 'stepTrigger'),
      rule('string', 'success'),
      rule('string.key', 'info'),
      rule('number', 'warning'),
      rule('regexp', 'accent'),
      rule('type', 'info'),
      rule('delimiter', 'text'),
    ],
    colors: {
      'editor.background': token('surface'),
      'editor.foreground': token('text'),
      'editorGutter.background': token('sunken'),
      'editorLineNumber.foreground': token('muted'),
      'editorLineNumber.activeForeground': token('text'),
      'editorCursor.foreground': token('text'),
      'editor.lineHighlightBackground': token('hover'),
      'editor.lineHighlightBorder': token('hover'),
      'editorWidget.background': token('raised'),
      'editorWidget.border': token('line'),
      'editorHoverWidget.background': token('raised'),
      'editorHoverWidget.border': token('line'),
      'editorSuggestWidget.background': token('raised'),
      'editorSuggestWidget.foreground': token('text'),
      'editorSuggestWidget.selectedBackground': token('brandSoft'),
      'editorSuggestWidget.selectedForeground': token('text'),
      'editorSuggestWidget.highlightForeground': token('brand'),
      'editorSuggestWidget.focusHighlightForeground': token('brand'),
      'editorError.foreground': token('danger'),
      'editorWarning.foreground': token('warning'),
      focusBorder: token('focus'),
    },
  });
  editor.setTheme(THEME);
}

/** Keeps Monaco's colours in step with the page's, including theme changes. Returns a function that stops it. */
export function followTheme(): () => void {
  applyTheme();
  const root = new MutationObserver(applyTheme);
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia(DARK);
  system.addEventListener('change', applyTheme);
  return () => {
    root.disconnect();
    system.removeEventListener('change', applyTheme);
  };
}
