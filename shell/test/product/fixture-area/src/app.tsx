import { createArea, lazyPage } from '@portage/area-kit';
import { Route, Routes } from 'react-router';
import { Page } from './page.tsx';

const Later = lazyPage(() => import('./later.tsx').then((file) => file.Later));

function FixtureRoutes() {
  return (
    <Routes>
      <Route path="/:root/later" element={<Later />} />
      <Route path="*" element={<Page />} />
    </Routes>
  );
}

export const { bootstrap, mount, unmount } = createArea({ rootComponent: FixtureRoutes });
