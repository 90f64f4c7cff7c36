import { createArea } from '@portage/area-kit';
import { PlaybooksRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: PlaybooksRoutes });
