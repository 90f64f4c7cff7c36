import { createArea } from '@portage/area-kit';
import { BillingRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: BillingRoutes });
