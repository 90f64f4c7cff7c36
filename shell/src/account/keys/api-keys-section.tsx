import { useHost } from '@portage/area-kit/base';
import { MAX_API_KEYS } from '@portage/contracts';
import type { ApiKey } from '@portage/contracts/calls';
import { Button, Link, Muted } from '@portage/ui/base';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../app/services-context.tsx';
import { API_KEYS } from '../account-queries.ts';
import { Loaded, NotWhileImpersonating, Stack, useSectionFocus } from '../section-parts.tsx';
import { KeyList } from './key-list.tsx';
import { type MadeKey, NewKeyForm } from './new-key-form.tsx';
import { ShownKey } from './shown-key.tsx';

export function ApiKeysSection() {
  const { api, notify } = useHost();
  const { questions } = useServices();
  const queryClient = useQueryClient();
  const [section, focusSection] = useSectionFocus();
  const query = useQuery({ queryKey: API_KEYS, queryFn: ({ signal }) => api('GET /api/account/keys', {}, { signal }) });

  async function revoke({ id, name }: ApiKey): Promise<void> {
    const text = `Revoke the key “${name}”? Programs that use it lose access at once. This cannot be undone.`;
    if (!(await questions.ask({ text, confirm: 'Revoke', cancel: 'No', isDestructive: true }))) return;
    try {
      await api('DELETE /api/account/keys/{id}', { params: { id } });
      notify.success(`Key “${name}” revoked.`);
    } catch (error) {
      notify.error(error);
    }
    await queryClient.invalidateQueries({ queryKey: API_KEYS });
    focusSection();
  }

  return (
    <Stack ref={section} tabIndex={-1}>
      <Muted as="p">
        A key lets a script or another system call Portage on your behalf. It can’t change your account, connectors or keys.{' '}
        <Link href="/help/api-keys">How to use API keys</Link>
      </Muted>
      <Loaded query={query}>
        {({ keys }) => (
          <>
            <NotWhileImpersonating>
              <NewKey isFull={keys.length >= MAX_API_KEYS} />
            </NotWhileImpersonating>
            {keys.length > 0 ? (
              <KeyList keys={keys} onRevoke={(key) => void revoke(key)} />
            ) : (
              <Muted as="p">You have no API keys yet.</Muted>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function NewKey({ isFull }: { isFull: boolean }) {
  const [state, setState] = useState<'closed' | 'form' | MadeKey>('closed');
  const opener = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);

  // Returns the keyboard focus to where it started.
  useEffect(() => {
    if (state === 'closed' && wasOpen.current) opener.current?.querySelector('button')?.focus();
    wasOpen.current = state !== 'closed';
  }, [state]);

  if (state === 'form') return <NewKeyForm onMade={setState} onCancel={() => setState('closed')} />;
  if (state !== 'closed') return <ShownKey made={state} onDone={() => setState('closed')} />;
  if (isFull) return <Muted as="p">You have {MAX_API_KEYS} API keys, which is the maximum. Revoke one to create another.</Muted>;
  return (
    <div ref={opener}>
      <Button variant="primary" onClick={() => setState('form')}>
        New API key
      </Button>
    </div>
  );
}
