import { createArea } from '@portage/area-kit';
import { ConnectorsRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: ConnectorsRoutes });
