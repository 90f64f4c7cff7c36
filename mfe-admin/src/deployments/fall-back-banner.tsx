import { Banner, DateTime } from '@portage/ui';
import type { ReactNode } from 'react';
import type { DeploymentEvent } from './deployment.ts';

export function FailureBanner({ name, event, action }: { name: string; event: DeploymentEvent; action?: ReactNode }) {
  return (
    <Banner tone="danger" title={`${event.version} of ${name} fails for people and is still served`} action={action}>
      {event.note ? `${event.note} ` : ''}
      <DateTime value={event.at} />
    </Banner>
  );
}

export function FallBackBanner({ name, event, action }: { name: string; event: DeploymentEvent; action?: ReactNode }) {
  const failed = event.fromVersion ?? 'its newest version';
  return (
    <Banner tone="warning" title={`${name} fell back to ${event.version} because ${failed} failed`} action={action}>
      {event.note ? `${event.note} ` : ''}
      <DateTime value={event.at} />
    </Banner>
  );
}
