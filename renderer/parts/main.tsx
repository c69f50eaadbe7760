import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { applyLook, looks, savedLook, saveLook } from '../lib/look.ts';
import { meKey } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { parts } from './parts.tsx';
import * as samples from './samples.ts';
import '@fontsource/noto-sans/latin-400.css';
import '@fontsource/noto-sans/latin-500.css';
import '@fontsource/noto-sans/latin-600.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/surfaces.css';
import './parts.css';

/** Every part of `ui` on one page, for people who build the next one. It is no page of the portal, and nothing ships it. */
function Parts() {
  return (
    <main className="parts">
      <header className="page-actions">
        {Object.entries(looks).flatMap(([look, choices]) =>
          choices.map((choice) => (
            <Button
              key={`${look} ${choice}`}
              onClick={() => saveLook(look as keyof typeof looks, choice)}
            >
              {choice}
            </Button>
          )),
        )}
      </header>
      {Object.entries(parts).map(([name, Part]) => (
        <section key={name} data-part={name} aria-label={name}>
          <code>{name}</code>
          <div>
            <Part />
          </div>
        </section>
      ))}
    </main>
  );
}

for (const look of ['theme', 'density'] as const) applyLook(look, savedLook(look));

/** No service answers: what parts ask for is here. */
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
});
client.setQueryData(meKey, samples.admin);
client.setQueryData(['admins'], { data: [samples.admin] });
client.setQueryData(['policy-check', samples.policyYaml], samples.policyVerdict);

const root = createRootRoute();
const page = createRoute({ getParentRoute: () => root, path: '/', component: Parts });
const router = createRouter({
  routeTree: root.addChildren([page]),
  history: createMemoryHistory(),
});

const element = document.getElementById('parts');
if (element !== null) {
  createRoot(element).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
