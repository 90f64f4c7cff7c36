import type { Form } from '@portage/ui/base';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../host/host.ts';
import { forgetAllInput, forgetInput, keepInput, readStoredInput, type StoredInputKey } from './kept-input-store.ts';

/** The parts of a form that are needed here, as `useForm` returns them. */
export type KeepableForm<Values extends object> = Pick<Form<Values>, 'values' | 'initial' | 'isDirty' | 'set'>;

export interface StoredInputSettings {
  /** Distinguishes the forms at one address. */
  name: string;
  /** Fields that are never stored: passwords, keys. */
  isSecret?: (field: string) => boolean;
  /** Input in a dialog is dropped when the dialog closes; on a page, when the address changes. */
  isInDialog?: boolean;
  /** Whether the form has a field. Default: fields that have an initial value. */
  takes?: (field: string) => boolean;
}

export interface StoredInput {
  isRestored: boolean;
  /** Some fields weren't stored, because they are secret. */
  lacksSecrets: boolean;
  /** Restores the form's state from before. */
  discard: () => void;
}

/**
 * Stores input when the session ends by itself, and restores it for the same person at the same address. It is removed once saved, undone,
 * or left on purpose.
 */
export function useStoredInput<Values extends object>(
  form: KeepableForm<Values>,
  { name, isSecret, takes, isInDialog = false }: StoredInputSettings,
): StoredInput {
  const { session } = useHost();
  const [place] = useState<StoredInputKey>(() => ({ userId: session.getUser()?.id ?? '', address: addressOfPage(), form: name }));
  const [restored, setRestored] = useState<{ fields: readonly string[]; lacksSecrets: boolean } | null>(null);
  const latest = useRef({ form, isSecret, takes });
  latest.current = { form, isSecret, takes };

  useEffect(() => {
    forgetAllInput(tabStorage(), place.userId);
    const kept = readStoredInput(tabStorage(), place);
    if (!kept) return;
    const { initial } = latest.current.form;
    const { takes: isTaken = (field: string) => field in initial } = latest.current;
    const isNew = (field: string) => isTaken(field) && JSON.stringify(kept.values[field]) !== JSON.stringify(getFieldValue(initial, field));
    const fields = Object.keys(kept.values).filter(isNew);
    // It was saved meanwhile, or the form has other fields now.
    if (fields.length === 0) {
      forgetInput(tabStorage(), place);
      return;
    }
    for (const field of fields) setField(latest.current.form, field, kept.values[field]);
    setRestored({ fields, lacksSecrets: kept.lacksSecrets });
  }, [place]);

  useEffect(
    () =>
      session.subscribe(() => {
        const { form: now, isSecret: leavesOut = () => false } = latest.current;
        if (session.getUser() !== null || !now.isDirty) return;
        const changed = listChanges(now);
        const values = Object.fromEntries(changed.filter(([field]) => !leavesOut(field)));
        keepInput(tabStorage(), place, { values, lacksSecrets: Object.keys(values).length < changed.length });
      }),
    [session, place],
  );

  // Only after the form was dirty: the page may be mounted twice before its input is restored.
  const wasDirty = useRef(false);
  useEffect(() => {
    if (!form.isDirty && wasDirty.current) {
      forgetInput(tabStorage(), place);
      setRestored(null);
    }
    wasDirty.current = form.isDirty;
  }, [form.isDirty, place]);

  useEffect(
    () => () => {
      const isLeft = isInDialog || addressOfPage() !== place.address;
      if (session.getUser() !== null && isLeft) forgetInput(tabStorage(), place);
    },
    [session, place, isInDialog],
  );

  return {
    isRestored: restored !== null,
    lacksSecrets: restored?.lacksSecrets ?? false,
    discard: () => {
      for (const field of restored?.fields ?? []) setField(form, field, getFieldValue(form.initial, field));
      forgetInput(tabStorage(), place);
      setRestored(null);
    },
  };
}

function listChanges<Values extends object>({ values, initial }: KeepableForm<Values>): [string, unknown][] {
  return Object.entries(values).filter(([field, value]) => !Object.is(value, getFieldValue(initial, field)));
}

function getFieldValue(values: object, field: string): unknown {
  return (values as Record<string, unknown>)[field];
}

function setField<Values extends object>(form: KeepableForm<Values>, field: string, value: unknown): void {
  const set = form.set as (name: string, value: unknown) => void;
  set(field, value);
}

function addressOfPage(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** Null if the browser has no storage. */
function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
