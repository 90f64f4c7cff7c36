import { createArea } from '@portage/ui';
import { ConnectorsRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: ConnectorsRoutes });
