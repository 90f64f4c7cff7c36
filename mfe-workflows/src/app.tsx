import { createArea } from '@portage/ui';
import { WorkflowsRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: WorkflowsRoutes });
