import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { groupFromSearch } from './appliance/setting-groups.ts';
import { callFiltersFromSearch } from './calls/call-filters.ts';
import { appliance } from './lib/appliance.ts';
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
      <Empty title={pageFailedStrings.what}>
        <p role="alert">{pageFailedStrings.text}</p>
        {/* The browser caches a failed module: only a new document loads it again. */}
        <Button onClick={() => location.reload()}>{commonStrings.again}</Button>
      </Empty>
    </Page>
  );
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    throw redirect({ to: await firstPage(appliance) });
  },
});
const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  component: lazyRouteComponent(() => import('./calls/live-page.tsx'), 'LivePage'),
});
const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callFiltersFromSearch,
  component: lazyRouteComponent(() => import('./calls/calls-page.tsx'), 'CallsPage'),
});
const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  component: lazyRouteComponent(() => import('./calls/call-page.tsx'), 'CallPage'),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
});
const newAgent = createRoute({
  getParentRoute: () => root,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./agents/new-agent-page.tsx'), 'NewAgentPage'),
});
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$agentId',
  component: lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
});
const policies = createRoute({
  getParentRoute: () => root,
  path: '/policies',
  component: lazyRouteComponent(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});
const system = createRoute({
  getParentRoute: () => root,
  path: '/system',
  component: lazyRouteComponent(() => import('./system/system-page.tsx'), 'SystemPage'),
});
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('./start/start-page.tsx'), 'StartPage'),
});
const thisComputer = createRoute({
  getParentRoute: () => root,
  path: '/appliance',
  component: lazyRouteComponent(() => import('./appliance/appliance-page.tsx'), 'AppliancePage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/appliance/settings',
  validateSearch: groupFromSearch,
  component: lazyRouteComponent(() => import('./appliance/settings-page.tsx'), 'SettingsPage'),
});

export const router = createRouter({
  basepath: '/portal',
  routeTree: root.addChildren([
    home,
    live,
    calls,
    call,
    agents,
    newAgent,
    agent,
    policies,
    audit,
    system,
    start,
    thisComputer,
    settings,
  ]),
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
      <Empty title={commonStrings.notFound.title}>
        <p>{commonStrings.notFound.text}</p>
        <Link to="/live">{commonStrings.notFound.back}</Link>
      </Empty>
    </Page>
  );
}
