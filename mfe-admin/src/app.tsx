import { createArea } from '@portage/ui';
import { AdminRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: AdminRoutes });
