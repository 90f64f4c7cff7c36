import { MousePointerClick, TextCursorInput } from 'lucide-react';
import type { Command } from './command.ts';

const ACTIONS = 'button:not([aria-haspopup="listbox"]), [role="button"], [role="tab"], [role="switch"]';
const FIELDS = 'input, textarea, select, [contenteditable="true"], button[aria-haspopup="listbox"]';

/**
 * The buttons, switches, tabs and fields of the open page. A name that several of them have, such as the Edit of every row, finds none.
 *
 * @param page the element that holds the page
 */
export function controlCommands(page: ParentNode): Command[] {
  const commands = findControls(page).map((control) => toCommand(control, page));
  const counts = new Map<string, number>();
  for (const { id } of commands) counts.set(id, (counts.get(id) ?? 0) + 1);
  return commands.filter(({ id, label }) => label !== '' && counts.get(id) === 1);
}

function findControls(page: ParentNode): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>(`${ACTIONS}, ${FIELDS}`)].filter(canBeUsed);
}

function canBeUsed(control: HTMLElement): boolean {
  const isOff = control.matches(':disabled, [aria-disabled="true"]') || control.closest('[aria-hidden="true"], [inert]') !== null;
  return !isOff && (control.parentElement ?? control).checkVisibility({ visibilityProperty: true });
}

function toCommand(control: HTMLElement, page: ParentNode): Command {
  const isField = !control.matches(ACTIONS);
  const label = readName(control);
  // The page may have been rendered anew since the menu opened.
  const current = () => (control.isConnected ? control : findControls(page).find((found) => readName(found) === label));
  return {
    id: `control ${label}`,
    group: 'This page',
    label,
    detail: isField ? 'Field' : undefined,
    icon: isField ? TextCursorInput : MousePointerClick,
    keywords: isField ? 'field setting' : switchWords(control),
    does: { run: () => whenMenuIsClosed(() => (isField ? reach(current()) : current()?.click())) },
  };
}

function switchWords(control: HTMLElement): string {
  if (!control.matches('[role="switch"]')) return '';
  return control.matches(':checked, [aria-checked="true"]') ? 'deactivate turn off' : 'activate turn on';
}

function reach(field: HTMLElement | undefined): void {
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}

/** The closing menu returns the focus to where it was. */
function whenMenuIsClosed(act: () => void): void {
  requestAnimationFrame(act);
}

/** The accessible name, as far as Portage's components build one. */
function readName(control: HTMLElement): string {
  const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
  // A choice is labelled by its value and then by its label.
  const labelledBy = (control.matches('[aria-haspopup="listbox"]') ? ids.slice(-1) : ids).map((id) => document.getElementById(id));
  const label = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels?.[0] : undefined;
  const texts = [
    control.getAttribute('aria-label'),
    labelledBy.map((element) => element?.textContent ?? '').join(' '),
    label?.textContent,
    control.textContent,
    control.getAttribute('placeholder'),
  ];
  // A required field's label ends with a star.
  return (
    texts
      .map((text) =>
        text
          ?.replaceAll(/\s+/g, ' ')
          .replace(/\s*\*$/, '')
          .trim(),
      )
      .find(Boolean) ?? ''
  ).slice(0, MOST_LETTERS);
}

const MOST_LETTERS = 120;
