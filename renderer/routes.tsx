import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { SessionPage } from '../server/contract/sessions.ts';
import { nameFromSearch } from './agents/agent-filter.ts';
import { groupFromSearch } from './appliance/setting-groups.ts';
import { auditViewFromSearch } from './audit/audit-view.ts';
import { callFiltersFromSearch } from './calls/call-filters.ts';
import { api } from './lib/api.ts';
import { appliance } from './lib/appliance.ts';
import { inDemo, portalPath } from './lib/demo.ts';
import { firstPage } from './lib/first-steps.ts';
import { Shell } from './shell.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/feedback.tsx';
import { Page } from './ui/page.tsx';
import { commonStrings } from './ui/strings.ts';

const pageFailedStrings = commonStrings.pageFailed;

/** Replaces a page that failed to load, for example because the service stopped. */
function PageFailure() {
  return (
    <Page title={pageFailedStrings.title}>
      <Empty title={pageFailedStrings.what} text={pageFailedStrings.text} alert>
        {/* The browser caches a failed module: only a new document loads it again. */}
        <Button onClick={() => location.reload()}>{commonStrings.again}</Button>
      </Empty>
    </Page>
  );
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** A page that the browser loads when it is first opened: `name` is its component in the module. */
function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, RouteComponent>>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
  });
}

/** Whether there ever was a call. Before a sign-in nobody knows: then the overview asks for one. */
async function hasCalls(): Promise<boolean> {
  try {
    const query = { limit: 1, since: '1970-01-01T00:00:00Z' };
    const { data } = await api<SessionPage>('/sessions', { query });
    return data.length > 0;
  } catch {
    return true;
  }
}

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      throw redirect({ to: inDemo ? '/overview' : await firstPage(appliance, hasCalls) });
    },
  }),
  page('/overview', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
  page('/live', () => import('./calls/live/live-page.tsx'), 'LivePage'),
  createRoute({
    getParentRoute: () => root,
    path: '/calls',
    validateSearch: callFiltersFromSearch,
    component: lazyRouteComponent(() => import('./calls/calls-page.tsx'), 'CallsPage'),
  }),
  page('/calls/$callId', () => import('./calls/call-page.tsx'), 'CallPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/agents',
    validateSearch: nameFromSearch,
    component: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
  }),
  page('/agents/new', () => import('./agents/new-agent-page.tsx'), 'NewAgentPage'),
  page('/agents/$agentId', () => import('./agents/agent-page.tsx'), 'AgentPage'),
  page('/policies', () => import('./policies/policies-page.tsx'), 'PoliciesPage'),
  page('/review', () => import('./review/review-page.tsx'), 'ReviewPage'),
  page('/roster', () => import('./roster/roster-page.tsx'), 'RosterPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: auditViewFromSearch,
    component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
  page('/reports', () => import('./reports/reports-page.tsx'), 'ReportsPage'),
  page('/system', () => import('./system/system-page.tsx'), 'SystemPage'),
  page('/settings', () => import('./settings/settings-page.tsx'), 'InstallationSettingsPage'),
  page('/start', () => import('./start/start-page.tsx'), 'StartPage'),
  page('/appliance', () => import('./appliance/appliance-page.tsx'), 'AppliancePage'),
  createRoute({
    getParentRoute: () => root,
    path: '/appliance/settings',
    validateSearch: groupFromSearch,
    component: lazyRouteComponent(() => import('./appliance/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  basepath: portalPath,
  routeTree: root.addChildren(pages),
  scrollRestoration: true,
  // For each page separately: the frame with its menu stays.
  defaultErrorComponent: PageFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <Page title={commonStrings.notFound.title}>
      <Empty title={commonStrings.notFound.what} text={commonStrings.notFound.text}>
        <Link to="/overview">{commonStrings.notFound.back}</Link>
      </Empty>
    </Page>
  );
}
