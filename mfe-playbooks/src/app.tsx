import { createArea } from '@portage/ui';
import { PlaybooksRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: PlaybooksRoutes });
