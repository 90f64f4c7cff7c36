import { Banner, Inline, Stack } from '@portage/ui/base';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import styled from 'styled-components';

interface EntranceFormProps {
  /** From the server. */
  error?: string | null | undefined;
  onSubmit: (event: SyntheticEvent) => Promise<void>;
  children: ReactNode;
}

/** A form that focuses its first field, and after a refusal its first invalid one. */
export function EntranceForm({ error, onSubmit, children }: EntranceFormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  async function submit(event: SyntheticEvent): Promise<void> {
    await onSubmit(event);
    // Runs after the messages have been drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  return (
    <Stack as="form" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {error && <Banner tone="danger">{error}</Banner>}
      {children}
    </Stack>
  );
}

/** Links below an entrance form. */
export const EntranceLinks = styled(Inline).attrs({ as: 'p', $gap: [2, 4], $justify: 'space-between' })``;
