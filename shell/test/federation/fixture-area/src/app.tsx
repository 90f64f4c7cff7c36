import { createArea, lazyPage, usePageTitle } from '@portage/ui';
import { useState } from 'react';
import { Route, Routes } from 'react-router';
import { label } from './label.ts';

/** Put in at build time, so that one source gives several versions. */
declare const FIXTURE: { area: string; version: string; renderFails: boolean };

const Later = lazyPage(() => import('./later.tsx').then((file) => file.Later));

function Page() {
  const [count, setCount] = useState(0);
  usePageTitle(`${FIXTURE.area} title`);
  if (FIXTURE.renderFails && !document.documentElement.dataset.mended) throw new Error('this version fails to render');
  return (
    <section data-testid="page">
      <p data-testid="version">{`${FIXTURE.area} ${FIXTURE.version}`}</p>
      <p data-testid="label">{label}</p>
      <button type="button" data-testid="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </section>
  );
}

function FixtureRoutes() {
  return (
    <Routes>
      <Route path="/:root/later" element={<Later />} />
      <Route path="*" element={<Page />} />
    </Routes>
  );
}

export const { bootstrap, mount, unmount } = createArea({ rootComponent: FixtureRoutes });
