import { useHost, useSessionUser } from '@portage/area-kit';
import { Button, Card, Inline, LinkButton, Muted, PlainList, Span, Stack, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { TypeLogo } from '../connector-types/type-logo.tsx';
import { useConnectorTypes } from '../connector-types/type-queries.ts';
import type { ConnectorType } from '../connectors/api-types.ts';

/** The person's private APIs. A shared one is listed with the other applications. */
export function OwnApiList() {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const user = useSessionUser();
  const types = useConnectorTypes();
  const [confirm, question] = useConfirm();
  const own = (types.data ?? []).filter(({ userId, visibility, isSystem }) => userId === user?.id && visibility === 'User' && !isSystem);
  if (own.length === 0) return null;

  function askToDelete({ id, name }: ConnectorType): void {
    confirm({
      message: `“${name}” and its document will be deleted. This can’t be undone.`,
      onConfirm: async () => {
        await api('DELETE /api/own-apis/{id}', { params: { id } });
        notify.success(`${name} deleted`);
        await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
      },
    });
  }

  return (
    <>
      <Card title="Your APIs">
        <PlainList $gap={3} aria-label="Your APIs">
          {own.map((type) => (
            <Inline as="li" key={type.id} $justify="space-between">
              <Inline $shrinks $isNowrap>
                <TypeLogo type={type} />
                <Stack $gap={0}>
                  <Span $weight="medium" $breaks>
                    {type.name}
                  </Span>
                  <Muted $size="small" $breaks>
                    {type.baseUrl}
                  </Muted>
                </Stack>
              </Inline>
              <Inline>
                <LinkButton
                  size="dense"
                  href={`/connectors/add?${new URLSearchParams({ connectorTypeId: type.id })}`}
                  aria-label={`Add connector of ${type.name}`}
                >
                  Add connector
                </LinkButton>
                <LinkButton size="dense" href={`/connectors/apis/${encodeURIComponent(type.id)}`} aria-label={`Edit ${type.name}`}>
                  Edit
                </LinkButton>
                <Button size="dense" aria-label={`Delete ${type.name}`} onPress={() => askToDelete(type)}>
                  Delete
                </Button>
              </Inline>
            </Inline>
          ))}
        </PlainList>
      </Card>
      {question}
    </>
  );
}
