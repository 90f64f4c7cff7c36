import { Text } from '@portage/ui';
import type { FocusEvent, ReactNode } from 'react';
import { isFloating } from '../focus/is-floating.ts';

/** The frame of one field in a form; leaving it marks the field as touched (spec SHELL-39). Every field of a step form has one. */
export function FormField({ name, onFocus, children }: { name: string; onFocus?: () => void; children: ReactNode }) {
  return (
    <Text as="div" $shrinks data-field={name} onFocus={onFocus}>
      {children}
    </Text>
  );
}

/** The field that the focus has left for good; null while it stays inside, or in a list or dialog above the form. */
export function leftField({ target, relatedTarget }: FocusEvent<HTMLElement>): string | null {
  const field = target.closest<HTMLElement>('[data-field]');
  if (!field || isFloating(relatedTarget) || (relatedTarget instanceof Node && field.contains(relatedTarget))) return null;
  return field.dataset.field ?? null;
}
