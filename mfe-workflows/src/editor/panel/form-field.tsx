import { Text } from '@portage/ui';
import type { FocusEvent, ReactNode } from 'react';
import { isFloating } from '../focus/is-floating.ts';

interface FormFieldProps {
  name: string;
  onFocus?: () => void;
  /** Also when the focus moves into a dialog above the form. */
  onLeave?: () => void;
  children: ReactNode;
}

/** The frame of one field in a form; leaving it marks the field as touched (spec SHELL-39). Every field of a step form has one. */
export function FormField({ name, onFocus, onLeave, children }: FormFieldProps) {
  return (
    <Text
      as="div"
      $shrinks
      data-field={name}
      onFocus={onFocus}
      onBlur={onLeave && (({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave())}
    >
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
