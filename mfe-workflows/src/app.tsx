import { createArea } from '@portage/area-kit';
import { WorkflowsRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: WorkflowsRoutes });
