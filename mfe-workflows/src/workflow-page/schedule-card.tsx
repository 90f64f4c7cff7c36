import { messageOf } from '@portage/contracts';
import { Banner, Card, color, DateTime, font, Stack, space, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';

const Fires = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: ${font.size.small};
`;
const Hint = styled.p`
  margin: 0;
  color: ${color.muted};
`;

const FIRE_COUNT = 5;

/** When a scheduled workflow starts next, as it is saved. */
export function ScheduleCard({ workflowId, versionId, isActive }: { workflowId: string; versionId: string; isActive: boolean }) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['workflows', workflowId, 'schedule-preview', versionId, isActive],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/schedule-preview', { params: { id: workflowId }, query: { count: FIRE_COUNT } }, { signal }),
  });
  if (query.error) return <Banner tone="warning">{messageOf(query.error)}</Banner>;
  if (!query.data) return null;
  const { fires, timeZone } = query.data;
  if (timeZone === null) return null;
  return (
    <Card title="Next runs">
      <Stack>
        <Hint>{hintOf(fires.length, isActive, timeZone)}</Hint>
        {fires.length > 0 ? (
          <Fires>
            {fires.map((fire) => (
              <li key={fire}>
                <DateTime value={fire} />
              </li>
            ))}
          </Fires>
        ) : null}
      </Stack>
    </Card>
  );
}

function hintOf(count: number, isActive: boolean, timeZone: string): string {
  if (count === 0) return 'This schedule has no runs left. Change it to start the workflow again.';
  return isActive ? `Counted by the clock of ${timeZone}.` : `Once the workflow is active, by the clock of ${timeZone}:`;
}
