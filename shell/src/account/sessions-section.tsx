import { useHost, useSessionUser } from '@portage/area-kit/base';
import type { OwnSession } from '@portage/contracts/calls';
import { Badge, Button, Card, DateTime, KeyValueList, Muted } from '@portage/ui/base';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../app/services-context.tsx';
import { SESSIONS } from './account-queries.ts';
import { Loaded, RowBody, RowHead, Rows, Stack, useSectionFocus } from './section-parts.tsx';
import { wordsOfBrowser } from './words-of-browser.ts';

export function SessionsSection() {
  const { api, notify } = useHost();
  const { questions } = useServices();
  const queryClient = useQueryClient();
  const [section, focusSection] = useSectionFocus();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const query = useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => api('GET /api/account/sessions', {}, { signal }) });

  async function end(text: string, done: string, work: () => Promise<unknown>): Promise<void> {
    if (!(await questions.ask({ text, confirm: 'End', cancel: 'No', isDestructive: true }))) return;
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.error(error);
    }
    await queryClient.invalidateQueries({ queryKey: SESSIONS });
    focusSection();
  }

  const endOne = ({ id, userAgent }: OwnSession) =>
    end(`End the session of ${wordsOfBrowser(userAgent)}? That browser is signed out.`, 'Session ended.', () =>
      api('DELETE /api/account/sessions/{id}', { params: { id } }),
    );
  const endOthers = () =>
    end('End all other sessions? Your other browsers are signed out.', 'All other sessions ended.', () =>
      api('POST /api/account/sessions/end-others', {}),
    );

  return (
    <Stack ref={section} tabIndex={-1}>
      <Muted as="p">Where you are signed in. A session ends 30 days after its last use. API keys have no session.</Muted>
      <Loaded query={query}>
        {({ sessions }) => (
          <Card
            title="Sessions"
            isFlush
            actions={sessions.length > 1 && !isImpersonating ? <Button onClick={() => void endOthers()}>End all others</Button> : undefined}
          >
            <Rows>
              {sessions.map((session) => (
                <li key={session.id}>
                  <RowBody>
                    <RowHead>
                      <strong>{session.isImpersonated ? 'An admin who acts as you' : wordsOfBrowser(session.userAgent)}</strong>
                      {session.isCurrent ? <Badge tone="brand">This browser</Badge> : null}
                    </RowHead>
                    <KeyValueList
                      items={[
                        { label: 'Signed in', value: <DateTime value={session.createdAt} /> },
                        { label: 'Last used', value: <DateTime value={session.lastUsedAt} /> },
                        ...(session.ipAddress ? [{ label: 'IP address', value: session.ipAddress }] : []),
                      ]}
                    />
                  </RowBody>
                  {session.isCurrent || isImpersonating ? null : (
                    <Button aria-label={`End the session of ${wordsOfBrowser(session.userAgent)}`} onClick={() => void endOne(session)}>
                      End
                    </Button>
                  )}
                </li>
              ))}
            </Rows>
          </Card>
        )}
      </Loaded>
    </Stack>
  );
}
