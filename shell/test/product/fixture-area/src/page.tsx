import { useHost, useLeaveWarning } from '@portage/area-kit';
import { usePageTitle } from '@portage/ui';
import { use, useState } from 'react';

/** Inserted at build time, so that one source produces several versions. */
declare const FIXTURE: { area: string; version: string; renderFails: boolean; hangs: boolean };

const never = new Promise<never>(() => {});

export function Page() {
  const [count, setCount] = useState(0);
  const [isEdited, setIsEdited] = useState(false);
  const host = useHost();
  const api = host.api as unknown as (call: string) => Promise<unknown>;
  useLeaveWarning(isEdited);
  usePageTitle(`${FIXTURE.area} title`);
  if (FIXTURE.hangs && !document.documentElement.dataset.mended) use(never);
  if (FIXTURE.renderFails && !document.documentElement.dataset.mended) throw new Error('this version fails to render');
  return (
    <section data-testid="page">
      <p data-testid="version">{`${FIXTURE.area} ${FIXTURE.version}`}</p>
      <p data-testid="label">as built</p>
      <button type="button" data-testid="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <button type="button" onClick={() => setIsEdited(true)}>
        edit
      </button>
      <button type="button" onClick={() => void api('GET /api/fixture').catch(() => {})}>
        call
      </button>
      <button type="button" onClick={() => host.navigate('/workflows/1/edit/steps?step=2')}>
        next step
      </button>
    </section>
  );
}
