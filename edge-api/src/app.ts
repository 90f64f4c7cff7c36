import { calls } from '@portage/contracts/calls';
import { configurationRoutes } from './configuration/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Route } from './http/implement.ts';
import { openApiRoute } from './http/open-api.ts';
import { createRouter } from './http/router.ts';
import { authorize } from './sessions/authorize.ts';
import { userRoutes } from './users/routes.ts';

/** Every route, one line a feature. */
export const routes: readonly Route[] = [...healthRoutes, ...configurationRoutes, ...userRoutes, openApiRoute(calls)];

export const app = createRouter({ routes, authorize });
