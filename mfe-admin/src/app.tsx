import { createArea } from '@portage/area-kit';
import { AdminRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: AdminRoutes });
