import { createArea } from '@portage/ui';
import { BillingRoutes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: BillingRoutes });
