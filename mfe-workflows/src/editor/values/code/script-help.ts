import type { editor, languages as Languages } from '@portage/script-editor/scripts';
import { briefValue } from '@portage/ui';
import { type ScriptSuggestion, scriptHover, scriptSuggestions } from '../script/script-suggestions.ts';
import type { ScriptHelp } from './code-view-props.ts';

const HOVER_LENGTH = 600;

/** Completion and hints for one script. Monaco asks about every text, so this responds only for its own. @returns stops it */
export function provideScriptHelp(languages: typeof Languages, own: editor.ITextModel, read: () => ScriptHelp | undefined): () => void {
  const completion = languages.registerCompletionItemProvider('javascript', {
    triggerCharacters: ['.', '[', '"', "'"],
    provideCompletionItems(model, position) {
      const help = read();
      if (model !== own || !help) return { suggestions: [] };
      const offset = model.getOffsetAt(position);
      const found = scriptSuggestions(model.getValue(), offset, help.available, help.scope);
      return { suggestions: found.map((one, index) => toCompletionItem(languages, model, one, index)) };
    },
  });
  const hover = languages.registerHoverProvider('javascript', {
    provideHover(model, position) {
      const help = read();
      const found = model === own && help ? scriptHover(model.getValue(), model.getOffsetAt(position), help.scope) : null;
      if (!found) return null;
      const value = briefValue(found.value, HOVER_LENGTH);
      return { range: toRange(model, found.start, found.end), contents: [{ value: `\`\`\`json\n${value}\n\`\`\`` }] };
    },
  });
  return () => {
    completion.dispose();
    hover.dispose();
  };
}

function toCompletionItem(
  languages: typeof Languages,
  model: editor.ITextModel,
  one: ScriptSuggestion,
  index: number,
): Languages.CompletionItem {
  const kinds = languages.CompletionItemKind;
  const kind = { variable: kinds.Variable, property: kinds.Field, method: kinds.Method, step: kinds.Module }[one.kind];
  return {
    label: one.sample ? { label: one.label, description: briefValue(one.sample.value, 40) } : one.label,
    kind,
    insertText: one.insertText,
    filterText: one.insertText.startsWith('"') ? one.insertText : one.label,
    range: toRange(model, one.start, one.end),
    sortText: String(index).padStart(4, '0'),
    ...(one.sample ? { detail: briefValue(one.sample.value, 200) } : {}),
    ...(one.dropped ? { additionalTextEdits: [{ range: toRange(model, one.dropped.start, one.dropped.end), text: null }] } : {}),
    ...(one.kind === 'step' ? { command: { id: 'editor.action.triggerSuggest', title: '' } } : {}),
  };
}

function toRange(model: editor.ITextModel, start: number, end: number) {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return { startLineNumber: from.lineNumber, startColumn: from.column, endLineNumber: to.lineNumber, endColumn: to.column };
}
