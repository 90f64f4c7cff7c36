import { color, font, personsTimeZone, radius, space } from '@portage/ui/base';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useServices, useUser } from '../app/services-context.tsx';
import { frameServices } from '../services/frame-services.ts';

/** As often as the shell refreshes its user; not at all while the tab is hidden. */
const EVERY_MS = 60_000;
const MOST_SHOWN = 99;

const Count = styled(Link)`
  position: absolute;
  top: 50%;
  right: ${space(2)};
  display: grid;
  place-items: center;
  min-width: ${space(6)};
  height: ${space(6)};
  padding: 0 ${space(1.5)};
  border-radius: ${radius.round};
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  text-decoration: none;
  transform: translateY(-50%);
  [data-folded] & {
    position: static;
    margin: ${space(0.5)} auto 0;
    width: fit-content;
    transform: none;
  }
`;

/** The number of unread alerts; nothing if all are read. The list also updates the number when it marks alerts as read. */
export function AlertCount({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const services = useServices();
  const userId = useUser()?.id;
  const { queryClient } = frameServices(services).host;
  const unread = useQuery(
    {
      queryKey: ['alerts', 'unread'],
      queryFn: ({ signal }) => services.api('GET /api/alerts/unread-count', {}, { signal }),
      enabled: userId !== undefined,
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
      retry: false,
    },
    queryClient,
  );
  const known = unread.data?.timeZone;
  useEffect(() => {
    const timeZone = personsTimeZone();
    // Times in e-mails use the zone of the last browser; without one they are in UTC.
    if (known !== undefined && timeZone && timeZone !== known) {
      void services.api('PUT /api/account/time-zone', { body: { timeZone } }).catch(() => undefined);
    }
  }, [known, services]);
  const count = unread.data?.unreadCount ?? 0;
  if (count === 0) return null;
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  return (
    <Count href="/run-history/alerts" aria-label={`${shown} unread alert${count === 1 ? '' : 's'}`} onClick={onChoose}>
      {shown}
    </Count>
  );
}
