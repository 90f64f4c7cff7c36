import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline, Stack, space } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { Playbook } from '../playbooks/api-types.ts';
import { playbookKeys, wizardPath } from '../playbooks/playbook-queries.ts';

const Changes = styled.ul`
  margin: ${space(2)} 0 0;
  padding-left: ${space(5)};
`;

/** Shown if the template has changed since the playbook was made: what would change here, and a button to apply it. */
export function NewerTemplate({ playbook }: { playbook: Playbook }) {
  const api = useApi();
  const { navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [isDismissed, setIsDismissed] = useState(false);
  const params = { id: playbook.id };
  const changes = useQuery({
    queryKey: [...playbookKeys.one(playbook.id), 'template-changes'],
    queryFn: ({ signal }) => api('GET /api/playbooks/{id}/template-changes', { params }, { signal }),
    select: (answer) => answer.changes,
  });
  if (isDismissed || changes.data?.length === 0) return null;

  async function update(): Promise<void> {
    const answer = await api('POST /api/playbooks/{id}/take-newer-template', { params });
    queryClient.setQueryData(playbookKeys.one(playbook.id), answer);
    if (answer.playbook.wizard.isFinished) notify.success('The playbook is updated.');
    else {
      notify.info('The newer version has new questions. Please answer them.');
      navigate(wizardPath(playbook.id));
    }
    await queryClient.invalidateQueries({ queryKey: playbookKeys.all });
  }

  return (
    <Banner
      title="There is a newer version of this playbook"
      action={
        <Inline>
          <Button variant="primary" onPress={update}>
            Update
          </Button>
          <Button onPress={() => setIsDismissed(true)}>Stay</Button>
        </Inline>
      }
    >
      <Stack $gap={1}>
        {changes.error ? getErrorMessage(changes.error) : 'Your choices stay. It would change:'}
        {changes.data ? (
          <Changes>
            {changes.data.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </Changes>
        ) : null}
      </Stack>
    </Banner>
  );
}
