import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type Dashboard = CallResponse<Calls, 'GET /api/dashboards/{id}'>['dashboard'];

export type DashboardItem = CallResponse<Calls, 'GET /api/dashboards/{dashboardId}/items/{itemId}'>['item'];
