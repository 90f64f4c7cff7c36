import { type AvailableReferences, type Completion, completionsAt, type ExpressionScope } from '@portage/workflow';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { writeText } from './write-text.ts';

interface Suggested {
  options: readonly Completion[];
  /** -1: nothing is selected yet, Enter still inserts a new line. */
  active: number;
  /** Text position of the list. */
  anchor: number;
}

export interface Completions extends Suggested {
  isOpen: boolean;
  /** Looks up the completions at the caret; none if a range is selected. */
  update(): void;
  close(): void;
  accept(option: Completion): void;
  /** @returns true if the key was for the list */
  handleKey(event: KeyboardEvent): boolean;
}

const none: Suggested = { options: [], active: -1, anchor: 0 };

/** Finds and applies completions at the caret of an expression field. */
export function useCompletions(
  field: RefObject<HTMLTextAreaElement | null>,
  available: AvailableReferences,
  scope: ExpressionScope,
): Completions {
  const [suggested, setSuggested] = useState<Suggested>(none);
  const isOpen = suggested.options.length > 0;
  const seen = useRef({ caret: -1, text: '' });

  function update(): void {
    const element = field.current;
    if (!element || element.selectionStart !== element.selectionEnd || element.readOnly) {
      close();
      return;
    }
    const caret = element.selectionStart;
    // A key is reported twice: as a change, and as a move of the caret.
    if (isOpen && seen.current.caret === caret && seen.current.text === element.value) return;
    seen.current = { caret, text: element.value };
    const options = completionsAt(element.value, caret, available, scope);
    const first = options[0];
    if (!first || isWritten(first, options, element.value)) {
      close();
      return;
    }
    const anchor = first.insertion.start;
    setSuggested({ options, active: caret - anchor > 1 ? 0 : -1, anchor });
  }

  function close(): void {
    setSuggested((now) => (now.options.length === 0 ? now : none));
  }

  function accept({ insertion }: Completion): void {
    if (field.current) writeText(field.current, insertion);
    close();
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (!isOpen) {
      const asks = (event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && event.altKey);
      if (!asks) return false;
      update();
      return true;
    }
    const { options, active } = suggested;
    const chosen = options[active];
    if (event.key === 'ArrowDown') setSuggested({ ...suggested, active: (active + 1) % options.length });
    else if (event.key === 'ArrowUp') setSuggested({ ...suggested, active: active <= 0 ? options.length - 1 : active - 1 });
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.shiftKey) accept(chosen);
    else return false;
    return true;
  }

  return { ...suggested, isOpen, update, close, accept, handleKey };
}

function isWritten(first: Completion, options: readonly Completion[], text: string): boolean {
  const { start, end, text: inserted } = first.insertion;
  return options.length === 1 && text.slice(start, end) === inserted;
}
